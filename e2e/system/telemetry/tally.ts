/** Counts what was sent, from the requests themselves and by code of its own: what SQL over the product must answer. */
import { createHash } from 'node:crypto';
import type { KeyValue } from '@spanwise/telemetry/otlp';
import type { Signal } from './input.js';
import { recordsOf, textOf, type Fields } from './native.js';

export interface Tally {
  count: number;
  /** Exact sums by name. */
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

/** What a record adds; `said` is in the order and form of the statements in `answers.ts`. */
interface Counted {
  said: unknown[];
  sums: Record<string, bigint>;
  /** An empty text is none. */
  distinct: Record<string, string>;
  by: Record<string, string>;
}

/** Adds all records of an OTLP/JSON request. */
export function addRequest(tally: Tally, signal: Signal, request: object): void {
  for (const record of recordsOf(signal, request)) {
    const { said, sums, distinct, by } = COUNTED[signal](record);
    tally.count++;
    for (const [name, value] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0n) + value;
    for (const [name, id] of Object.entries(distinct)) if (id !== '') (tally.distinct[name] ??= new Set()).add(id);
    for (const [name, value] of Object.entries(by)) {
      const counts = (tally.by[name] ??= {});
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const digest = createHash('md5').update(said.map(textOf).join('|')).digest();
    tally.print ^= BigInt(`0x${digest.reverse().toString('hex')}`);
  }
}

const COUNTED: Readonly<Record<Signal, (record: Fields) => Counted>> = {
  traces: ofSpan,
  logs: ofLog,
  metrics: ofPoint,
};

const resourceOf = (record: Fields, name: string): string => textOf((record.resource as Fields)[name]);
const idOf = (value: unknown): string => textOf(value).toLowerCase();

function ofSpan(span: Fields): Counted {
  const [traceId, spanId] = [idOf(span.trace_id), idOf(span.span_id)];
  const { kind, status_code: status } = span;
  const [start, end] = [textOf(span.start_time_unix_nano), textOf(span.end_time_unix_nano)];
  const service = resourceOf(span, 'service.name');
  const events = (span.events ?? []) as { attributes?: KeyValue[] }[];
  const thrown = (name: string) =>
    events[0]?.attributes?.find(({ key }) => key === `exception.${name}`)?.value?.stringValue ?? '';
  const isError = events.length > 0 && kind === 'SERVER' && status === 'ERROR';
  return {
    sums: { duration_nano: BigInt(end) - BigInt(start), events: BigInt(events.length) },
    distinct: { trace_id: traceId, span: traceId + spanId },
    by: {
      service,
      kind: textOf(kind),
      status: textOf(status),
      ...(isError && { exception: `${service} | ${thrown('type')}` }),
    },
    said: [
      [traceId, spanId, idOf(span.parent_span_id), span.name, kind, start, end, status, service],
      ['service.version', 'service.instance.id'].map((name) => resourceOf(span, name)),
      [span['http.route'], span['server.address'], thrown('type'), thrown('message')],
    ].flat(),
  };
}

function ofLog(log: Fields): Counted {
  const service = resourceOf(log, 'service.name');
  const body = textOf(log.event_name ?? log.body);
  const [traceId, line] = [idOf(log.trace_id), textOf(log['code.lineno'])];
  return {
    sums: { length: BigInt([...body].length), lines: BigInt(line || 0) },
    distinct: { trace_id: traceId },
    by: { service, severity: `${service} | ${textOf(log.severity_text)}` },
    said: [
      [log.time_unix_nano, log.observed_time_unix_nano, log.severity_number, log.severity_text],
      [body, traceId, idOf(log.span_id), service, log['log.logger'], line],
    ].flat(),
  };
}

/** Values are multiples of an eighth (`input.ts`): as integers they read alike everywhere. */
const eighths = (value: unknown): bigint | undefined =>
  value === undefined ? undefined : BigInt(Number(textOf(value)) * 8);

function ofPoint(point: Fields): Counted {
  const { metric_name: name, metric_type: type, count } = point;
  const [value, sum] = [eighths(point.value), eighths(point.sum)];
  return {
    sums: { value: value ?? 0n, count: BigInt(textOf(count) || 0), sum: sum ?? 0n },
    distinct: {},
    by: { metric: `${textOf(name)} | ${textOf(type)}` },
    said: [
      [point.time_unix_nano, name, type, point.metric_unit, point.temporality],
      [type === 'sum' ? point.monotonic === true : '', value, count, sum],
      [resourceOf(point, 'service.name'), point.cpu],
    ].flat(),
  };
}
