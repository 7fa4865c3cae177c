import type { Pool } from 'pg';

/** Shards of the database from `shards` on. */
export async function knownFrom(pool: Pool, shards: number): Promise<number[]> {
  const { rows } = await pool.query<{ shard: number }>(
    'select shard from shard_offsets where shard >= $1 and stream_created is not null order by shard',
    [shards],
  );
  return rows.map(({ shard }) => shard);
}

/** Whether apm has not confirmed a manifest or a delta of the shard that says something; `silent`: deltas that say nothing. */
export async function holdsDeltas(pool: Pool, shard: number, silent: readonly Uint8Array[]): Promise<boolean> {
  const { rows } = await pool.query<{ holds: boolean }>(
    `select exists (select from outbox where shard = $1 and delta <> all ($2::bytea[]))
         or exists (select from segment_manifests where shard = $1) as holds`,
    [shard, silent.map((delta) => Buffer.from(delta))],
  );
  return rows[0]!.holds;
}

/** Whether something of the shard is counted, or replayed, and not stored. */
export async function holdsUnstored(pool: Pool, shard: number): Promise<boolean> {
  const { rows } = await pool.query<{ holds: boolean }>(
    `select exists (select from ledger l join store_offsets o using (shard)
                     where shard = $1 and (l.epoch, l.seq) > (o.epoch, o.seq))
         or exists (select from dead_letters where shard = $1 and unstored) as holds`,
    [shard],
  );
  return rows[0]!.holds;
}
