/**
 * The message that the gateway publishes to the log of a shard: a list of slices, one per client request
 * (exactly-once rule 4). The projector verifies and judges slice by slice, so that a poison slice harms no neighbour.
 *
 * Layout: `SWL1`, then per slice a header and its bytes, integers little-endian:
 * organization 16 | sha256 32 | span count u32 | encoding u8 | coding u8 | stream name length u8 | stream name | byte length u32 | bytes
 */
import { createHash } from 'node:crypto';

export type SliceEncoding = 'protobuf' | 'json';
export type SliceCoding = 'identity' | 'gzip' | 'deflate' | 'zstd';

export interface LogSlice {
  organizationId: string;
  /** Stream of the raw telemetry, `default` unless the client named one. */
  stream: string;
  encoding: SliceEncoding;
  coding: SliceCoding;
  spanCount: number;
  sha256: Uint8Array;
  /** The request as received, still compressed, or what regrouping left of it; `sha256` is over these bytes. */
  bytes: Uint8Array;
}

export const INGEST_STREAM = (shard: number): string => `INGEST_${shard}`;
export const INGEST_SUBJECT = (shard: number): string => `ingest.${shard}`;
/** On messages of the log, and hints behind them, that hold nothing of a client: what is done with them is not traced. */
export const OWN_MESSAGE_HEADER = 'Spanwise-Own';

const MAGIC = Buffer.from('SWL1');
const FIXED_HEADER_BYTES = 16 + 32 + 4 + 1 + 1 + 1;
const ENCODINGS: readonly SliceEncoding[] = ['protobuf', 'json'];
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

export function encodedSliceBytes(slice: LogSlice): number {
  return FIXED_HEADER_BYTES + Buffer.byteLength(slice.stream) + 4 + slice.bytes.length;
}

export function encodeLogMessage(slices: readonly LogSlice[]): Buffer {
  const out = Buffer.allocUnsafe(slices.reduce((sum, slice) => sum + encodedSliceBytes(slice), MAGIC.length));
  let at = MAGIC.copy(out, 0);
  for (const slice of slices) {
    at += uuidBytes(slice.organizationId).copy(out, at);
    out.set(slice.sha256, at);
    at = out.writeUInt32LE(slice.spanCount, at + 32);
    at = out.writeUInt8(ENCODINGS.indexOf(slice.encoding), at);
    at = out.writeUInt8(CODINGS.indexOf(slice.coding), at);
    const streamBytes = out.write(slice.stream, at + 1);
    at = out.writeUInt8(streamBytes, at) + streamBytes;
    at = out.writeUInt32LE(slice.bytes.length, at);
    out.set(slice.bytes, at);
    at += slice.bytes.length;
  }
  return out;
}

/** Byte ranges are views of `message`, not copies. Throws when the framing itself is broken. */
export function decodeLogMessage(message: Uint8Array): LogSlice[] {
  const view = Buffer.from(message.buffer, message.byteOffset, message.length);
  if (view.length < MAGIC.length || !view.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('not a log message');
  const slices: LogSlice[] = [];
  let at = MAGIC.length;
  while (at < view.length) {
    if (at + FIXED_HEADER_BYTES > view.length) throw new Error('log message ends in a slice header');
    const organizationId = uuidText(view, at);
    const sha256 = view.subarray(at + 16, at + 48);
    const spanCount = view.readUInt32LE(at + 48);
    const encoding = ENCODINGS[view.readUInt8(at + 52)];
    const coding = CODINGS[view.readUInt8(at + 53)];
    const streamEnd = at + FIXED_HEADER_BYTES + view.readUInt8(at + 54);
    if (encoding === undefined || coding === undefined || streamEnd + 4 > view.length)
      throw new Error('log message has a broken slice header');
    const stream = view.toString('utf8', at + FIXED_HEADER_BYTES, streamEnd);
    const end = streamEnd + 4 + view.readUInt32LE(streamEnd);
    if (end > view.length) throw new Error('log message ends in a slice');
    slices.push({
      organizationId,
      stream,
      encoding,
      coding,
      spanCount,
      sha256,
      bytes: view.subarray(streamEnd + 4, end),
    });
    at = end;
  }
  return slices;
}

/** Shard of a span: all spans of a trace meet in one log, whichever request brings them. */
export function shardOf(traceId: Uint8Array, at: number, shards: number): number {
  if (shards === 1) return 0;
  const view = new DataView(traceId.buffer, traceId.byteOffset + at, 16);
  // Both ends are mixed: some clients make only one half of the id random.
  const mixed = Math.imul(view.getUint32(0) ^ view.getUint32(12), 0x9e37_79b1) ^ view.getUint32(4) ^ view.getUint32(8);
  return (mixed >>> 0) % shards;
}
