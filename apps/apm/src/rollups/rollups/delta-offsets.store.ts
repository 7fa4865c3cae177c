import type { Pool, PoolClient } from 'pg';

/** Where apm stands in the deltas of one shard and partition; the lineage is unknown before the first delta. */
export interface DeltaOffset {
  lineage: string | undefined;
  n: number;
}

/** `generation` rises when a rebuild has replaced rows of the partition (ADR 0014). */
export interface CommittedOffset extends DeltaOffset {
  generation: number;
}

/** Class of the advisory locks that serialise the writers of a partition over all shards. */
export const PARTITION_LOCK_CLASS = 0x5351;

export async function loadDeltaOffset(pool: Pool, shard: number, partition: number): Promise<DeltaOffset> {
  const { rows } = await pool.query<{ lineage: string; n: string }>(
    'select lineage, n from delta_offsets where shard = $1 and part = $2',
    [shard, partition],
  );
  return rows.length === 0 ? { lineage: undefined, n: 0 } : { lineage: rows[0]!.lineage, n: Number(rows[0]!.n) };
}

/** By shard, until the commit; of two writers of the partition one waits for the other. */
export async function lockDeltaOffsets(client: PoolClient, partition: number): Promise<Map<number, CommittedOffset>> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [PARTITION_LOCK_CLASS, partition]);
  const { rows } = await client.query<{ shard: number; lineage: string; n: string; generation: number }>(
    'select shard, lineage, n, generation from delta_offsets where part = $1 for update',
    [partition],
  );
  return new Map(rows.map(({ shard, n, ...row }) => [shard, { ...row, n: Number(n) }]));
}

export async function writeDeltaOffset(
  client: PoolClient,
  shard: number,
  partition: number,
  { lineage, n }: DeltaOffset,
  streamTimeMicros: number,
): Promise<void> {
  await client.query(
    `insert into delta_offsets (shard, part, lineage, n, stream_time_micros) values ($1, $2, $3, $4, $5)
     on conflict (shard, part) do update set n = excluded.n, stream_time_micros = excluded.stream_time_micros`,
    [shard, partition, lineage, n, streamTimeMicros],
  );
}

/** Rows of the partition were written by no flush: what writers hold in memory rests on those of before. */
export async function raiseGeneration(client: PoolClient, partition: number): Promise<void> {
  await client.query('update apm.delta_offsets set generation = generation + 1 where part = $1', [partition]);
}
