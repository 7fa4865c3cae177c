/** Rows of files that are to be deleted. */
import type { Pool, PoolClient } from 'pg';
import type { RemovalReason, RemovedFile } from '@spanwise/object-store/removed-files';

/** The files go a grace after `sinceMicros`. */
export async function awaitRemoval(
  client: Pool | PoolClient,
  organizationId: string,
  keys: readonly string[],
  sinceMicros: number,
  why: { reason?: RemovalReason; by?: string } = {},
): Promise<void> {
  await client.query(
    `insert into segment_removals (organization_id, key, since_micros, reason, replaced_by)
     select $1, key, $3, $4, $5 from unnest($2::text[]) as key
     on conflict (key) do nothing`,
    [organizationId, keys, sinceMicros, why.reason ?? null, why.by ?? null],
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
     insert into segment_removals (organization_id, key, since_micros, reason)
     select organization_id, key, $1, 'expired' from expired
     on conflict (key) do nothing`,
    [nowMicros, defaultDays],
  );
  return rowCount ?? 0;
}

/** Oldest first. */
export async function dueRemovals(pool: Pool, beforeMicros: number, limit: number): Promise<RemovedFile[]> {
  const { rows } = await pool.query<{ key: string; reason: RemovalReason | null; by: string | null }>(
    'select key, reason, replaced_by as by from segment_removals where since_micros < $1 order by since_micros limit $2',
    [beforeMicros, limit],
  );
  return rows.map(({ key, reason, by }) => ({ key, ...(reason && { reason }), ...(by !== null && { by }) }));
}

export async function forgetRemoval(pool: Pool, key: string): Promise<void> {
  await pool.query('delete from segment_removals where key = $1', [key]);
}

/** By shard how far manifests are in the catalogue. */
export async function appliedOffsets(pool: Pool): Promise<Map<number, { lineage: string; n: number }>> {
  const { rows } = await pool.query<{ shard: number; lineage: string; n: string }>(
    'select shard, lineage, n from manifest_offsets',
  );
  return new Map(rows.map(({ shard, lineage, n }) => [shard, { lineage, n: Number(n) }]));
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
