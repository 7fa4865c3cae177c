/**
 * From requests of logs and metrics to the slices of the log. Their records have no ids, so a slice has a key that its
 * repetition has too, and lies in the shard that the key says (PROTO-5).
 */
import { createHash, randomBytes } from 'node:crypto';
import { shardOf, type LogSlice } from '@spanwise/contracts/log/log-message';
import { checkLogs, checkMetrics } from '@spanwise/otlp/check-records';
import type { Encoding } from '@spanwise/otlp/read-traces';
import { DROPPED, regroup } from '@spanwise/otlp/regroup';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { Rejections, warnOfUnread } from './rejections.js';
import {
  compress,
  SLICE_LIMIT_BYTES,
  sliceOf,
  type Destination,
  type OtlpRequest,
  type SlicedRequest,
} from './sliced-request.js';

export type RecordsSignal = 'logs' | 'metrics';

const CHECKS = { logs: checkLogs, metrics: checkMetrics } as const;
const DEDUPE_KEY_BYTES = 16;

/** Throws `OtlpError` for a malformed request: then nothing of it is kept. */
export async function sliceRecords(
  request: OtlpRequest,
  decoded: Uint8Array,
  signal: RecordsSignal,
  shards: number,
): Promise<SlicedRequest> {
  const { encoding, coding, wire } = request;
  const checked = CHECKS[signal](decoded, encoding, request.receivedAtMicros, request.oldestMicros);
  const rejections = new Rejections();
  for (const [index, reason] of checked.reasons.entries()) if (reason !== undefined) rejections.add(index, reason);
  const accepted = checked.reasons.length - rejections.count;
  if (checked.reasons.length === 0) warnOfUnread(rejections, decoded, encoding, signal);
  const result = { accepted, decodedBytes: decoded.length, rejections };
  if (accepted === 0) return { slices: [], ...result };
  const keys = new SliceKeys(request, checked.timed ? decoded : undefined);
  // How a request is cut follows from its decoded bytes alone: its repetition may be compressed in another way.
  if (rejections.count === 0 && decoded.length <= SLICE_LIMIT_BYTES) {
    const asReceived = wire.length <= SLICE_LIMIT_BYTES;
    const content = asReceived ? { coding, bytes: wire } : { coding: 'identity' as const, bytes: decoded };
    const slice = sliceOf(request, signal, { encoding, ...content, recordCount: accepted, ...keys.of('') });
    return { slices: [placed(slice, shards)], ...result };
  }
  const kept = regroup(decoded, encoding, signal, (index) => (checked.reasons[index] === undefined ? 0 : DROPPED));
  const cutting = new Cutting(request, signal, keys);
  await cutting.cut(kept.get(0)!.bytes, accepted, '');
  return { slices: cutting.slices.map((slice) => placed(slice, shards)), ...result };
}

/** All points of one metric, each with its own time. */
export async function sliceMetric(
  destination: Destination,
  bytes: Uint8Array,
  pointCount: number,
  shards: number,
): Promise<SlicedRequest['slices']> {
  const keys = new SliceKeys(destination, bytes);
  if (bytes.length <= SMALL_BYTES) {
    const content = { encoding: 'protobuf', coding: 'identity', bytes, recordCount: pointCount } as const;
    return [placed(sliceOf(destination, 'metrics', { ...content, ...keys.of('') }), shards)];
  }
  const cutting = new Cutting(destination, 'metrics', keys);
  await cutting.cut(bytes, pointCount, '');
  return cutting.slices.map((slice) => placed(slice, shards));
}

/** Native records, each a line without its end. `timed`: every one has said its own time. */
export async function sliceLines(
  destination: Destination,
  signal: RecordsSignal,
  lines: readonly string[],
  identity: { body: Uint8Array; timed: boolean },
  shards: number,
): Promise<SlicedRequest['slices']> {
  const keys = new SliceKeys(destination, identity.timed ? identity.body : undefined);
  const slices: SlicedRequest['slices'] = [];
  for (let from = 0; from < lines.length;) {
    let bytes = 0;
    let end = from;
    while (end < lines.length && (end === from || bytes + lines[end]!.length <= LINES_BYTES))
      bytes += Buffer.byteLength(lines[end++]!) + 1;
    const text = Buffer.from(`${lines.slice(from, end).join('\n')}\n`);
    const content =
      text.length <= SMALL_BYTES
        ? { coding: 'identity' as const, bytes: text }
        : { coding: 'gzip' as const, bytes: await compress(text) };
    const recordCount = end - from;
    const part = keys.of(from === 0 ? '' : String(from));
    slices.push(
      placed(sliceOf(destination, signal, { encoding: 'records', ...content, recordCount, ...part }), shards),
    );
    from = end;
  }
  return slices;
}

/** Lines of one slice; a line is at most as long as a record may be. */
const LINES_BYTES = 4 * 1024 * 1024;
/** Not worth compressing. */
const SMALL_BYTES = 1_024;

const placed = (slice: LogSlice, shards: number) => ({
  shard: shardOf(slice.dedupeKey ?? randomBytes(DEDUPE_KEY_BYTES), 0, shards),
  slice,
});

/**
 * Keys of the parts of one request: of the client's name for it, or of its body where every record says its own time.
 * Without either an equal body may be another event, and nothing is ever taken for a repetition.
 */
class SliceKeys {
  private readonly request: Buffer | undefined;

  constructor({ stream, idempotencyKey }: Destination, body: Uint8Array | undefined) {
    if (idempotencyKey === undefined && body === undefined) return;
    const hash = createHash('sha256').update(`${stream}\n${idempotencyKey === undefined ? 'body' : 'name'}\n`);
    this.request = hash.update(idempotencyKey ?? body!).digest();
  }

  of(part: string): Pick<LogSlice, 'dedupeKey'> {
    if (this.request === undefined) return {};
    const digest = createHash('sha256').update(this.request).update(part).digest();
    return { dedupeKey: digest.subarray(0, DEDUPE_KEY_BYTES) };
  }
}

/** Cuts what does not fit a log message into halves, until it does. */
class Cutting {
  readonly slices: LogSlice[] = [];

  constructor(
    private readonly destination: Destination,
    private readonly signal: RecordsSignal,
    private readonly keys: SliceKeys,
  ) {}

  async cut(bytes: Uint8Array, recordCount: number, part: string): Promise<void> {
    const compressed = await compress(bytes);
    if (compressed.length <= SLICE_LIMIT_BYTES) {
      const content = { encoding: 'protobuf' as Encoding, coding: 'gzip' as const, bytes: compressed, recordCount };
      this.slices.push(sliceOf(this.destination, this.signal, { ...content, ...this.keys.of(part) }));
      return;
    }
    if (recordCount === 1)
      throw new ServiceError('payload_too_large', 'A single record is larger than the product accepts.');
    const half = Math.ceil(recordCount / 2);
    const halves = regroup(bytes, 'protobuf', this.signal, (index) => (index < half ? 0 : 1));
    await this.cut(halves.get(0)!.bytes, half, `${part}0`);
    await this.cut(halves.get(1)!.bytes, recordCount - half, `${part}1`);
  }
}
