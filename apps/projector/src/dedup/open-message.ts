import { decodeGatewayHealth } from '@spanwise/contracts/base/gateway-health';
import { ANY_ORGANIZATION, decodeLogMessage, sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { decompress } from '@spanwise/otlp/decompress';
import type { BatchMessage, BatchSlice } from './batch-message.js';
import { applyPoisonMarks, type PoisonMark } from './poison-marks.js';
import { advance, type Watermark } from './watermark.js';

/** A message of the log as it was read. */
export interface LogEntry {
  seq: number;
  loggedAtMicros: number;
  data: Uint8Array;
  /** What a gateway says of itself, as it stands in the message. */
  gatewayHealth?: string;
  /** The last sequence that was acknowledged to its gateway before it. */
  acknowledgedSeq?: number;
}

/** Each by the log's time up to it, from `watermark` on, and by what is known of it. */
export function openMessages(
  entries: readonly LogEntry[],
  watermark: Watermark,
  horizonMicros: number,
  poisonMarks: readonly PoisonMark[],
): BatchMessage[] {
  let reached = watermark;
  return entries.map((entry) => {
    reached = advance(reached, entry.loggedAtMicros, horizonMicros);
    const message = openMessage(entry, reached);
    applyPoisonMarks(message, poisonMarks);
    return message;
  });
}

/** Takes a message apart. Its slices stay compressed until each is processed: inflated they may be many times larger. */
export function openMessage(entry: LogEntry, watermark: Watermark): BatchMessage {
  const { seq, loggedAtMicros } = entry;
  let slices: LogSlice[];
  try {
    slices = decodeLogMessage(entry.data);
  } catch (error) {
    return { seq, loggedAtMicros, watermark, slices: [unreadable(entry, (error as Error).message)] };
  }
  const health =
    entry.gatewayHealth === undefined ? undefined : decodeGatewayHealth(entry.gatewayHealth, loggedAtMicros);
  return {
    seq,
    loggedAtMicros,
    watermark,
    slices: slices.map((slice, index) => openSlice(slice, index)),
    ...(health && { gatewayHealth: health }),
  };
}

export const openSlice = (slice: LogSlice, index: number): BatchSlice => ({ slice, index, poison: undefined });

/** The bytes of a slice as the client meant them; undefined when the slice is poison, which it is marked as then. */
export async function inflateSlice(batchSlice: BatchSlice): Promise<Uint8Array | undefined> {
  const { slice } = batchSlice;
  if (batchSlice.poison !== undefined) return undefined;
  if (!sliceDigest(slice.bytes).equals(slice.sha256)) {
    batchSlice.poison = { reason: 'wrong_digest', detail: 'the digest of the slice does not match' };
    return undefined;
  }
  try {
    return await decompress(slice.bytes, slice.coding);
  } catch (error) {
    batchSlice.poison = { reason: 'not_inflatable', detail: (error as Error).message };
    return undefined;
  }
}

/** Unreadable framing is of an unknown organization, with an unknown number of spans. */
function unreadable(entry: LogEntry, detail: string): BatchSlice {
  const slice: LogSlice = {
    organizationId: ANY_ORGANIZATION,
    stream: 'default',
    signal: 'traces',
    encoding: 'protobuf',
    coding: 'identity',
    recordCount: 0,
    sha256: new Uint8Array(32),
    bytes: entry.data,
  };
  return { slice, index: 0, poison: { reason: 'unreadable_message', detail } };
}
