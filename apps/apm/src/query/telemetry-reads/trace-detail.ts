import { notFound } from '@spanwise/contracts/base/errors';
import type { Completeness } from '@spanwise/contracts/telemetry/query';
import type { TraceDetail, TraceId, TraceSpan } from '@spanwise/contracts/telemetry/reads';
import { markedInteger, unmarkedText } from '@spanwise/otlp/exact-json';
import { traceIdOf } from '@spanwise/otlp/trace-ids';
import { COLUMNS } from '@spanwise/segments/columns';
import { sideOf, type SpanSide } from '@spanwise/span-model/span-key';
import { quotedName } from '../query-engine/sql-text.js';
import { rangesOfTrace, windowOf, type TelemetryReader } from './reader.js';
import { placeSpans, type PlacedSpan } from './trace-tree.js';

/** Of one trace (QUERY-4). */
const MAX_SPANS = 100_000;
/** Reasons that say that there are more spans than the answer may hold. */
const CUTS = ['span_limit', 'row_limit', 'byte_limit'];
const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const ATTRIBUTES = COLUMNS.traces.filter(({ attribute }) => attribute === true).map(({ name }) => name);
const RESOURCE = /^(service|deployment|host|k8s)\./;

type Row = Record<string, string | number | boolean | null>;
/** A time that JSON.stringify must not round; `unmarkedText` writes its digits. */
const exact = (nanos: bigint): number => markedInteger(nanos) as unknown as number;

/** The text of a trace's answer. Throws `not_found` for a trace without stored spans in the range. */
export async function traceText(reader: TelemetryReader, asked: TraceId, signal: AbortSignal): Promise<string> {
  const traceId = traceIdOf(asked.trace_id)!;
  const spans = await reader.allOf('traces', traceId);
  const found = spans === undefined ? undefined : await spansOf(reader, asked, spans, signal);
  if (found === undefined) throw await missing(reader, asked);
  const { stored_to_micros } = found.completeness;
  const detail = detailOf(traceId, found.rows, found.lacks);
  return unmarkedText(JSON.stringify({ ...detail, ...(stored_to_micros !== undefined && { stored_to_micros }) }));
}

/** What is not stored yet may be of it. */
async function missing(reader: TelemetryReader, asked: TraceId): Promise<Error> {
  const { partial } = await reader.nothing(windowOf(asked), 'traces');
  if (!partial) return notFound('There is no such trace.');
  return notFound(
    'There is no such trace among what is stored; what came last is not stored yet (wait_for waits for it).',
  );
}

async function spansOf(
  reader: TelemetryReader,
  asked: TraceId,
  spans: string,
  signal: AbortSignal,
): Promise<{ rows: Row[]; lacks: string[]; completeness: Completeness } | undefined> {
  const columns = COLUMNS.traces.map(({ name }) =>
    name.endsWith('_unix_nano') || name === 'duration_nano' ? `${name}::varchar as ${name}` : quotedName(name),
  );
  const statement = `select ${columns.join(', ')} from ${spans}
    order by _timestamp limit ${MAX_SPANS + 1}`;
  for (const range of rangesOfTrace(asked)) {
    // Arrays: the names of sixty columns are most of a row of text.
    const { lines, columns: names, completeness } = await reader.lines(statement, range, signal, 'arrays');
    if (lines.length === 0) continue;
    const rows = lines.slice(0, MAX_SPANS).map((line) => rowOf(names, JSON.parse(line) as Row[string][]));
    const reason = completeness.partial_reason;
    return {
      rows,
      completeness,
      lacks: [...(lines.length > MAX_SPANS ? ['span_limit'] : []), ...(reason === undefined ? [] : [reason])],
    };
  }
  return undefined;
}

function rowOf(names: readonly string[], values: readonly Row[string][]): Row {
  const row: Row = {};
  for (const [at, name] of names.entries()) row[name] = values[at]!;
  return row;
}

/** `lacks`: why spans may be missing. Pure. */
export function detailOf(traceId: string, rows: readonly Row[], lacks: string[]): TraceDetail {
  const nanos = rows.map((row) => ({
    row,
    start: BigInt(row.start_time_unix_nano as string),
    end: BigInt((row.end_time_unix_nano ?? row.start_time_unix_nano) as string),
  }));
  const start = nanos.reduce((least, one) => (one.start < least ? one.start : least), nanos[0]!.start);
  const placed = placeSpans(
    nanos.map((one) => ({
      ...one,
      id: String(one.row.span_id),
      side: sideOf(kindOf(one.row)),
      parentId: one.row.parent_span_id ? String(one.row.parent_span_id) : undefined,
      startNanos: one.start,
      endNanos: one.end,
      start: Number(one.start - start),
      end: Math.max(Number(one.end - start), Number(one.start - start)),
    })),
  );
  const spans = placed.map(spanView);
  const errors = spans.filter(({ status }) => status === 'ERROR').length;
  return {
    trace_id: traceId,
    root_span_id: spans[0]!.span_id,
    spans,
    start_ns: exact(start),
    duration_ns: placed.reduce((longest, { span }) => Math.max(longest, span.end), 0),
    span_count: spans.length,
    error_count: errors,
    services: servicesOf(spans),
    truncated: lacks.some((reason) => CUTS.includes(reason)),
    partial: lacks.length > 0,
    partial_reasons: lacks,
    sampling_reasons: [],
    late_span_count: spans.filter(({ late }) => late).length,
    duplicate_span_count: 0,
    conflict_span_count: 0,
  };
}

interface DetailSpan {
  row: Row;
  id: string;
  parentId: string | undefined;
  side: SpanSide;
  startNanos: bigint;
  endNanos: bigint;
  start: number;
  end: number;
}

function spanView({ span, depth, self, critical }: PlacedSpan<DetailSpan>): TraceSpan {
  const { row } = span;
  const columns = ATTRIBUTES.filter((name) => row[name] !== null).map((name): [string, unknown] => [name, row[name]]);
  return {
    span_id: span.id,
    ...(span.parentId !== undefined && { parent_span_id: span.parentId }),
    service: text(row['service.name']),
    operation: text(row.name),
    start_ns: exact(span.startNanos),
    end_ns: exact(span.endNanos),
    duration_ns: span.end - span.start,
    kind: kindOf(row),
    status: text(row.status_code) || 'UNSET',
    ...(text(row.status_message) !== '' && { status_message: text(row.status_message) }),
    trace_flags: Number(row.flags ?? 0),
    trace_state: text(row.trace_state),
    resource: {
      attributes: { ...Object.fromEntries(columns.filter(([name]) => RESOURCE.test(name))), ...json(row.resource) },
    },
    scope: { name: text(row.scope_name), version: text(row.scope_version) },
    attributes: { ...Object.fromEntries(columns.filter(([name]) => !RESOURCE.test(name))), ...json(row.attributes) },
    events: list(row.events),
    links: list(row.links),
    dropped_attributes_count: Number(row.dropped_attributes_count ?? 0),
    dropped_events_count: Number(row.dropped_events_count ?? 0),
    dropped_links_count: Number(row.dropped_links_count ?? 0),
    late: row._late === true,
    duplicate: false,
    conflict: false,
    partial: false,
    partial_reasons: [],
    depth,
    self_ns: self,
    critical_path_ns: critical,
  };
}

function servicesOf(spans: readonly TraceSpan[]): TraceDetail['services'] {
  const counts = new Map<string, { service: string; span_count: number; error_count: number }>();
  for (const { service, status } of spans) {
    const entry = counts.get(service) ?? { service, span_count: 0, error_count: 0 };
    counts.set(service, entry);
    entry.span_count++;
    if (status === 'ERROR') entry.error_count++;
  }
  return [...counts.values()].sort((a, b) => b.span_count - a.span_count || (a.service < b.service ? -1 : 1));
}

const kindOf = (row: Row): number => Math.max(0, KINDS.indexOf(text(row.kind)));
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const json = (value: unknown): Record<string, unknown> =>
  typeof value === 'string' && value !== '' ? (JSON.parse(value) as Record<string, unknown>) : {};
const list = (value: unknown): unknown[] =>
  typeof value === 'string' && value !== '' ? (JSON.parse(value) as unknown[]) : [];
