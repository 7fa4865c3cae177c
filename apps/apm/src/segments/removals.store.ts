/** Rows of files that are to be deleted. */
import type { Pool, PoolClient } from 'pg';

/** The files go a grace after `sinceMicros`. */
export async function awaitRemoval(
  client: Pool | PoolClient,
  organizationId: string,
  keys: readonly string[],
  sinceMicros: number,
): Promise<void> {
  await client.query(
    `insert into segment_removals (organization_id, key, since_micros) select $1, key, $3 from unnest($2::text[]) as key
     on conflict (key) do nothing`,
    [organizationId, keys, sinceMicros],
  );
}

/** Takes segments out of the catalogue whose newest record is older than their stream keeps; answers how many. */
export async function expireSegments(pool: Pool, nowMicros: number, defaultDays: number): Promise<number> {
  const { rowCount } = await pool.query(
    `with expired as (
       delete from segments s using streams t
        where (t.organization_id, t.id) = (s.organization_id, s.stream_id)
          and s.to_micros < $1::bigint - coalesce(t.retention_days, $2::int) * 86400000000
       returning s.organization_id, s.key
     )
     insert into segment_removals (organization_id, key, since_micros) select organization_id, key, $1 from expired
     on conflict (key) do nothing`,
    [nowMicros, defaultDays],
  );
  return rowCount ?? 0;
}

/** Keys of files, oldest first. */
export async function dueRemovals(pool: Pool, beforeMicros: number, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    'select key from segment_removals where since_micros < $1 order by since_micros limit $2',
    [beforeMicros, limit],
  );
  return rows.map(({ key }) => key);
}

export async function forgetRemoval(pool: Pool, key: string): Promise<void> {
  await pool.query('delete from segment_removals where key = $1', [key]);
}

/** By shard the n of the newest manifest in the catalogue. */
export async function appliedManifests(pool: Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ shard: number; n: string }>('select shard, n from manifest_offsets');
  return new Map(rows.map(({ shard, n }) => [shard, Number(n)]));
}

/** Those of the keys that neither the catalogue names nor a removal waits for. */
export async function unnamedKeys(pool: Pool, keys: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select key from unnest($1::text[]) as key
      where not exists (select from segments s where s.key = key.key)
        and not exists (select from segment_removals r where r.key = key.key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}
