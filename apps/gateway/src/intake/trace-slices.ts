/** From a decoded trace request to the slices of the log. Pure but for inflating and compressing. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { MAX_LOG_MESSAGE_BYTES } from '@spanwise/bus/ingest-stream';
import { ServiceError } from '@spanwise/contracts/errors';
import { shardOf, sliceDigest, type LogSlice, type SliceCoding } from '@spanwise/contracts/log-message';
import { decompress } from '@spanwise/otlp/decompress';
import { checkTraces, type Encoding } from '@spanwise/otlp/read-traces';
import { DROPPED, regroup } from '@spanwise/otlp/regroup';
import { rejectReason } from '@spanwise/span-model/span-check';

export interface TraceRequest {
  organizationId: string;
  stream: string;
  encoding: Encoding;
  coding: SliceCoding;
  wire: Uint8Array;
  receivedAtMicros: number;
}

export interface SlicedRequest {
  slices: { shard: number; slice: LogSlice }[];
  accepted: number;
  rejected: number;
  /** Why spans were rejected, for the client; empty when none was. */
  message: string;
}

const gzipAsync = promisify(gzip);
const SLICE_LIMIT_BYTES = MAX_LOG_MESSAGE_BYTES - 1_024;
const MAX_REASONS = 3;

/**
 * Walks the request once, judges every span by itself, and keeps the original bytes where nothing was rejected and there
 * is one shard. Throws `OtlpError` for a malformed request: then nothing of it is kept.
 */
export async function sliceRequest(request: TraceRequest, shards: number): Promise<SlicedRequest> {
  const decoded = await decompress(request.wire, request.coding);
  const assigned: number[] = [];
  const reasons = new Map<string, number>();
  checkTraces(decoded, request.encoding, (span) => {
    const reason = rejectReason(span, request.receivedAtMicros);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    assigned.push(reason === undefined ? shardOf(span.idBytes, span.traceIdAt, shards) : DROPPED);
  });
  const rejected = assigned.filter((shard) => shard === DROPPED).length;
  const accepted = assigned.length - rejected;
  const result = { accepted, rejected, message: reasonText(reasons) };
  if (accepted === 0) return { slices: [], ...result };
  if (rejected === 0 && shards === 1 && request.wire.length <= SLICE_LIMIT_BYTES) {
    const slice = sliceOf(request, request.encoding, request.coding, request.wire, accepted);
    return { slices: [{ shard: 0, slice }], ...result };
  }
  const groups = regroup(decoded, request.encoding, 'traces', (index) => assigned[index]);
  const slices = [];
  for (const [shard, group] of groups) {
    for (const slice of await fitted(request, group.bytes, group.recordCount)) slices.push({ shard, slice });
  }
  return { slices, ...result };
}

/** Slices that fit a log message: compressed, and split where that is not enough. */
async function fitted(request: TraceRequest, bytes: Buffer, spanCount: number): Promise<LogSlice[]> {
  const compressed = await gzipAsync(bytes, { level: 1 });
  if (compressed.length <= SLICE_LIMIT_BYTES) return [sliceOf(request, 'protobuf', 'gzip', compressed, spanCount)];
  if (spanCount === 1) throw new ServiceError('payload_too_large', 'A single span is larger than the product accepts.');
  const half = Math.ceil(spanCount / 2);
  const halves = regroup(bytes, 'protobuf', 'traces', (index) => (index < half ? 0 : 1));
  const slices = [];
  for (const part of halves.values()) slices.push(...(await fitted(request, part.bytes, part.recordCount)));
  return slices;
}

const sliceOf = (
  request: TraceRequest,
  encoding: Encoding,
  coding: SliceCoding,
  bytes: Uint8Array,
  spanCount: number,
): LogSlice => ({
  organizationId: request.organizationId,
  stream: request.stream,
  signal: 'traces',
  encoding,
  coding,
  recordCount: spanCount,
  sha256: sliceDigest(bytes),
  bytes,
});

function reasonText(reasons: Map<string, number>): string {
  const sorted = [...reasons].sort(([, a], [, b]) => b - a).slice(0, MAX_REASONS);
  return sorted.map(([reason, count]) => `${count} rejected: ${reason}`).join('; ');
}
