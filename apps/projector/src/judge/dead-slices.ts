/** What is not counted until an operator has looked at it: slices, and single records of slices. */
import { sliceDigest, type LogSlice } from '@spanwise/contracts/log-message';
import { eachLine } from '@spanwise/otlp/native-records';
import { DROPPED, regroup } from '@spanwise/otlp/regroup';
import type { Judgement, LedgerEntry } from './judgement.js';
import type { JudgedMessage, JudgedSlice } from './judged-message.js';
import { eventMinute } from './watermark.js';

/** A slice that is poison, as a whole. */
export function bury(judged: JudgedSlice, message: JudgedMessage, entry: LedgerEntry, judgement: Judgement): void {
  const { seq, loggedAtMicros, watermark } = message;
  const { organizationId, recordCount, signal } = judged.slice;
  entry.dead += recordCount;
  // When they started nobody can read; they were acknowledged and are not in the figures.
  if (recordCount > 0 && signal === 'traces')
    judgement.fold.addGap(organizationId, eventMinute(loggedAtMicros), 'flush_failed', recordCount);
  judgement.dead.push({ seq, loggedAtMicros, floorHour: watermark.floorHour, judged });
  judgement.marks.push({ seq, slice: judged.index, whole: true, duplicate: null, late: null });
}

/** The records of a slice that take too long, as slices of one record; returns their places. */
export function buryRecords(
  judged: JudgedSlice,
  decoded: Uint8Array,
  { seq, loggedAtMicros, watermark, slices }: JudgedMessage,
  entry: LedgerEntry,
  judgement: Judgement,
): number[] {
  const places = judged.watch?.overBudget;
  if (places === undefined || places.size === 0) return [];
  const { slice } = judged;
  for (const bytes of bytesOf(slice, decoded, places)) {
    const single: LogSlice = {
      organizationId: slice.organizationId,
      stream: slice.stream,
      signal: slice.signal,
      encoding: slice.encoding === 'records' ? 'records' : 'protobuf',
      coding: 'identity',
      recordCount: 1,
      sha256: sliceDigest(bytes),
      bytes,
      // No key: that of the slice stands for the whole of it, and its other records are counted under it.
    };
    const poison = { reason: 'over_budget', detail: 'the record takes too long to judge' } as const;
    // Behind the slices of the message: stored rows are told apart by their places.
    const index = slices.length + judgement.dead.filter((other) => other.seq === seq).length;
    const dead = { slice: single, index, poison };
    judgement.dead.push({ seq, loggedAtMicros, floorHour: watermark.floorHour, judged: dead });
  }
  entry.dead += places.size;
  return [...places];
}

/** Each of the records alone, with its resource and scope. */
function bytesOf({ encoding, signal }: LogSlice, decoded: Uint8Array, places: Set<number>): Uint8Array[] {
  if (encoding !== 'records') {
    const cut = regroup(decoded, encoding, signal, (place) => (places.has(place) ? place : DROPPED));
    return [...cut.values()].map(({ bytes }) => bytes);
  }
  const lines: Uint8Array[] = [];
  let place = 0;
  eachLine(decoded, (line) => {
    if (places.has(place++)) lines.push(Buffer.from(line));
  });
  return lines;
}
