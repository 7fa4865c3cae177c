/** Tries whether segments can be made of slices by a process that lives on, and finds the records of which they cannot. */
import { fileURLToPath } from 'node:url';
import type { EngineLimits } from '@spanwise/segments/engine-instance';
import type { PoisonMark } from '../dedup/poison-marks.js';
import { findEnding } from '../trial/find-ending.js';
import { TrialProcess } from '../trial/trial-process.js';
import type { StoredSlice } from './stored-slices.store.js';

/** The built program, whether this file runs built or not. */
const PROGRAM = fileURLToPath(new URL('../../dist/store/store-trial.main.js', import.meta.url));

/** What segments are made with. */
export interface StoreTrialSetup {
  engine: EngineLimits;
  /** Lines of one segment, as for the store writer. */
  segmentBytes: number;
  /** The process ends when its event loop stands still for longer. */
  stallLimitMs: number;
  logLevel: string;
}

export interface StoreTrialRequest {
  slices: readonly StoredSlice[];
  /** Where files are made. */
  folder: string;
  /** Records of the only slice: from and to, the end exclusive. */
  records?: [number, number];
  /** Records that are left out of it. */
  without?: readonly number[];
}

export class StoreTrial {
  private readonly process: TrialProcess<StoreTrialRequest>;

  constructor(setup: StoreTrialSetup, program = PROGRAM) {
    this.process = new TrialProcess(program, setup);
  }

  /** Verdicts on what of the slices ends the process: single records, or slices where they cannot be distinguished. */
  async poisonMarksOf(slices: readonly StoredSlice[], folder: string): Promise<PoisonMark[]> {
    const open = [slices];
    const found: PoisonMark[] = [];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      if (part.length === 0 || (await this.process.survives({ slices: part, folder }))) continue;
      const middle = Math.floor(part.length / 2);
      if (part.length > 1) open.push(part.slice(middle), part.slice(0, middle));
      else found.push(...(await this.poisonMarksOfSlice(part[0]!, folder)));
    }
    return found;
  }

  close(): void {
    this.process.close();
  }

  private async poisonMarksOfSlice(stored: StoredSlice, folder: string): Promise<PoisonMark[]> {
    const { seq, loggedAtMicros, slice } = stored.place;
    const poisonMark = (record: number | undefined): PoisonMark => {
      return { seq, loggedAtMicros, slice, record, reason: 'ends_process' };
    };
    const nothing: StoreTrialRequest = { slices: [], folder };
    const whole: StoreTrialRequest = { slices: [stored], folder };
    const records = await findEnding(stored.slice.recordCount, {
      survives: (from, to) => this.process.survives({ ...whole, records: [from, to] }),
      endsBy: (record) => this.process.endsBy({ ...whole, records: [record, record + 1] }, nothing),
      survivesWithout: (without) => this.process.survives({ ...whole, without }),
    });
    if (records !== undefined) return records.map(poisonMark);
    return (await this.process.endsBy(whole, nothing)) ? [poisonMark(undefined)] : [];
  }
}
