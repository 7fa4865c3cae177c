/** From a trace request to the slices of the log. */
import { ServiceError } from '@spanwise/contracts/base/errors';
import { shardOf, type LogSlice } from '@spanwise/contracts/log/log-message';
import { checkTraces } from '@spanwise/otlp/read-traces';
import { DROPPED, regroup } from '@spanwise/otlp/regroup';
import { rejectReason } from '@spanwise/span-model/span-check';
import { Rejections, warnOfUnread } from './rejections.js';
import {
  compress,
  SLICE_LIMIT_BYTES,
  sliceOf,
  type Destination,
  type OtlpRequest,
  type SlicedRequest,
} from './sliced-request.js';

/**
 * Walks the request once, checks every span by itself, and keeps the original bytes where nothing was rejected and there
 * is one shard. Throws `OtlpError` for a malformed request: then nothing of it is kept.
 */
export async function sliceTraces(request: OtlpRequest, decoded: Uint8Array, shards: number): Promise<SlicedRequest> {
  const assigned: number[] = [];
  const rejections = new Rejections();
  checkTraces(decoded, request.encoding, (span) => {
    const reason = rejectReason(span, request.receivedAtMicros, request.oldestMicros);
    if (reason !== undefined) rejections.add(assigned.length, reason);
    assigned.push(reason === undefined ? shardOf(span.idBytes, span.traceIdAt, shards) : DROPPED);
  });
  const accepted = assigned.length - rejections.count;
  if (assigned.length === 0) warnOfUnread(rejections, decoded, request.encoding, 'traces');
  const result = { accepted, decodedBytes: decoded.length, rejections };
  if (accepted === 0) return { slices: [], ...result };
  if (rejections.count === 0 && shards === 1 && request.wire.length <= SLICE_LIMIT_BYTES) {
    const { encoding, coding, wire } = request;
    const slice = sliceOf(request, 'traces', { encoding, coding, bytes: wire, recordCount: accepted });
    return { slices: [{ shard: 0, slice }], ...result };
  }
  const groups = regroup(decoded, request.encoding, 'traces', (index) => assigned[index]!);
  const slices = [];
  for (const [shard, group] of groups) {
    for (const slice of await fitted(request, group.bytes, group.recordCount)) slices.push({ shard, slice });
  }
  return { slices, ...result };
}

/** Slices that fit a log message: compressed, and split where that is not enough. */
async function fitted(destination: Destination, bytes: Buffer, spanCount: number): Promise<LogSlice[]> {
  const compressed = await compress(bytes);
  if (compressed.length <= SLICE_LIMIT_BYTES) {
    const content = { encoding: 'protobuf', coding: 'gzip', bytes: compressed, recordCount: spanCount } as const;
    return [sliceOf(destination, 'traces', content)];
  }
  if (spanCount === 1) throw new ServiceError('payload_too_large', 'A single span is larger than the product accepts.');
  const half = Math.ceil(spanCount / 2);
  const halves = regroup(bytes, 'protobuf', 'traces', (index) => (index < half ? 0 : 1));
  const slices = [];
  for (const part of halves.values()) slices.push(...(await fitted(destination, part.bytes, part.recordCount)));
  return slices;
}
