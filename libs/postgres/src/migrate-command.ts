import type { DataSource } from 'typeorm';
import type { Logger } from '@spanwise/host/logger';
import { migrate } from './migrate.js';

/** The command `migrate` of a service: brings its schema up to date, as the role that owns it. */
export const migrateCommand =
  (schema: string, dataSource: (url: string) => DataSource) =>
  async ({ databaseUrl }: { databaseUrl: string }, _args: string[], logger: Logger): Promise<void> => {
    const applied = await migrate(dataSource(databaseUrl), databaseUrl, schema);
    logger.info({ applied }, `migrations: schema ${schema} is up to date`);
  };
