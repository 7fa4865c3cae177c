/** What is known of a record before it is processed: that it takes too long, or ends the process that reads it (PROTO-37). */
import type { BatchMessage, Poison, PoisonReason } from './batch-message.js';

export interface PoisonMark {
  seq: number;
  /** Of the message, so that another one under the same sequence is not meant. */
  loggedAtMicros: number;
  slice: number;
  /** Place in the slice; undefined for the slice as a whole. */
  record: number | undefined;
  reason: PoisonReason;
}

/** Of a slice; one with more such records is a dead letter as a whole. */
export const MOST_DEAD_RECORDS = 8;

const DOES = { over_budget: 'takes too long to process', ends_process: 'ends the process that reads it' };

export const poisonOf = (reason: PoisonReason, what: 'record' | 'slice'): Poison => ({
  reason,
  detail: `the ${what} ${DOES[reason]}`,
});

/** Marks the slices of a message that was not processed yet. */
export function applyPoisonMarks(message: BatchMessage, poisonMarks: readonly PoisonMark[]): void {
  for (const { seq, loggedAtMicros, slice, record, reason } of poisonMarks) {
    if (seq !== message.seq || loggedAtMicros !== message.loggedAtMicros) continue;
    const batchSlice = message.slices.find(({ index }) => index === slice);
    if (batchSlice === undefined) continue;
    if (record === undefined) batchSlice.poison ??= poisonOf(reason, 'slice');
    else (batchSlice.watch ??= { dead: new Map(), patience: 1 }).dead.set(record, reason);
  }
}
