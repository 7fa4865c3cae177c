/** Counts what was sent, from the requests themselves and by code of its own: what SQL over the product must answer. */
import { createHash } from 'node:crypto';
import type { AnyValue, KeyValue, Span } from '@spanwise/telemetry/otlp';
import type { Signal } from './input.js';

export interface Tally {
  count: number;
  /** Exact sums by name, as decimal texts in answers. */
  sums: Record<string, bigint>;
  distinct: Record<string, Set<string>>;
  /** Counts by a dimension and its value. */
  by: Record<string, Record<string, number>>;
  /**
   * XOR over the MD5 of what every record says: equal sets of records, whatever their order, have equal ones. A record
   * that is there twice or not at all changes the count.
   */
  print: bigint;
}

export const newTally = (): Tally => ({ count: 0, sums: {}, distinct: {}, by: {}, print: 0n });

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUSES = ['UNSET', 'OK', 'ERROR'];

interface Resource {
  attributes?: KeyValue[];
}
interface LogRecord {
  timeUnixNano: string;
  observedTimeUnixNano: string;
  severityNumber?: number;
  severityText?: string;
  eventName?: string;
  body?: AnyValue;
  attributes?: KeyValue[];
  traceId?: string;
  spanId?: string;
}
interface Point {
  timeUnixNano: string;
  asDouble?: number;
  asInt?: string;
  count?: string;
  sum?: number;
  attributes?: KeyValue[];
}
interface PointData {
  dataPoints: Point[];
  aggregationTemporality?: number;
  isMonotonic?: boolean;
}
interface Metric {
  name: string;
  unit?: string;
  gauge?: PointData;
  sum?: PointData;
  histogram?: PointData;
  exponentialHistogram?: PointData;
}
interface Parts {
  resource?: Resource;
  scopeSpans?: { spans: Span[] }[];
  scopeLogs?: { logRecords: LogRecord[] }[];
  scopeMetrics?: { metrics: Metric[] }[];
}

/** Adds all records of an OTLP/JSON request. */
export function addRequest(tally: Tally, signal: Signal, request: object): void {
  for (const parts of Object.values(request as Record<string, Parts[]>)[0]) {
    const resource = parts.resource?.attributes ?? [];
    if (signal === 'traces')
      for (const { spans } of parts.scopeSpans ?? []) for (const span of spans) addSpan(tally, span, resource);
    if (signal === 'logs')
      for (const { logRecords } of parts.scopeLogs ?? [])
        for (const record of logRecords) addLog(tally, record, resource);
    if (signal === 'metrics')
      for (const { metrics } of parts.scopeMetrics ?? [])
        for (const metric of metrics) addMetric(tally, metric, resource);
  }
}

function addSpan(tally: Tally, span: Span, resource: KeyValue[]): void {
  const [traceId, spanId] = [span.traceId.toLowerCase(), span.spanId.toLowerCase()];
  const [start, end] = [BigInt(span.startTimeUnixNano!), BigInt(span.endTimeUnixNano!)];
  const [kind, status] = [KINDS[span.kind ?? 0], STATUSES[span.status?.code ?? 0]];
  const service = valueOf(resource, 'service.name');
  const thrown = span.events?.[0];
  add(tally, 'duration_nano', end - start);
  add(tally, 'events', BigInt(span.events?.length ?? 0));
  see(tally, 'trace_id', traceId);
  see(tally, 'span', traceId + spanId);
  count(tally, 'service', service);
  count(tally, 'kind', kind);
  count(tally, 'status', status);
  if (thrown !== undefined && kind === 'SERVER' && status === 'ERROR')
    count(tally, 'exception', `${service} | ${valueOf(thrown.attributes, 'exception.type')}`);
  note(tally, [
    traceId,
    spanId,
    span.parentSpanId?.toLowerCase(),
    span.name,
    kind,
    start,
    end,
    status,
    service,
    valueOf(resource, 'service.version'),
    valueOf(resource, 'service.instance.id'),
    valueOf(span.attributes, 'http.route'),
    valueOf(span.attributes, 'server.address'),
    valueOf(thrown?.attributes, 'exception.type'),
    valueOf(thrown?.attributes, 'exception.message'),
  ]);
}

function addLog(tally: Tally, record: LogRecord, resource: KeyValue[]): void {
  const service = valueOf(resource, 'service.name');
  const body = record.eventName ?? record.body?.stringValue ?? '';
  const [traceId, spanId] = [record.traceId?.toLowerCase() ?? '', record.spanId?.toLowerCase() ?? ''];
  const line = valueOf(record.attributes, 'code.lineno');
  add(tally, 'length', BigInt([...body].length));
  add(tally, 'lines', BigInt(line || 0));
  if (traceId !== '') see(tally, 'trace_id', traceId);
  count(tally, 'service', service);
  count(tally, 'severity', `${service} | ${record.severityText}`);
  note(tally, [
    record.timeUnixNano,
    record.observedTimeUnixNano,
    record.severityNumber,
    record.severityText,
    body,
    traceId,
    spanId,
    service,
    valueOf(record.attributes, 'log.logger'),
    line,
  ]);
}

const TEMPORALITIES = ['', 'delta', 'cumulative'];
/** Values are multiples of an eighth (`input.ts`): as integers they read alike everywhere. */
const eighths = (value: number | undefined): bigint | undefined =>
  value === undefined ? undefined : BigInt(value * 8);

function addMetric(tally: Tally, metric: Metric, resource: KeyValue[]): void {
  const { gauge, sum, histogram, exponentialHistogram } = metric;
  const type = gauge ? 'gauge' : sum ? 'sum' : histogram ? 'histogram' : 'exponential_histogram';
  const { dataPoints, aggregationTemporality = 0, isMonotonic } = (gauge ?? sum ?? histogram ?? exponentialHistogram)!;
  for (const point of dataPoints) {
    const value = eighths(point.asInt === undefined ? point.asDouble : Number(point.asInt));
    const total = eighths(point.sum);
    add(tally, 'value', value ?? 0n);
    add(tally, 'count', BigInt(point.count ?? 0));
    add(tally, 'sum', total ?? 0n);
    count(tally, 'metric', `${metric.name} | ${type}`);
    note(tally, [
      point.timeUnixNano,
      metric.name,
      type,
      metric.unit,
      TEMPORALITIES[aggregationTemporality],
      type === 'sum' ? isMonotonic === true : '',
      value,
      point.count,
      total,
      valueOf(resource, 'service.name'),
      valueOf(point.attributes, 'cpu'),
    ]);
  }
}

function valueOf(attributes: KeyValue[] | undefined, name: string): string {
  const value = attributes?.find(({ key }) => key === name)?.value;
  return String(value?.stringValue ?? value?.intValue ?? '');
}

function add(tally: Tally, name: string, value: bigint): void {
  tally.sums[name] = (tally.sums[name] ?? 0n) + value;
}

function see(tally: Tally, name: string, value: string): void {
  (tally.distinct[name] ??= new Set()).add(value);
}

function count(tally: Tally, dimension: string, value: string): void {
  const counts = (tally.by[dimension] ??= {});
  counts[value] = (counts[value] ?? 0) + 1;
}

/** In the order and form of the statements in `facts.ts`. */
function note(tally: Tally, said: (string | number | bigint | boolean | undefined)[]): void {
  tally.count++;
  const digest = createHash('md5')
    .update(said.map((one) => String(one ?? '')).join('|'))
    .digest();
  tally.print ^= BigInt(`0x${digest.reverse().toString('hex')}`);
}
