/**
 * A store writer that ended at one place several times may have been ended by what lies there (PROTO-38). Then the next one
 * has it tried by another process first, and leaves out what ends that. Otherwise this costs a row at a start.
 */
import type { Pool } from 'pg';
import type { Logger } from '@spanwise/host/logger';
import { BitMarks, isMarked } from '../dedup/slice-marks.js';
import type { PoisonMark } from '../dedup/poison-marks.js';
import { beginRun, endRun, SUSPICIOUS_ENDS } from '../trial/shard-runs.store.js';
import { savePoisonMark, loadPoisonMarks } from '../trial/poison-marks.store.js';
import { checkFence, type StorePosition, type StoreProgress } from './store-position.store.js';
import { StoreTrial, type StoreTrialSetup } from './store-trial.js';
import type { StoredSlice } from './stored-slices.store.js';

/** Of a slice; absent for all records. */
type LostRecords = { fromIndex?: number; toIndex?: number };

export class StorePoisonPillGuard {
  private begun = false;
  private trial: StoreTrial | undefined;
  /** What was processed at the start: the process before was at a part of it. */
  private untilSeq = 0;
  private poisonMarks: PoisonMark[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly shard: number,
    private readonly setup: StoreTrialSetup,
    private readonly logger: Logger,
  ) {}

  /** Little is taken at once then: what is stored is not tried again. */
  get isIsolating(): boolean {
    return this.trial !== undefined;
  }

  async begin(progress: StoreProgress): Promise<void> {
    this.poisonMarks = await loadPoisonMarks(this.pool, 'store', progress);
    if (this.begun) return;
    const ends = await beginRun(this.pool, 'store', progress);
    this.begun = true;
    if (ends < SUSPICIOUS_ENDS) return;
    this.logger.warn(
      { shard: this.shard, seq: progress.seq, ends },
      'store writer: repeated crashes at this offset; probing slices in a child process',
    );
    this.trial = new StoreTrial(this.setup);
    this.untilSeq = progress.epoch === progress.committedEpoch ? progress.committedSeq : 0;
  }

  async end(): Promise<void> {
    this.trial?.close();
    if (this.begun) await endRun(this.pool, 'store', this.shard).catch(() => undefined);
  }

  /** Before this process makes anything of the slices; those of a position behind which nothing is stored. */
  async check(slices: readonly StoredSlice[], position: StorePosition, folder: string): Promise<void> {
    if (this.trial === undefined) return;
    const unknown = slices.map((stored) => this.split(stored).rest).filter((rest) => rest !== undefined);
    for (const poisonMark of await this.trial.poisonMarksOf(unknown, folder)) {
      this.logger.error(
        { shard: this.shard, ...poisonMark },
        'store writer: a record crashes the process; it is skipped',
      );
      await savePoisonMark(this.pool, 'store', position, poisonMark, (client) => checkFence(client, position));
      this.poisonMarks.push(poisonMark);
    }
  }

  /** The end of careful work: all is stored that was processed at the start. */
  noteStored({ seq }: StorePosition): void {
    if (seq < this.untilSeq) return;
    this.trial?.close();
    this.trial = undefined;
  }

  /** What of a slice can be stored, undefined for nothing, and what is lost. */
  split(stored: StoredSlice): { rest: StoredSlice | undefined; lost: LostRecords[] } {
    const { seq, slice, loggedAtMicros } = stored.place;
    const known = this.poisonMarks.filter(
      (one) => one.seq === seq && one.slice === slice && one.loggedAtMicros === loggedAtMicros,
    );
    if (known.length === 0) return { rest: stored, lost: [] };
    if (known.some(({ record }) => record === undefined)) return { rest: undefined, lost: [{}] };
    const records = new Set(known.map(({ record }) => record!));
    const lost = [...records].filter((record) => !isMarked(stored.marks?.duplicate, record));
    return {
      rest: withoutRecords(stored, (record) => records.has(record)),
      lost: lost.map((record) => ({ fromIndex: record, toIndex: record })),
    };
  }
}

/** The slice with these records marked as not to be stored. */
export function withoutRecords(stored: StoredSlice, isOut: (record: number) => boolean): StoredSlice {
  const duplicate = new BitMarks();
  for (let record = 0; record < stored.slice.recordCount; record++)
    if (isOut(record) || isMarked(stored.marks?.duplicate, record)) duplicate.set(record);
  return { ...stored, marks: { duplicate: duplicate.bytes, late: stored.marks?.late ?? null } };
}
