import { Client } from 'pg';
import type { DataSource } from 'typeorm';

/** Class of the advisory locks that keep two runners from migrating one schema at once. */
const MIGRATION_LOCK_CLASS = 0x5357;

/**
 * Brings the schema of `source` up to date, forward only. Safe from zero, twice, and from several runners at once:
 * TypeORM itself takes no lock, so one of two runners would fail.
 */
export async function migrate(source: DataSource, url: string, schema: string): Promise<number> {
  const lock = new Client({ connectionString: url, application_name: `${schema}-migrate` });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1, hashtext($2))', [MIGRATION_LOCK_CLASS, schema]);
    if (!source.isInitialized) await source.initialize();
    const applied = await source.runMigrations();
    return applied.length;
  } finally {
    if (source.isInitialized) await source.destroy();
    await lock.end();
  }
}
