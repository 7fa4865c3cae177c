import { decodeLogMessage, type LogSlice } from '@spanwise/contracts/log-message';
import { decompress } from '@spanwise/otlp/decompress';
import { digestMatches, type JudgedMessage, type JudgedSlice } from './batch-judge.js';
import type { Watermark } from './watermark.js';

/** A message of the log as it was read. */
export interface LogEntry {
  seq: number;
  loggedAtMicros: number;
  data: Uint8Array;
}

const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** Takes a message apart and inflates its slices. What cannot be read becomes a dead letter, alone (rule 4). */
export async function openMessage(entry: LogEntry, watermark: Watermark): Promise<JudgedMessage> {
  const { seq, loggedAtMicros } = entry;
  let slices: LogSlice[];
  try {
    slices = decodeLogMessage(entry.data);
  } catch (error) {
    return { seq, loggedAtMicros, watermark, slices: [unreadable(entry, (error as Error).message)] };
  }
  const judged = await Promise.all(slices.map((slice, index) => openSlice(slice, index)));
  return { seq, loggedAtMicros, watermark, slices: judged };
}

export async function openSlice(slice: LogSlice, index: number): Promise<JudgedSlice> {
  if (!digestMatches(slice))
    return { slice, index, decoded: undefined, poison: 'the digest of the slice does not match' };
  try {
    return { slice, index, decoded: await decompress(slice.bytes, slice.coding), poison: undefined };
  } catch (error) {
    return { slice, index, decoded: undefined, poison: `the slice cannot be inflated: ${(error as Error).message}` };
  }
}

/** Framing that nobody can read has no organization and no known number of spans. */
function unreadable(entry: LogEntry, reason: string): JudgedSlice {
  const slice: LogSlice = {
    organizationId: NO_ORGANIZATION,
    stream: 'default',
    encoding: 'protobuf',
    coding: 'identity',
    spanCount: 0,
    sha256: new Uint8Array(32),
    bytes: entry.data,
  };
  return { slice, index: 0, decoded: undefined, poison: `the log message cannot be read: ${reason}` };
}
