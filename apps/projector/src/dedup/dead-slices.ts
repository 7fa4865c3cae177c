/** What is not counted until an operator has looked at it: slices, and single records of slices. */
import { sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { eachLine } from '@spanwise/otlp/native-records';
import { DROPPED, regroup } from '@spanwise/otlp/regroup';
import type { BatchResult, LedgerEntry } from './batch-result.js';
import type { BatchMessage, BatchSlice } from './batch-message.js';
import { poisonOf } from './poison-marks.js';
import { eventMinute } from './watermark.js';

/** A slice that is poison, as a whole. */
export function deadLetter(
  batchSlice: BatchSlice,
  message: BatchMessage,
  entry: LedgerEntry,
  result: BatchResult,
): void {
  const { seq, loggedAtMicros, watermark } = message;
  const { organizationId, recordCount, signal } = batchSlice.slice;
  entry.dead += recordCount;
  // Their start times are unreadable; they were acknowledged and are not in the figures.
  if (recordCount > 0 && signal === 'traces')
    result.fold.addGap(organizationId, eventMinute(loggedAtMicros), 'flush_failed', recordCount);
  result.dead.push({ seq, loggedAtMicros, floorHour: watermark.floorHour, batchSlice });
  result.marks.push({ seq, slice: batchSlice.index, whole: true, duplicate: null, late: null });
}

/** The records of a slice that are not to be processed, as slices of one record; returns their places. */
export function deadLetterRecords(
  batchSlice: BatchSlice,
  decoded: Uint8Array,
  { seq, loggedAtMicros, watermark, slices }: BatchMessage,
  entry: LedgerEntry,
  result: BatchResult,
): number[] {
  const dead = batchSlice.watch?.dead;
  if (dead === undefined || dead.size === 0) return [];
  const { slice } = batchSlice;
  const cut = cutRecords(slice, decoded, (place) => (dead.has(place) ? place : DROPPED));
  for (const [place, bytes] of cut) {
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
    // Behind the slices of the message: stored rows are distinguished by their places.
    const index = slices.length + result.dead.filter((other) => other.seq === seq).length;
    const alone = { slice: single, index, poison: poisonOf(dead.get(place)!, 'record') };
    result.dead.push({ seq, loggedAtMicros, floorHour: watermark.floorHour, batchSlice: alone });
  }
  entry.dead += dead.size;
  return [...dead.keys()];
}

/** The records of each group that `groupOf` names, with their resources and scopes; without those that it drops. */
export function cutRecords(
  { encoding, signal }: Pick<LogSlice, 'encoding' | 'signal'>,
  decoded: Uint8Array,
  groupOf: (place: number) => number,
): Map<number, Uint8Array> {
  if (encoding !== 'records')
    return new Map([...regroup(decoded, encoding, signal, groupOf)].map(([group, { bytes }]) => [group, bytes]));
  const groups = new Map<number, Uint8Array>();
  let place = 0;
  eachLine(decoded, (line) => {
    const group = groupOf(place++);
    if (group === DROPPED) return;
    const before = groups.get(group);
    groups.set(group, before === undefined ? Buffer.from(line) : Buffer.concat([before, NEWLINE, line]));
  });
  return groups;
}

const NEWLINE = Buffer.from('\n');
