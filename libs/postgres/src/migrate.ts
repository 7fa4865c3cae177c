import { Client } from 'pg';
import type { DataSource } from 'typeorm';

/** Class of the advisory locks that keep two runners from migrating one schema at once. */
const MIGRATION_LOCK_CLASS = 0x5357;

/**
 * Brings the schema of `source` up to date, forward only. Safe from zero, twice, and from several runners at once:
 * TypeORM itself takes no lock, so one of two runners would fail. Throws a sentence for a schema of a newer version.
 */
export async function migrate(source: DataSource, url: string, schema: string): Promise<number> {
  const lock = new Client({ connectionString: url, application_name: `${schema}-migrate` });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1, hashtext($2))', [MIGRATION_LOCK_CLASS, schema]);
    if (!source.isInitialized) await source.initialize();
    await refuseNewerSchema(source, schema);
    const applied = await source.runMigrations();
    return applied.length;
  } finally {
    if (source.isInitialized) await source.destroy();
    await lock.end();
  }
}

async function refuseNewerSchema(source: DataSource, schema: string): Promise<void> {
  const [{ present }] = (await source.query(`select to_regclass($1) is not null as present`, [
    `${schema}.migrations`,
  ])) as [{ present: boolean }];
  if (!present) return;
  const rows = (await source.query(`select name from ${schema}.migrations`)) as { name: string }[];
  const known = new Set(source.migrations.map(({ name }) => name));
  const unknown = rows.find(({ name }) => !known.has(name));
  if (unknown === undefined) return;
  throw new Error(
    `The schema ${schema} was written by a newer version: ${unknown.name} is unknown here. Start that version, or restore a backup.`,
  );
}
