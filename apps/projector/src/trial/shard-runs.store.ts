/** Where processes began to work on a shard, and how many of them ended there. */
import type { Pool } from 'pg';

/** Ends in a row at one place. One may be anything; so may two, but a trial does no harm. */
export const SUSPICIOUS_ENDS = 2;

/** What a process does with a shard of the log. */
export type ShardTask = 'project' | 'store';

export interface RunPlace {
  shard: number;
  epoch: number;
  /** Committed position. */
  seq: number;
}

/**
 * Notes a start, in a transaction of its own; returns how many processes in a row have ended at this place without having
 * been asked to. One that ended elsewhere had come this far: it counts as the first.
 */
export async function beginRun(pool: Pool, task: ShardTask, { shard, epoch, seq }: RunPlace): Promise<number> {
  const { rows } = await pool.query<{ ends: number }>(
    `insert into shard_runs as run (shard, task, epoch, seq) values ($1, $2, $3, $4)
     on conflict (shard, task) do update set
       ends = case when not run.running then 0
                   when (run.epoch, run.seq) = (excluded.epoch, excluded.seq) then run.ends + 1
                   else 1 end,
       epoch = excluded.epoch, seq = excluded.seq, running = true
     returning ends`,
    [shard, task, epoch, seq],
  );
  return rows[0]!.ends;
}

/** The process is asked to end: that says nothing of what it was at. */
export async function endRun(pool: Pool, task: ShardTask, shard: number): Promise<void> {
  await pool.query('update shard_runs set running = false where shard = $1 and task = $2', [shard, task]);
}
