/** Whole records of a request (`telemetry-rows.ts`). Rows of one resource or scope share its objects. */
import { readNativeLogs, readNativeMetrics } from './native-records.js';
import type {
  ExemplarMessage,
  ExponentialPoint,
  HistogramPoint,
  LogRecordMessage,
  MetricData,
  MetricMessage,
  NumberPoint,
  Resource,
  Scope,
  SpanMessage,
  SummaryPoint,
} from './otlp-messages.js';
import { exactInteger } from './protobuf-cursor.js';
import { readRecords, type Step } from './read-records.js';
import type { Encoding } from './read-traces.js';
import { severityOf } from './severity.js';
import type { Fields, FieldValue, LogRow, MetricRow, SpanRow } from './telemetry-rows.js';

/** `records`: native records, one JSON object a line. */
export type RowEncoding = Encoding | 'records';

/**
 * Visits every record in order and returns their number. Throws `OtlpError` where the request itself is broken. A fault
 * inside of a record throws as well if `strict`; otherwise what cannot be read is left out: the record was accepted and
 * counted, by a check that need not have looked into every corner of it.
 */
export type ReadRows<Row, Accepted = RowEncoding> = (
  bytes: Uint8Array,
  encoding: Accepted,
  visit: (row: Row, index: number) => void,
  strict?: boolean,
) => number;

export const readSpanRows: ReadRows<SpanRow, Encoding> = (bytes, encoding, visit, strict = false) => {
  let count = 0;
  readRecords(bytes, encoding, 'traces', strict, (steps) => visit(spanRow(steps), count++));
  return count;
};

export const readLogRows: ReadRows<LogRow> = (bytes, encoding, visit, strict = false) => {
  if (encoding === 'records') return readNativeLogs(bytes, visit);
  let count = 0;
  readRecords(bytes, encoding, 'logs', strict, (steps) => visit(logRow(steps), count++));
  return count;
};

export const readMetricRows: ReadRows<MetricRow> = (bytes, encoding, visit, strict = false) => {
  if (encoding === 'records') return readNativeMetrics(bytes, visit);
  let count = 0;
  readRecords(bytes, encoding, 'metrics', strict, (steps) => visit(metricRow(steps), count++));
  return count;
};

const NO_FIELDS: Fields = Object.freeze({});

const NO_RESOURCE: Resource = { attributes: NO_FIELDS };
const NO_SCOPE: Scope = { name: '', version: '', attributes: NO_FIELDS };
const resourceOf = (steps: readonly Step[]): Resource =>
  (steps[0]!.message as { resource?: Resource }).resource ?? NO_RESOURCE;
const scopeOf = (steps: readonly Step[]): Scope => (steps[1]!.message as { scope?: Scope }).scope ?? NO_SCOPE;

interface Described {
  resourceSchemaUrl?: string;
  schemaUrl?: string;
}

/** Sets what says by which schema the names of the record are. */
function describe<Row extends Described>(row: Row, steps: readonly Step[]): Row {
  const [ofResource, ofScope] = [steps[0]!.message, steps[1]!.message] as { schemaUrl: string }[];
  if (ofResource!.schemaUrl !== '') row.resourceSchemaUrl = ofResource!.schemaUrl;
  if (ofScope!.schemaUrl !== '') row.schemaUrl = ofScope!.schemaUrl;
  return row;
}

// Rows are written out, member by member: spread objects cost more than reading the record does.

function spanRow(steps: readonly Step[]): SpanRow {
  const scope = scopeOf(steps);
  const span = steps[2]!.message as SpanMessage;
  const row: SpanRow = {
    resource: resourceOf(steps).attributes,
    scopeName: scope.name,
    scopeVersion: scope.version,
    scopeAttributes: scope.attributes,
    attributes: span.attributes,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    traceState: span.traceState,
    flags: span.flags,
    name: span.name,
    kind: span.kind,
    startUnixNanos: span.startTimeUnixNano,
    endUnixNanos: span.endTimeUnixNano,
    statusCode: span.status?.code ?? 0,
    statusMessage: span.status?.message ?? '',
    events: span.events.map(({ timeUnixNano, name, attributes, droppedAttributesCount }) => ({
      timeUnixNanos: timeUnixNano,
      name,
      attributes,
      droppedAttributesCount,
    })),
    links: span.links,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
  return describe(row, steps);
}

function logRow(steps: readonly Step[]): LogRow {
  const scope = scopeOf(steps);
  const record = steps[2]!.message as LogRecordMessage;
  const row: LogRow = {
    resource: resourceOf(steps).attributes,
    scopeName: scope.name,
    scopeVersion: scope.version,
    scopeAttributes: scope.attributes,
    attributes: record.attributes,
    timeUnixNanos: record.timeUnixNano,
    observedUnixNanos: record.observedTimeUnixNano,
    severityNumber: severityOf(record.severityNumber, record.severityText),
    severityText: record.severityText,
    body: record.body,
    eventName: record.eventName,
    traceId: record.traceId,
    spanId: record.spanId,
    flags: record.flags,
  };
  if (record.droppedAttributesCount !== 0) row.droppedAttributesCount = record.droppedAttributesCount;
  return describe(row, steps);
}

const TYPES: Readonly<Record<string, MetricRow['type']>> = {
  gauge: 'gauge',
  sum: 'sum',
  histogram: 'histogram',
  exponentialHistogram: 'exponential_histogram',
  summary: 'summary',
};
const TEMPORALITIES = ['', 'delta', 'cumulative'] as const;
/** Flag of a point: the series has ended here, it has no value. */
const NO_RECORDED_VALUE = 1;

function metricRow(steps: readonly Step[]): MetricRow {
  const scope = scopeOf(steps);
  const metric = steps[2]!.message as MetricMessage;
  const { aggregationTemporality, isMonotonic } = steps[3]!.message as MetricData;
  const type = TYPES[steps[3]!.name]!;
  const point = steps[4]!.message as NumberPoint;
  const row: MetricRow = {
    resource: resourceOf(steps).attributes,
    scopeName: scope.name,
    scopeVersion: scope.version,
    scopeAttributes: scope.attributes,
    attributes: point.attributes,
    name: metric.name,
    unit: metric.unit,
    type,
    temporality: TEMPORALITIES[aggregationTemporality] ?? '',
    monotonic: isMonotonic,
    timeUnixNanos: point.timeUnixNano,
    startUnixNanos: point.startTimeUnixNano,
  };
  if (metric.description !== '') row.description = metric.description;
  if (point.flags !== 0) row.flags = point.flags;
  // A summary has none.
  if ((point.exemplars ?? []).length > 0) row.exemplars = point.exemplars.map(exemplarOf);
  const ended = (point.flags & NO_RECORDED_VALUE) !== 0;
  return describe(ended ? row : Object.assign(row, measured(type!, steps[4]!.message)), steps);
}

/** With the members that it has, under the names of OTLP. */
function exemplarOf({
  timeUnixNano,
  asInt,
  asDouble,
  traceId,
  spanId,
  filteredAttributes,
}: ExemplarMessage): FieldValue {
  return {
    timeUnixNano,
    ...(asInt === undefined ? { asDouble: asDouble ?? null } : { asInt }),
    ...(traceId !== '' && { traceId }),
    ...(spanId !== '' && { spanId }),
    ...(Object.keys(filteredAttributes).length > 0 && { filteredAttributes }),
  };
}

type Measured = Pick<MetricRow, 'value' | 'count' | 'sum' | 'min' | 'max' | 'buckets'>;

function measured(type: MetricRow['type'], point: unknown): Measured {
  if (type === 'gauge' || type === 'sum') {
    const { asInt, asDouble } = point as NumberPoint;
    return defined({ value: asInt ?? asDouble });
  }
  const { count, sum, min, max } = point as HistogramPoint;
  // What a summary has no presence for is 0 where protobuf leaves it out.
  const whole = type === 'summary' ? (sum ?? 0) : sum;
  return defined({ count, sum: whole, min, max, buckets: bucketsOf(type, point) });
}

function bucketsOf(type: MetricRow['type'], point: unknown): FieldValue {
  if (type === 'summary') {
    const { quantileValues } = point as SummaryPoint;
    return { quantileValues: quantileValues.map(({ quantile = 0, value = 0 }) => ({ quantile, value })) };
  }
  if (type === 'histogram') {
    const { explicitBounds, bucketCounts } = point as HistogramPoint;
    return { explicitBounds, bucketCounts };
  }
  const { scale, zeroCount, zeroThreshold, positive, negative } = point as ExponentialPoint;
  const side = (buckets: typeof positive) => ({
    offset: buckets?.offset ?? 0,
    bucketCounts: buckets?.bucketCounts ?? [],
  });
  return {
    scale,
    zeroCount: exactInteger(zeroCount),
    zeroThreshold: zeroThreshold ?? 0,
    positive: side(positive),
    negative: side(negative),
  };
}

/** Without the members that are undefined. */
function defined<T extends object>(members: T): T {
  for (const name of Object.keys(members) as (keyof T)[]) if (members[name] === undefined) delete members[name];
  return members;
}
