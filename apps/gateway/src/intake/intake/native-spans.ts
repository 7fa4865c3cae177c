/** Native trace records, in the names that a query returns, as the OTLP request that says the same (INTAKE-3). */
import { boundsReason } from '@spanwise/otlp/check-records';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { exactJsonText, parseExactJson } from '@spanwise/otlp/exact-json';
import { OtlpError } from '@spanwise/otlp/otlp-error';
import type { Fields, FieldValue } from '@spanwise/otlp/telemetry-rows';
import { sentTraceId } from '@spanwise/otlp/trace-ids';
import { COLUMNS } from '@spanwise/segments/columns';
import { columnsReason, objectOf } from './native-check.js';
import type { NativeItem } from './native-body.js';
import type { Rejections } from './rejections.js';
import { inTurns } from './turns.js';

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUSES = ['UNSET', 'OK', 'ERROR'];
/** Attributes that name who sends, not what happened. */
const OF_RESOURCE = /^(service|deployment|host|k8s|telemetry|process|os|container|cloud)\./;
const NANOS_PER_MICRO = 1_000n;

export interface NativeSpans {
  /** In protobuf. */
  request: Buffer;
  /** Place in the body of each span of the request. */
  indexes: number[];
}

/** Records that cannot be spans are rejected; whether a span can be kept is checked with the request. */
export async function nativeSpans(items: readonly NativeItem[], rejections: Rejections): Promise<NativeSpans> {
  const resources = new Map<string, { json: object; spans: object[]; indexes: number[] }>();
  await inTurns(items.entries(), ([index, item]) => {
    const made = 'reason' in item ? item.reason : spanOf(item.record);
    if (typeof made === 'string') return rejections.add(index, made);
    const key = exactJsonText(made.carried);
    const group = resources.get(key) ?? { json: made.carried, spans: [], indexes: [] };
    resources.set(key, group);
    group.spans.push(made.span);
    group.indexes.push(index);
  });
  const groups = [...resources.values()];
  const resourceSpans = groups.map(({ json, spans }) => {
    const { resource, scope } = json as { resource: object; scope: object };
    return { resource, scopeSpans: [{ scope, spans }] };
  });
  return {
    request: encodeJson(Buffer.from(exactJsonText({ resourceSpans })), 'traces'),
    indexes: groups.flatMap(({ indexes }) => indexes),
  };
}

interface MadeSpan {
  carried: { resource: object; scope: object };
  span: { events: unknown; links: unknown; attributes: object[] };
}

/** A span, or why there is none. */
function spanOf(given: Fields): MadeSpan | string {
  const record = new Map(Object.entries(given).filter(([, value]) => value !== null));
  for (const name of ['resource', 'attributes', 'events', 'links']) {
    const value = record.get(name);
    if (value !== undefined)
      record.set(name, name === 'resource' || name === 'attributes' ? objectOf(value) : listOf(value));
  }
  const kind = numbered(record, 'kind', KINDS, 'SPAN_KIND_');
  const code = numbered(record, 'status_code', STATUSES, 'STATUS_CODE_');
  const checked = Object.fromEntries(record) as Fields;
  const reason =
    (kind === undefined ? `kind is none of ${KINDS.join(', ')}` : undefined) ??
    (code === undefined ? `status_code is none of ${STATUSES.join(', ')}` : undefined) ??
    columnsReason(checked, COLUMNS.traces) ??
    boundsReason([checked]);
  if (reason !== undefined) return reason;
  const times = timesOf(record);
  if (typeof times === 'string') return times;
  const made = madeSpan(record, { kind, code, ...times });
  return innerReason(made.span) ?? made;
}

/** Events and links come as they are: one that is no OTLP must not cost the others their request. */
function innerReason(span: { events?: unknown; links?: unknown }): string | undefined {
  const { events, links } = span;
  if (events === undefined && links === undefined) return undefined;
  try {
    encodeJson(
      Buffer.from(exactJsonText({ resourceSpans: [{ scopeSpans: [{ spans: [{ events, links }] }] }] })),
      'traces',
    );
    return undefined;
  } catch (error) {
    if (error instanceof OtlpError) return 'its events or links are not those of OTLP';
    throw error;
  }
}

interface Found {
  kind: number | undefined;
  code: number | undefined;
  start: bigint;
  end: bigint;
}

function madeSpan(record: Map<string, FieldValue>, { kind, code, start, end }: Found): MadeSpan {
  const take = (name: string): FieldValue | undefined => {
    const value = record.get(name);
    record.delete(name);
    return value;
  };
  const traceId = take('trace_id');
  const scope = { name: take('scope_name'), version: take('scope_version') };
  const span = {
    traceId: typeof traceId === 'string' ? sentTraceId(traceId) : traceId,
    spanId: take('span_id'),
    parentSpanId: take('parent_span_id'),
    traceState: take('trace_state'),
    flags: take('flags'),
    name: take('name'),
    kind,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    status: { code, message: take('status_message') },
    events: withAttributes(take('events')),
    links: withAttributes(take('links')),
    droppedAttributesCount: take('dropped_attributes_count'),
    droppedEventsCount: take('dropped_events_count'),
    droppedLinksCount: take('dropped_links_count'),
  };
  for (const name of GIVEN) record.delete(name);
  const resource = { ...(take('resource') as Fields | undefined) };
  const attributes = { ...(take('attributes') as Fields | undefined) };
  for (const [name, value] of record) (OF_RESOURCE.test(name) ? resource : attributes)[name] = value;
  return {
    carried: { resource: { attributes: keyValues(resource) }, scope },
    span: { ...span, attributes: keyValues(attributes) },
  };
}

/** Said in other members already, or given by the product. */
const GIVEN = [
  '_timestamp',
  '_event_id',
  '_shard',
  '_epoch',
  '_seq',
  '_slice',
  '_index',
  'start_time_unix_nano',
  'end_time_unix_nano',
  'duration_nano',
];

/** A missing time is never filled in from a clock (PROTO-5). */
function timesOf(record: Map<string, FieldValue>): { start: bigint; end: bigint } | string {
  const nanos = (name: string) => {
    const value = record.get(name);
    return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : undefined;
  };
  const micros = record.get('_timestamp');
  const ofMicros = Number.isSafeInteger(micros) ? BigInt(micros as number) * NANOS_PER_MICRO : undefined;
  const start = nanos('start_time_unix_nano') ?? ofMicros;
  if (start === undefined) return 'start_time_unix_nano and _timestamp are missing';
  const duration = nanos('duration_nano');
  const end = nanos('end_time_unix_nano') ?? (duration === undefined ? undefined : start + duration);
  if (end === undefined) return 'end_time_unix_nano and duration_nano are missing';
  return start < 0n || end < 0n ? 'a time lies before 1970' : { start, end };
}

/** The number of a name, with or without its prefix; a number stands for itself. Undefined for anything else. */
function numbered(
  record: Map<string, FieldValue>,
  member: string,
  names: readonly string[],
  prefix: string,
): number | undefined {
  const value = record.get(member) ?? 0;
  record.delete(member);
  const number = typeof value === 'string' ? names.indexOf(value.toUpperCase().replace(prefix, '')) : value;
  return typeof number === 'number' && names[number] !== undefined ? number : undefined;
}

function listOf(value: FieldValue): FieldValue {
  if (typeof value !== 'string') return value;
  try {
    return parseExactJson(Buffer.from(value)) as FieldValue;
  } catch {
    return value;
  }
}

/** Events and links in OTLP's members; their attributes may be an object. */
function withAttributes(list: FieldValue | undefined): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    const { attributes } = item;
    if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return item;
    return { ...item, attributes: keyValues(attributes) };
  });
}

const keyValues = (fields: Fields): object[] =>
  Object.entries(fields).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: FieldValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint') return { intValue: String(value) };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (value === null) return {};
  return Array.isArray(value)
    ? { arrayValue: { values: value.map(anyValue) } }
    : { kvlistValue: { values: keyValues(value) } };
}
