import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import { DeltaFold } from '@spanwise/span-model/delta';
import type { EventTimes } from './event-times.js';
import type { BatchSlice } from './batch-message.js';
import type { KeySet } from './key-set.js';
import type { SliceMarks } from './slice-marks.js';

export interface LedgerEntry {
  seq: number;
  loggedAtMicros: number;
  organizationId: string;
  signal: SliceSignal;
  /** Of the slices as they lie in the log. */
  bytes: number;
  received: number;
  counted: number;
  duplicate: number;
  late: number;
  dead: number;
  /** Of the records that are counted or late. */
  times: EventTimes;
}

export interface DeadSlice {
  seq: number;
  loggedAtMicros: number;
  floorHour: number;
  batchSlice: BatchSlice;
}

export interface BatchResult {
  /** How many of the messages were processed, from the first on: a batch ends early when it inflates to too much. */
  messages: number;
  fold: DeltaFold;
  /** By minute of the span's start, or of the slice (`slice-key.ts`). */
  newKeys: Map<number, KeySet>;
  ledger: LedgerEntry[];
  dead: DeadSlice[];
  /** Of the slices that were not counted whole. */
  marks: SliceMarks[];
}

export const emptyBatchResult = (): BatchResult => ({
  messages: 0,
  fold: new DeltaFold(),
  newKeys: new Map(),
  ledger: [],
  dead: [],
  marks: [],
});
