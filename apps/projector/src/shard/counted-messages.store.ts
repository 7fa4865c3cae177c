import type { Pool } from 'pg';

export interface CountedMessage {
  seq: number;
  loggedAtMicros: number;
}

/** Messages with telemetry that an epoch of the shard has counted, from and to a sequence, both inclusive, in order. */
export async function countedMessages(
  pool: Pool,
  shard: number,
  epoch: number,
  { fromSeq, toSeq }: { fromSeq: number; toSeq: number },
): Promise<CountedMessage[]> {
  const { rows } = await pool.query<{ seq: string; logged: string }>(
    `select distinct seq, logged_at_micros as logged from ledger
      where shard = $1 and epoch = $2 and seq between $3 and $4 order by seq`,
    [shard, epoch, fromSeq, toSeq],
  );
  return rows.map(({ seq, logged }) => ({ seq: Number(seq), loggedAtMicros: Number(logged) }));
}
