/** Verdicts on single records and slices: each is committed by itself, before anything is made of it (PROTO-37). */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { PoisonReason } from '../dedup/batch-message.js';
import type { PoisonMark } from '../dedup/poison-marks.js';
import type { RunPlace, ShardTask } from './shard-runs.store.js';

const WHOLE_SLICE = -1;

/** Those of messages behind a position. */
export async function loadPoisonMarks(
  pool: Pool,
  task: ShardTask,
  { shard, epoch, seq }: RunPlace,
): Promise<PoisonMark[]> {
  const { rows } = await pool.query<Record<'seq' | 'logged' | 'reason', string> & Record<'slice' | 'record', number>>(
    `select seq, logged_at_micros as logged, slice, record, reason from verdicts
      where shard = $1 and task = $2 and epoch = $3 and seq > $4`,
    [shard, task, epoch, seq],
  );
  return rows.map((row) => ({
    seq: Number(row.seq),
    loggedAtMicros: Number(row.logged),
    slice: row.slice,
    record: row.record === WHOLE_SLICE ? undefined : row.record,
    reason: row.reason as PoisonReason,
  }));
}

/** `checkFence` takes the lock of the shard's position and throws for a writer that was fenced. */
export async function savePoisonMark(
  pool: Pool,
  task: ShardTask,
  { shard, epoch }: RunPlace,
  poisonMark: PoisonMark,
  checkFence: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  const { seq, loggedAtMicros, slice, record, reason } = poisonMark;
  await inTransaction(pool, {}, async (client) => {
    await checkFence(client);
    await client.query(
      `insert into verdicts (shard, task, epoch, seq, logged_at_micros, slice, record, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [shard, task, epoch, seq, loggedAtMicros, slice, record ?? WHOLE_SLICE, reason],
    );
  });
}
