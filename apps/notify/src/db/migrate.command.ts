import { migrateCommand } from '@spanwise/postgres/migrate-command';
import { dataSource } from './data-source.js';

export const migrate = migrateCommand('notify', dataSource);
