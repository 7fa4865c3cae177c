/** Tries whether messages of the log can be processed by a process that lives on, and finds what in them cannot. */
import { fileURLToPath } from 'node:url';
import { openMessage, type LogEntry } from '../dedup/open-message.js';
import type { PoisonMark } from '../dedup/poison-marks.js';
import type { Watermark } from '../dedup/watermark.js';
import { findEnding } from './find-ending.js';
import { TrialProcess } from './trial-process.js';

/** The built program, whether this file runs built or not. */
const PROGRAM = fileURLToPath(new URL('../../dist/trial/batch-trial.main.js', import.meta.url));

/** What the processing of the shard rests on. */
export interface BatchTrialSetup {
  /** Exceptions of log records join the error groups: only where there is no other shard (ADR 0015). */
  countsLogged: boolean;
  horizonMicros: number;
  /** The process ends when its event loop stands still for longer. */
  stallLimitMs: number;
  logLevel: string;
}

export interface BatchTrialRequest {
  entries: readonly LogEntry[];
  watermark: Watermark;
  keySeed: Uint32Array;
  poisonMarks: readonly PoisonMark[];
  /** One slice of the only message, or some of its records: from and to, the end exclusive. */
  only?: { slice: number; records?: [number, number] };
}

type Base = Pick<BatchTrialRequest, 'watermark' | 'keySeed' | 'poisonMarks'>;

export class BatchTrial {
  private readonly process: TrialProcess<BatchTrialRequest>;

  constructor({ countsLogged, horizonMicros, stallLimitMs, logLevel }: BatchTrialSetup, program = PROGRAM) {
    const setup: BatchTrialSetup = { countsLogged, horizonMicros, stallLimitMs, logLevel };
    this.process = new TrialProcess(program, setup);
  }

  survives(base: Base, entries: readonly LogEntry[]): Promise<boolean> {
    return this.process.survives({ ...base, entries: entries.map(plain) });
  }

  /**
   * Verdicts on what in a message ends the process that reads it: single records; a slice as a whole where they cannot be
   * distinguished. None where each slice for itself does no harm.
   */
  async poisonMarksOf(base: Base, entry: LogEntry): Promise<PoisonMark[]> {
    const { seq, loggedAtMicros } = entry;
    const { slices } = openMessage(entry, base.watermark);
    const found: PoisonMark[] = [];
    for (const { index, slice, poison } of slices) {
      if (poison !== undefined) continue;
      const poisonMark = (record: number | undefined): PoisonMark => {
        return { seq, loggedAtMicros, slice: index, record, reason: 'ends_process' };
      };
      const request = (records?: [number, number], poisonMarks = base.poisonMarks): BatchTrialRequest => {
        return { ...base, poisonMarks, entries: [plain(entry)], only: { slice: index, ...(records && { records }) } };
      };
      const nothing: BatchTrialRequest = { ...base, entries: [] };
      if (await this.process.survives(request())) continue;
      const records = await findEnding(slice.recordCount, {
        survives: (from, to) => this.process.survives(request([from, to])),
        endsBy: (record) => this.process.endsBy(request([record, record + 1]), nothing),
        survivesWithout: (dead) =>
          this.process.survives(request(undefined, [...base.poisonMarks, ...dead.map(poisonMark)])),
      });
      if (records !== undefined) found.push(...records.map(poisonMark));
      else if (await this.process.endsBy(request(), nothing)) found.push(poisonMark(undefined));
    }
    return found;
  }

  close(): void {
    this.process.close();
  }
}

/** What of an entry goes to another process. */
const plain = ({ seq, loggedAtMicros, data, gatewayHealth }: LogEntry): LogEntry => ({
  seq,
  loggedAtMicros,
  data,
  ...(gatewayHealth !== undefined && { gatewayHealth }),
});
