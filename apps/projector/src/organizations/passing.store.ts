import type { Pool } from 'pg';

/** Numbers of the newest delta and the newest manifest of a shard. */
export interface Numbers {
  shard: number;
  delta: number;
  manifest: number;
}

export async function newestNumbers(pool: Pool): Promise<Numbers[]> {
  const { rows } = await pool.query<{ shard: number; delta: string; manifest: string }>(
    'select shard, s.n as delta, o.n as manifest from shard_offsets s join store_offsets o using (shard)',
  );
  return rows.map((row) => ({ shard: row.shard, delta: Number(row.delta), manifest: Number(row.manifest) }));
}

/** apm has not confirmed all deltas and manifests up to the numbers yet. */
export async function isUnconfirmed(pool: Pool, { shard, delta, manifest }: Numbers): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    `select exists (select from outbox where shard = $1 and n <= $2)
         or exists (select from segment_manifests where shard = $1 and n <= $3) as waits`,
    [shard, delta, manifest],
  );
  return rows[0]!.waits;
}
