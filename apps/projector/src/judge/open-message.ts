import { decodeLogMessage, sliceDigest, type LogSlice } from '@spanwise/contracts/log-message';
import { decompress } from '@spanwise/otlp/decompress';
import type { Watermark } from './watermark.js';

/** A message of the log as it was read. */
export interface LogEntry {
  seq: number;
  loggedAtMicros: number;
  data: Uint8Array;
}

/** A slice of a log message; `poison` is the reason why it cannot be read, once that is known. */
export interface JudgedSlice {
  slice: LogSlice;
  index: number;
  poison: string | undefined;
}

export interface JudgedMessage {
  seq: number;
  loggedAtMicros: number;
  watermark: Watermark;
  slices: JudgedSlice[];
}

const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** Takes a message apart. Its slices stay compressed until each is judged: inflated they may be many times larger. */
export function openMessage(entry: LogEntry, watermark: Watermark): JudgedMessage {
  const { seq, loggedAtMicros } = entry;
  let slices: LogSlice[];
  try {
    slices = decodeLogMessage(entry.data);
  } catch (error) {
    return { seq, loggedAtMicros, watermark, slices: [unreadable(entry, (error as Error).message)] };
  }
  return { seq, loggedAtMicros, watermark, slices: slices.map((slice, index) => openSlice(slice, index)) };
}

export const openSlice = (slice: LogSlice, index: number): JudgedSlice => ({ slice, index, poison: undefined });

/** The bytes of a slice as the client meant them; undefined when the slice is poison, which it is marked as then. */
export async function inflateSlice(judged: JudgedSlice): Promise<Uint8Array | undefined> {
  const { slice } = judged;
  if (judged.poison !== undefined) return undefined;
  if (!sliceDigest(slice.bytes).equals(slice.sha256)) {
    judged.poison = 'the digest of the slice does not match';
    return undefined;
  }
  try {
    return await decompress(slice.bytes, slice.coding);
  } catch (error) {
    judged.poison = `the slice cannot be inflated: ${(error as Error).message}`;
    return undefined;
  }
}

/** Framing that nobody can read has no organization and no known number of spans. */
function unreadable(entry: LogEntry, reason: string): JudgedSlice {
  const slice: LogSlice = {
    organizationId: NO_ORGANIZATION,
    stream: 'default',
    signal: 'traces',
    encoding: 'protobuf',
    coding: 'identity',
    recordCount: 0,
    sha256: new Uint8Array(32),
    bytes: entry.data,
  };
  return { slice, index: 0, poison: `the log message cannot be read: ${reason}` };
}
