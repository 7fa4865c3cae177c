/** Requests of OTLP as native records, in the names that a query returns (INTAKE-3). */
import type { AnyValue, KeyValue } from '@spanwise/telemetry/otlp';
import type { Signal } from './input.js';

export type Fields = Record<string, unknown>;
interface Part {
  resource?: { attributes?: KeyValue[] };
  [scopes: string]: unknown;
}

/** Integers of 64 bits, written with all their digits. */
const MARK = '\u0001';
const int64 = (value: unknown): unknown => (value === undefined ? undefined : `${MARK}${String(value)}`);
const DIGITS = /"\\u0001(-?\d+)"/g;

/** A field as plain text; an absent one is empty. */
export const textOf = (value: unknown): string => String(value ?? '').replace(MARK, '');

/** Each record as JSON. */
export const nativeRecords = (signal: Signal, request: object): string[] =>
  recordsOf(signal, request).map((record) => JSON.stringify(record).replaceAll(DIGITS, '$1'));

export function recordsOf(signal: Signal, request: object): Fields[] {
  const records: Fields[] = [];
  for (const part of Object.values(request as Record<string, Part[]>)[0]!) {
    const resource = fieldsOf(part.resource?.attributes);
    for (const scope of Object.entries(part).find(([name]) => name.startsWith('scope'))![1] as Fields[]) {
      const { name: scope_name, version: scope_version } = (scope.scope ?? {}) as Fields;
      const carried = { resource, scope_name, scope_version };
      if (signal === 'traces')
        records.push(...(scope.spans as Fields[]).map((one) => ({ ...spanOf(one), ...carried })));
      else if (signal === 'logs')
        records.push(...(scope.logRecords as Fields[]).map((one) => ({ ...logOf(one), ...carried })));
      else records.push(...(scope.metrics as Fields[]).flatMap(pointsOf).map((one) => ({ ...one, ...carried })));
    }
  }
  return records;
}

const micros = (nanos: unknown): unknown => int64(BigInt(nanos as string) / 1_000n);

function spanOf(span: Fields): Fields {
  const status = (span.status ?? {}) as { code?: number; message?: string };
  return {
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId,
    name: span.name,
    kind: ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'][Number(span.kind ?? 0)],
    start_time_unix_nano: int64(span.startTimeUnixNano),
    end_time_unix_nano: int64(span.endTimeUnixNano),
    status_code: ['UNSET', 'OK', 'ERROR'][status.code ?? 0],
    status_message: status.message,
    ...fieldsOf(span.attributes as KeyValue[]),
    events: span.events,
    links: span.links,
  };
}

function logOf(record: Fields): Fields {
  return {
    _timestamp: micros(record.timeUnixNano),
    time_unix_nano: int64(record.timeUnixNano),
    observed_time_unix_nano: int64(record.observedTimeUnixNano),
    severity_number: record.severityNumber,
    severity_text: record.severityText,
    body: valueOf(record.body as AnyValue | undefined),
    event_name: record.eventName,
    trace_id: record.traceId,
    span_id: record.spanId,
    ...fieldsOf(record.attributes as KeyValue[]),
  };
}

const TYPES = {
  gauge: 'gauge',
  sum: 'sum',
  histogram: 'histogram',
  exponentialHistogram: 'exponential_histogram',
} as const;

function pointsOf(metric: Fields): Fields[] {
  const [member, metric_type] = Object.entries(TYPES).find(([name]) => metric[name] !== undefined)!;
  const data = metric[member] as { dataPoints: Fields[]; aggregationTemporality?: number; isMonotonic?: boolean };
  return data.dataPoints.map((point) => ({
    _timestamp: micros(point.timeUnixNano),
    time_unix_nano: int64(point.timeUnixNano),
    start_time_unix_nano: int64(point.startTimeUnixNano),
    metric_name: metric.name,
    metric_unit: metric.unit,
    metric_type,
    temporality: ['', 'delta', 'cumulative'][data.aggregationTemporality ?? 0],
    monotonic: data.isMonotonic,
    value: point.asDouble ?? int64(point.asInt),
    count: int64(point.count),
    sum: point.sum,
    min: point.min,
    max: point.max,
    ...fieldsOf(point.attributes as KeyValue[]),
  }));
}

const fieldsOf = (attributes: KeyValue[] | undefined): Fields =>
  Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, valueOf(value)]));

function valueOf(value: AnyValue | undefined): unknown {
  if (value?.intValue !== undefined) return int64(value.intValue);
  if (value?.arrayValue) return (value.arrayValue.values ?? []).map(valueOf);
  if (value?.kvlistValue) return fieldsOf(value.kvlistValue.values);
  return value?.stringValue ?? value?.boolValue ?? value?.doubleValue ?? value?.bytesValue;
}
