import { Database } from '@spanwise/postgres/database';

/** The platform's own organization, from now on this one alone. */
export async function noteSystemOrganization(source: Database, id: string): Promise<void> {
  const pool = source.pool;
  await pool.query('update organizations set is_platform = false where is_platform and id <> $1', [id]);
  await pool.query(
    `insert into organizations as o (id, is_platform) values ($1, true)
     on conflict (id) do update set is_platform = true where not o.is_platform`,
    [id],
  );
}

/** Undefined before it was noted. */
export async function notedSystemOrganization(source: Database): Promise<string | undefined> {
  const { rows } = await source.pool.query<{ id: string }>('select id from organizations where is_platform limit 1');
  return rows[0]?.id;
}
