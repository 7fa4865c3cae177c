import { In, type EntityManager } from 'typeorm';
import { User } from '../../db/entities.js';

/** The claims on an address with one of these tags, then the account that owns the address. */
export const findCandidates = (
  manager: EntityManager,
  emailKey: string,
  tags: string[],
  limit: number,
): Promise<User[]> =>
  manager.find(User, {
    where: [
      { email_key: emailKey, owns_address: true },
      { email_key: emailKey, owns_address: false, sign_in_tag: In(tags) },
    ],
    order: { owns_address: 'ASC', created_at: 'DESC' },
    take: limit,
  });
