/** What is known of a record before it is judged: that it takes too long, or ends the process that judges it (PROTO-37). */
import type { JudgedMessage, Poison, VerdictReason } from './judged-message.js';

export interface Verdict {
  seq: number;
  /** Of the message, so that another one under the same sequence is not meant. */
  loggedAtMicros: number;
  slice: number;
  /** Place in the slice; undefined for the slice as a whole. */
  record: number | undefined;
  reason: VerdictReason;
}

/** Of a slice; one with more such records is a dead letter as a whole. */
export const MOST_DEAD_RECORDS = 8;

const DOES = { over_budget: 'takes too long to judge', ends_process: 'ends the process that judges it' };

export const poisonOf = (reason: VerdictReason, what: 'record' | 'slice'): Poison => ({
  reason,
  detail: `the ${what} ${DOES[reason]}`,
});

/** Marks the slices of a message that was not judged yet. */
export function applyVerdicts(message: JudgedMessage, verdicts: readonly Verdict[]): void {
  for (const { seq, loggedAtMicros, slice, record, reason } of verdicts) {
    if (seq !== message.seq || loggedAtMicros !== message.loggedAtMicros) continue;
    const judged = message.slices.find(({ index }) => index === slice);
    if (judged === undefined) continue;
    if (record === undefined) judged.poison ??= poisonOf(reason, 'slice');
    else (judged.watch ??= { dead: new Map(), patience: 1 }).dead.set(record, reason);
  }
}
