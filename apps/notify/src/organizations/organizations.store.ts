import { poolOf } from '@spanwise/postgres/database';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/** Not while records of it are on their way to the audit log. Returns how many rows went. */
export async function removeOrganization(client: PoolClient, id: string): Promise<number> {
  const { rowCount } = await client.query(
    'delete from organizations where id = $1 and not exists (select from audit_outbox where organization_id = $1)',
    [id],
  );
  return rowCount ?? 0;
}

export async function isThere(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from organizations where id = $1', [id]);
  return rowCount !== 0;
}

/** The platform's own organization, from now on this one alone. */
export async function noteSystemOrganization(source: DataSource, id: string): Promise<void> {
  const pool = poolOf(source);
  await pool.query('update organizations set is_platform = false where is_platform and id <> $1', [id]);
  await pool.query(
    `insert into organizations as o (id, is_platform) values ($1, true)
     on conflict (id) do update set is_platform = true where not o.is_platform`,
    [id],
  );
}

/** Undefined before it was noted. */
export async function notedSystemOrganization(source: DataSource): Promise<string | undefined> {
  const { rows } = await poolOf(source).query<{ id: string }>('select id from organizations where is_platform limit 1');
  return rows[0]?.id;
}
