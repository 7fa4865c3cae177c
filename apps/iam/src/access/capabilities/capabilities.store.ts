import type { EntityManager } from 'typeorm';
import { Organization, User } from '../../db/entities.js';

export const findUser = (manager: EntityManager, id: string): Promise<User | null> => manager.findOneBy(User, { id });

export const findOrganization = (manager: EntityManager, id: string): Promise<Organization | null> =>
  manager.findOneBy(Organization, { id });
