/** Prometheus remote write 1.0 (`prometheus.WriteRequest`): series of samples, as OTLP metrics. */
import { isUtf8 } from 'node:buffer';
import { OUT_OF_RETENTION, RECORD_LIMITS } from './check-records.js';
import { OtlpError } from './otlp-error.js';
import { ProtobufCursor, tagOf, WireType } from './protobuf-cursor.js';
import { eachMessage, type MessageRange } from './protobuf-fields.js';
import { ProtobufWriter } from './protobuf-writer.js';

const SERIES = [tagOf(1, WireType.Bytes)];
const OF_SERIES = [tagOf(1, WireType.Bytes), tagOf(2, WireType.Bytes), tagOf(4, WireType.Bytes)];
const [LABEL, SAMPLE] = [0, 1];
const TEXTS = [tagOf(1, WireType.Bytes), tagOf(2, WireType.Bytes)];
const VALUE = tagOf(1, WireType.Fixed64);
const TIME = tagOf(2, WireType.Varint);

const NAME_LABEL = '__name__';
/** Columns of every row (INTAKE-5). */
const RESERVED_LABELS = new Set(['value', '_timestamp']);
/** Names in one request: each is a stream. */
const MAX_METRICS = 50_000;
const TOO_MANY_METRICS = `The request names more than ${MAX_METRICS} metrics.`;
const MAX_LABELS = 128;
const MAX_LABEL_VALUE_BYTES = 16 * 1024;
const NANOS_PER_MS = 1_000_000n;
/** The quiet NaN by which Prometheus says that a series has ended. */
const STALE = 0x7ff0_0000_0000_0002n;
const NO_RECORDED_VALUE = 1;

export interface RemoteMetric {
  name: string;
  pointCount: number;
  /** An OTLP protobuf request with all points of the metric. */
  bytes: Uint8Array;
  oldestMs: number;
  /** Place of its first series in the request. */
  firstSeries: number;
}

export interface RemoteWrite {
  metrics: RemoteMetric[];
  /** One for each sample, and for each native histogram, that is left out; `index` is the place of its series. */
  rejected: { index: number; reason: string }[];
}

/**
 * One OTLP request for each metric name. Throws `OtlpError` where the request is malformed; a series whose labels cannot be
 * stored, samples of the future, those of before `earliestMs` and native histograms are left out, each with its reason
 * (INTAKE-12).
 */
export function readRemoteWrite(
  bytes: Uint8Array,
  latestMs: number,
  earliestMs: (metric: string) => number = () => 0,
): RemoteWrite {
  const cursor = new ProtobufCursor(bytes);
  const scopes = new Map<string, { points: ProtobufWriter; count: number; oldestMs: number; firstSeries: number }>();
  const rejected: RemoteWrite['rejected'] = [];
  let count = 0;
  eachMessage(cursor, { from: 0, end: bytes.length }, SERIES, (series) => {
    const index = count++;
    const { labels, samples, histograms } = readSeries(cursor, series);
    const checked = checkLabels(labels);
    if ('reason' in checked) {
      // A series of nothing is named as well: its sender has made a mistake.
      const lost = Math.max(1, samples.length + histograms);
      for (let at = 0; at < lost; at++) rejected.push({ index, reason: checked.reason });
      return;
    }
    const { name, attributes } = checked;
    for (let at = 0; at < histograms; at++) rejected.push({ index, reason: 'native histograms are not taken' });
    const earliest = earliestMs(name);
    for (const sample of samples) {
      const reason = timeReason(sample.timeMs, latestMs, earliest);
      if (reason !== undefined) {
        rejected.push({ index, reason });
        continue;
      }
      const scope = scopes.get(name) ?? {
        points: new ProtobufWriter(),
        count: 0,
        oldestMs: Infinity,
        firstSeries: index,
      };
      scopes.set(name, scope);
      if (scopes.size > MAX_METRICS) throw new OtlpError('payload_too_large', TOO_MANY_METRICS);
      scope.points.bytes(1, pointOf(sample, attributes));
      scope.count++;
      scope.oldestMs = Math.min(scope.oldestMs, Number(sample.timeMs));
    }
  });
  const metrics = [...scopes].map(([name, { points, count: pointCount, oldestMs, firstSeries }]) => ({
    name,
    pointCount,
    oldestMs,
    firstSeries,
    bytes: requestOf(name, points),
  }));
  return { metrics, rejected };
}

type Label = [name: string, value: string];
interface Sample {
  bits: bigint;
  timeMs: number | bigint;
}

function readSeries(cursor: ProtobufCursor, series: MessageRange) {
  const labels: (Label | undefined)[] = [];
  const samples: Sample[] = [];
  let histograms = 0;
  eachMessage(cursor, series, OF_SERIES, (inner, which) => {
    if (which === LABEL) labels.push(readLabel(cursor, inner));
    else if (which === SAMPLE) samples.push(readSample(cursor, inner));
    else histograms++;
  });
  return { labels, samples, histograms };
}

/** Undefined where its bytes are no UTF-8: with replacement characters different values would be one. */
function readLabel(cursor: ProtobufCursor, range: MessageRange): Label | undefined {
  const label: Label = ['', ''];
  const { bytes } = cursor;
  let isText = true;
  eachMessage(cursor, range, TEXTS, ({ from, end }, which) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from);
    isText &&= isUtf8(text);
    label[which] = text.toString('utf8');
  });
  return isText ? label : undefined;
}

function readSample(cursor: ProtobufCursor, { from, end }: MessageRange): Sample {
  const sample: Sample = { bits: 0n, timeMs: 0 };
  cursor.at = from;
  while (cursor.at < end) {
    const tag = cursor.tag(end);
    if (tag === VALUE) sample.bits = cursor.fixed64(end);
    else if (tag === TIME) sample.timeMs = cursor.exactInt64(end);
    else cursor.skip(tag & 7, end);
  }
  return sample;
}

/** What a series is called, or the name of what is wrong with its labels (INTAKE-5). */
function checkLabels(
  labels: readonly (Label | undefined)[],
): { name: string; attributes: Buffer[] } | { reason: string } {
  if (labels.length > MAX_LABELS) return { reason: 'too_many_labels' };
  const seen = new Set<string>();
  const attributes: Buffer[] = [];
  let metric = '';
  for (const label of labels) {
    if (label === undefined) return { reason: 'label_not_utf8' };
    const [name, value] = label;
    if (name === '') return { reason: 'empty_label_name' };
    if (Buffer.byteLength(name) > RECORD_LIMITS.nameBytes) return { reason: 'label_name_too_long' };
    if (Buffer.byteLength(value) > MAX_LABEL_VALUE_BYTES) return { reason: 'label_value_too_long' };
    if (RESERVED_LABELS.has(name)) return { reason: 'reserved_label_name' };
    if (seen.has(name)) return { reason: 'duplicate_label' };
    seen.add(name);
    if (name === NAME_LABEL) metric = value;
    else attributes.push(keyValue(name, value));
  }
  if (metric === '') return { reason: 'missing_metric_name' };
  return { name: metric, attributes };
}

function timeReason(timeMs: number | bigint, latestMs: number, earliestMs: number): string | undefined {
  if (timeMs <= 0) return 'the time lies before 1970';
  if (timeMs < earliestMs) return OUT_OF_RETENTION;
  return timeMs > latestMs ? 'its time is more than 10 minutes after its receipt' : undefined;
}

const keyValue = (name: string, value: string): Buffer =>
  new ProtobufWriter()
    .text(1, name)
    .bytes(2, new ProtobufWriter().bytes(1, Buffer.from(value)).finish())
    .finish();

function pointOf({ bits, timeMs }: Sample, attributes: readonly Buffer[]): Buffer {
  const point = new ProtobufWriter().fixed64(3, BigInt(timeMs) * NANOS_PER_MS);
  if (bits === STALE) point.varint(8, NO_RECORDED_VALUE);
  else point.raw(Buffer.from([tagOf(4, WireType.Fixed64)])).raw(bitsOf(bits));
  for (const attribute of attributes) point.bytes(7, attribute);
  return point.finish();
}

/** The very bits: a NaN stays the one that it is. */
function bitsOf(bits: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return bytes;
}

/** What kind of metric it is, remote write says elsewhere and later, or never. */
function requestOf(name: string, points: ProtobufWriter): Buffer {
  const metric = new ProtobufWriter().text(1, name).bytes(5, points.finish()).finish();
  const scope = new ProtobufWriter().bytes(2, metric).finish();
  return new ProtobufWriter().bytes(1, new ProtobufWriter().bytes(2, scope).finish()).finish();
}
