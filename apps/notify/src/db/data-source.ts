import { createDataSource } from '@spanwise/postgres/database';
import { migrations } from './migrations.js';

export const dataSource = (url: string) =>
  createDataSource({ url, schema: 'notify', applicationName: 'spanwise-notify', migrations });
