import { createDataSource } from '@spanwise/postgres/database';
import { Organization, User } from './entities.js';
import { migrations } from './migrations.js';

export const dataSource = (url: string) =>
  createDataSource({
    url,
    schema: 'iam',
    applicationName: 'spanwise-iam',
    entities: [Organization, User],
    migrations,
  });
