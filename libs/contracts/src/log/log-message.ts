/**
 * The message that the gateway publishes to the log of a shard: a list of slices, one per client request
 * (PROTO-4). The projector verifies and processes slice by slice, so that a poison slice harms no neighbour.
 *
 * Layout: a magic, then per slice a header and its bytes, integers little-endian:
 * organization 16 | sha256 32 | record count u32 | encoding u8 | coding u8 | signal u8 | dedupe key 16
 *   | stream name length u8 | stream name | byte length u32 | bytes
 * Signal and dedupe key exist under the magic `SWL2` alone. Under `SWL1` every slice is of traces and has no key; a
 * message that can be said so is said so, which the projector of a former release reads too while it is replaced.
 */
import { createHash } from 'node:crypto';
import type { Integer } from '../base/integer.js';

/** `records`: native records as NDJSON, one object a line, each with its `_timestamp`. */
export type SliceEncoding = 'protobuf' | 'json' | 'records';
export type SliceCoding = 'identity' | 'gzip' | 'deflate' | 'zstd';
/** In the order of their numbers, in messages and in tables. */
export const SLICE_SIGNALS = ['traces', 'logs', 'metrics'] as const;
export type SliceSignal = (typeof SLICE_SIGNALS)[number];

export interface LogSlice {
  organizationId: string;
  /** Stream of the raw telemetry, `default` unless the client named one. */
  stream: string;
  signal: SliceSignal;
  encoding: SliceEncoding;
  coding: SliceCoding;
  /** Spans, log records or data points. */
  recordCount: number;
  /** 16 bytes, the same for every repetition of a slice whose records have no ids of their own; absent: never a duplicate. */
  dedupeKey?: Uint8Array;
  sha256: Uint8Array;
  /** The request as received, still compressed, or what regrouping left of it; `sha256` is over these bytes. */
  bytes: Uint8Array;
}

/** Stands where the organization of telemetry is unknown: no organization has this id. */
export const ANY_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

export const INGEST_STREAM = (shard: number): string => `INGEST_${shard}`;
export const INGEST_SUBJECT = (shard: number): string => `ingest.${shard}`;
/** On messages of the log, and hints behind them, that hold nothing of a client: what is done with them is not traced. */
export const OWN_MESSAGE_HEADER = 'Spanwise-Own';

/**
 * The last sequence of the shard that was acknowledged to the gateway before it sent the message. At that sequence or behind it
 * the message would lie nowhere but in a log that has lost its end (PROTO-35).
 */
export const LAST_ACKNOWLEDGED_HEADER = 'Spanwise-Last-Acknowledged';

const MAGIC_BYTES = 4;
const TRACES_ONLY = Buffer.from('SWL1');
const EVERY_SIGNAL = Buffer.from('SWL2');
const DEDUPE_KEY_BYTES = 16;
const NO_KEY = Buffer.alloc(DEDUPE_KEY_BYTES);
/** Header without the stream name and the lengths, under each magic. */
const TRACES_HEADER_BYTES = 16 + 32 + 4 + 1 + 1;
const HEADER_BYTES = TRACES_HEADER_BYTES + 1 + DEDUPE_KEY_BYTES;
const ENCODINGS: readonly SliceEncoding[] = ['protobuf', 'json', 'records'];
const CODINGS: readonly SliceCoding[] = ['identity', 'gzip', 'deflate', 'zstd'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function uuidBytes(uuid: string): Buffer {
  if (!UUID.test(uuid)) throw new Error('not a lower-case UUID');
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

export function uuidText(bytes: Uint8Array, at = 0): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset + at, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function sliceDigest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** At most, whatever the message is written as. */
export function encodedSliceBytes(slice: LogSlice): number {
  return HEADER_BYTES + 1 + Buffer.byteLength(slice.stream) + 4 + slice.bytes.length;
}

const isPlainTrace = ({ signal, dedupeKey, encoding }: LogSlice): boolean =>
  signal === 'traces' && dedupeKey === undefined && encoding !== 'records';

export function encodeLogMessage(slices: readonly LogSlice[]): Buffer {
  const tracesOnly = slices.every(isPlainTrace);
  const out = Buffer.allocUnsafe(slices.reduce((sum, slice) => sum + encodedSliceBytes(slice), MAGIC_BYTES));
  let at = (tracesOnly ? TRACES_ONLY : EVERY_SIGNAL).copy(out, 0);
  for (const slice of slices) {
    at += uuidBytes(slice.organizationId).copy(out, at);
    out.set(slice.sha256, at);
    at = out.writeUInt32LE(slice.recordCount, at + 32);
    at = out.writeUInt8(ENCODINGS.indexOf(slice.encoding), at);
    at = out.writeUInt8(CODINGS.indexOf(slice.coding), at);
    if (!tracesOnly) {
      at = out.writeUInt8(SLICE_SIGNALS.indexOf(slice.signal), at);
      out.set(slice.dedupeKey ?? NO_KEY, at);
      at += DEDUPE_KEY_BYTES;
    }
    const streamBytes = out.write(slice.stream, at + 1);
    at = out.writeUInt8(streamBytes, at) + streamBytes;
    at = out.writeUInt32LE(slice.bytes.length, at);
    out.set(slice.bytes, at);
    at += slice.bytes.length;
  }
  return out.subarray(0, at);
}

/** Byte ranges are views of `message`, not copies. Throws when the framing itself is broken. */
export function decodeLogMessage(message: Uint8Array): LogSlice[] {
  const view = Buffer.from(message.buffer, message.byteOffset, message.length);
  const magic = view.subarray(0, MAGIC_BYTES);
  const tracesOnly = magic.equals(TRACES_ONLY);
  if (!tracesOnly && !magic.equals(EVERY_SIGNAL)) throw new Error('not a log message');
  const slices: LogSlice[] = [];
  let at = MAGIC_BYTES;
  while (at < view.length) {
    const { slice, end } = decodeSlice(view, at, tracesOnly);
    slices.push(slice);
    at = end;
  }
  return slices;
}

function decodeSlice(view: Buffer, at: number, tracesOnly: boolean): { slice: LogSlice; end: Integer } {
  const streamLengthAt = at + (tracesOnly ? TRACES_HEADER_BYTES : HEADER_BYTES);
  if (streamLengthAt >= view.length) throw new Error('log message ends in a slice header');
  const encoding = ENCODINGS[view.readUInt8(at + 52)];
  const coding = CODINGS[view.readUInt8(at + 53)];
  const signal = tracesOnly ? 'traces' : SLICE_SIGNALS[view.readUInt8(at + 54)];
  const dedupeKey = tracesOnly ? NO_KEY : view.subarray(at + 55, at + 55 + DEDUPE_KEY_BYTES);
  const streamEnd = streamLengthAt + 1 + view.readUInt8(streamLengthAt);
  if (encoding === undefined || coding === undefined || signal === undefined || streamEnd + 4 > view.length)
    throw new Error('log message has a broken slice header');
  const end = streamEnd + 4 + view.readUInt32LE(streamEnd);
  if (end > view.length) throw new Error('log message ends in a slice');
  const slice: LogSlice = {
    organizationId: uuidText(view, at),
    stream: view.toString('utf8', streamLengthAt + 1, streamEnd),
    signal,
    encoding,
    coding,
    recordCount: view.readUInt32LE(at + 48),
    ...(!dedupeKey.equals(NO_KEY) && { dedupeKey }),
    sha256: view.subarray(at + 16, at + 48),
    bytes: view.subarray(streamEnd + 4, end),
  };
  return { slice, end };
}

/** Shard of a span: all spans of a trace meet in one log, whichever request brings them. */
export function shardOf(traceId: Uint8Array, at: number, shards: number): number {
  if (shards === 1) return 0;
  const view = new DataView(traceId.buffer, traceId.byteOffset + at, 16);
  // Both ends are mixed: some clients make only one half of the id random.
  const mixed = Math.imul(view.getUint32(0) ^ view.getUint32(12), 0x9e37_79b1) ^ view.getUint32(4) ^ view.getUint32(8);
  return (mixed >>> 0) % shards;
}
