/**
 * What processing a slice may take. No record, whatever stands in it and whatever rule reads it, holds the shard for longer:
 * slices are processed under a time limit together; the one that was under work when the time was over is processed again alone,
 * with its records timed; a record that has used up its budget becomes a dead letter, and the others are processed without it.
 */
import type { Watch } from './batch-message.js';
import { runWithin } from './time-limit.js';
import { MOST_DEAD_RECORDS } from './poison-marks.js';

/** Slices are processed together up to so many decoded bytes, for the sake of what a time limit costs. */
export const TOGETHER_BYTES = 4 * 1024 * 1024;

/** Processor time of one record: what is usual is microseconds. */
const RECORD_MS = 250;
const TOGETHER_MS = 1_000;
const ALONE_MS = 2_000;
/** Beside the above: many times what records need that are just many. */
const MS_PER_MIB = 250;
/** A machine that is busy otherwise gets more time, this much at most, before a slice is blamed. */
const MOST_PATIENCE = 8;

const NO_RECORD = -1;
const MIB = 1024 * 1024;

const timeOf = (decodedBytes: number): number => Math.ceil((MS_PER_MIB * decodedBytes) / MIB);

/** Knows which record is under work, and since when if its slice is watched. */
export class RecordBudget {
  private record = NO_RECORD;
  private timed = false;
  private began: NodeJS.CpuUsage | undefined;

  begin(record: number): void {
    this.record = record;
    if (this.timed) this.began = process.cpuUsage();
  }

  end(): void {
    this.record = NO_RECORD;
  }

  /** False when the time was over. */
  runTogether(decodedBytes: number, work: () => void): boolean {
    this.timed = false;
    return runWithin(TOGETHER_MS + timeOf(decodedBytes), work);
  }

  /**
   * Undefined when the work was done. Otherwise the slice is to be processed again: without the record that is named, or not at
   * all where `record` is undefined, or with more patience.
   */
  runAlone(watch: Watch, decodedBytes: number, work: () => void): Overrun | undefined {
    const limitMs = (ALONE_MS + timeOf(decodedBytes)) * watch.patience;
    this.timed = true;
    this.end();
    const started = (this.began = process.cpuUsage());
    if (runWithin(limitMs, work)) return undefined;
    const found = this.record !== NO_RECORD;
    const used = process.cpuUsage(found ? this.began : started);
    if ((used.user + used.system) / 1_000 < (found ? RECORD_MS : limitMs / 2) && watch.patience < MOST_PATIENCE) {
      watch.patience *= 2;
      return 'more patience';
    }
    return { record: found && watch.dead.size < MOST_DEAD_RECORDS ? this.record : undefined };
  }
}

export type Overrun = 'more patience' | { record: number | undefined };
