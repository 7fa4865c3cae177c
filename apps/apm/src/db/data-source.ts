import { createDataSource } from '@spanwise/postgres/database';
import { migrations } from './migrations.js';

export const dataSource = (url: string) =>
  createDataSource({ url, schema: 'apm', applicationName: 'spanwise-apm', migrations });
