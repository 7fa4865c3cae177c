/**
 * A process that ended at one place several times may have been ended by what lies there (PROTO-38). Then the next one has
 * it tried by another process first. Otherwise this costs a row at a start.
 */
import type { Pool } from 'pg';
import type { Logger } from '@spanwise/host/logger';
import type { LogEntry } from '../dedup/open-message.js';
import type { PoisonMark } from '../dedup/poison-marks.js';
import { BatchTrial, type BatchTrialSetup } from '../trial/batch-trial.js';
import { beginRun, endRun, SUSPICIOUS_ENDS } from '../trial/shard-runs.store.js';
import type { ShardPosition } from './shard-state.store.js';

export interface Known {
  position: ShardPosition;
  poisonMarks: PoisonMark[];
}

export class PoisonPillGuard {
  private begun = false;
  private trial: BatchTrial | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly setup: BatchTrialSetup,
    private readonly logger: Logger,
  ) {}

  /** At the first position of this process. */
  async begin(position: ShardPosition): Promise<void> {
    if (this.begun) return;
    const ends = await beginRun(this.pool, 'project', position);
    this.begun = true;
    if (ends < SUSPICIOUS_ENDS) return;
    this.logger.warn(
      { shard: position.shard, seq: position.seq, ends },
      'shard: repeated crashes at this offset; probing the batch in a child process',
    );
    this.trial = new BatchTrial(this.setup);
  }

  async end(shard: number): Promise<void> {
    this.trial?.close();
    if (this.begun) await endRun(this.pool, 'project', shard).catch(() => undefined);
  }

  /**
   * The first of the entries, as many as this process may work on itself. `keep` is given verdicts on what it may not, which
   * adds them to those that are known.
   */
  async admitted<Entry extends LogEntry>(
    entries: readonly Entry[],
    { position, poisonMarks }: Known,
    keep: (poisonMark: PoisonMark) => Promise<void>,
  ): Promise<readonly Entry[]> {
    if (this.trial === undefined) return entries;
    const { watermark, keySeed } = position;
    const base = { watermark, keySeed, poisonMarks };
    if (!(await this.trial.survives(base, []))) {
      this.logger.error({ shard: position.shard }, 'shard: probing in a child process is impossible on this machine');
      this.close();
      return entries;
    }
    for (let count = entries.length; ; count = Math.ceil(count / 2)) {
      if (await this.trial.survives(base, entries.slice(0, count))) {
        if (count === entries.length) this.close();
        return entries.slice(0, count);
      }
      if (count > 1) continue;
      const found = await this.trial.poisonMarksOf(base, entries[0]!);
      for (const poisonMark of found) {
        this.logger.error(
          { shard: position.shard, ...poisonMark },
          'shard: a record crashes the process; moved to dead letters',
        );
        await keep(poisonMark);
      }
      return entries.slice(0, 1);
    }
  }

  private close(): void {
    this.trial?.close();
    this.trial = undefined;
  }
}
