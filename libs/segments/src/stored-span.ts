/**
 * The span that a stored row was made from, as the rules of the figures see it (ADR 0014): folding it gives what folding
 * the client's bytes gave. The reverse of `RowLines.spanLine`.
 */
import { emptyException, emptySpan, resetSpan, ResourceBuilder, setExceptionMember } from '@spanwise/otlp/span-builder';
import { durationMicros, fromBigInt } from '@spanwise/otlp/nano-time';
import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import {
  MAX_EXCEPTIONS_PER_SPAN,
  MAX_LINKS_PER_SPAN,
  type AttributeValue,
  type SpanRecord,
  type SpanResource,
} from '@spanwise/span-model/span';
import { COLUMNS } from './columns.js';
import { RESOURCE_IDENTITY } from './rule-columns.js';

/** A row by the names of its columns, as the engine reads them: BIGINT as bigint. */
export type StoredRow = Readonly<Record<string, unknown>>;

const KINDS = new Map(['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map((k, n) => [k, n]));
const STATUSES = new Map(['UNSET', 'OK', 'ERROR'].map((status, number) => [status, number]));
/** Ids in the record's bytes: those of the trace, the span and its parent, then those of links. */
const [SPAN_ID_AT, PARENT_ID_AT, FIRST_LINK_AT, LINK_BYTES] = [16, 24, 32, 24];
/** Resources that are kept as they were read: spans of one resource share its object. */
const MAX_RESOURCES = 10_000;

const RULE_COLUMNS = new Set(COLUMNS.traces.filter(({ attribute }) => attribute).map(({ name }) => name));
const SLOTS = ATTRIBUTE_KEYS.map((key, slot) => ({ key, slot, hasColumn: RULE_COLUMNS.has(key) }));

/** Columns that `StoredSpans` reads. */
export const SPAN_COLUMNS: readonly string[] = [
  'trace_id',
  'span_id',
  'parent_span_id',
  'trace_state',
  'flags',
  'name',
  'kind',
  'start_time_unix_nano',
  'end_time_unix_nano',
  'status_code',
  ...RESOURCE_IDENTITY,
  ...SLOTS.filter(({ hasColumn }) => hasColumn).map(({ key }) => key),
  'resource',
  'attributes',
  'events',
  'links',
];

/** Reads rows into one record, which is valid until the next row. */
export class StoredSpans {
  private readonly span: SpanRecord = emptySpan(new ResourceBuilder().build());
  private readonly resources = new Map<string, SpanResource>();
  private readonly start = { micros: 0, rest: 0 };
  private readonly end = { micros: 0, rest: 0 };

  constructor() {
    this.span.idBytes = new Uint8Array(FIRST_LINK_AT + MAX_LINKS_PER_SPAN * LINK_BYTES);
  }

  read(row: StoredRow): SpanRecord {
    const { span, start, end } = this;
    resetSpan(span);
    span.resource = this.resourceOf(row);
    span.traceIdAt = this.place(0, 16, textIn(row, 'trace_id'));
    span.spanIdAt = this.place(SPAN_ID_AT, 8, textIn(row, 'span_id'));
    span.parentSpanIdAt = this.place(PARENT_ID_AT, 8, textIn(row, 'parent_span_id'));
    span.hasParent = span.parentSpanIdAt >= 0;
    span.traceState = textIn(row, 'trace_state');
    span.flags = Number(row.flags ?? 0);
    span.name = textIn(row, 'name');
    span.kind = numberOf(KINDS, textIn(row, 'kind'));
    span.statusCode = numberOf(STATUSES, textIn(row, 'status_code'));
    fromBigInt((row.start_time_unix_nano as bigint | null) ?? 0n, start);
    fromBigInt((row.end_time_unix_nano as bigint | null) ?? 0n, end);
    span.startMicros = start.micros;
    span.durationMicros = durationMicros(start, end);
    span.hasEnd = end.micros > 0 || end.rest > 0;
    this.readAttributes(row);
    if (row.events !== null) this.readExceptions(textIn(row, 'events'));
    if (row.links !== null) this.readLinks(textIn(row, 'links'));
    return span;
  }

  private place(at: number, length: number, hex: string): number {
    if (hex.length !== 2 * length) return -1;
    const { idBytes } = this.span;
    for (let byte = 0; byte < length; byte++)
      idBytes[at + byte] = Number.parseInt(hex.slice(2 * byte, 2 * byte + 2), 16);
    return at;
  }

  private resourceOf(row: StoredRow): SpanResource {
    const names = [...RESOURCE_IDENTITY];
    const key = JSON.stringify([...names.map((name) => row[name]), row.resource]);
    let resource = this.resources.get(key);
    if (resource === undefined) {
      const rest = objectIn(row.resource);
      const builder = new ResourceBuilder();
      for (const [name, value] of Object.entries(rest)) builder.add(name, scalarOf(value));
      // What the JSON has too is there as it was; the column has its text.
      for (const name of names) if (!Object.hasOwn(rest, name)) builder.add(name, scalarOf(row[name]));
      resource = builder.build();
      if (this.resources.size >= MAX_RESOURCES) this.resources.clear();
      this.resources.set(key, resource);
    }
    return resource;
  }

  private readAttributes(row: StoredRow): void {
    const { attributes } = this.span;
    const rest = objectIn(row.attributes);
    for (const { key, slot, hasColumn } of SLOTS) {
      if (Object.hasOwn(rest, key)) attributes[slot] = scalarOf(rest[key]);
      else if (hasColumn) attributes[slot] = scalarOf(row[key]);
    }
  }

  private readExceptions(events: string): void {
    const { span } = this;
    for (const event of JSON.parse(events) as StoredEvent[]) {
      if (event.name !== 'exception') continue;
      const exception = emptyException();
      // Nanoseconds are beyond a number's digits by less than a microsecond.
      exception.timeMicros = Math.floor(event.timeUnixNano / 1_000);
      for (const [name, value] of Object.entries(event.attributes))
        setExceptionMember(exception, name, scalarOf(value));
      span.exceptions.push(exception);
      if (span.exceptions.length > MAX_EXCEPTIONS_PER_SPAN) span.exceptions.shift();
    }
  }

  private readLinks(links: string): void {
    const { span } = this;
    for (const { traceId, spanId } of JSON.parse(links) as { traceId: string; spanId: string }[]) {
      if (span.links.length >= MAX_LINKS_PER_SPAN) return;
      const at = FIRST_LINK_AT + span.links.length * LINK_BYTES;
      const traceIdAt = this.place(at, 16, traceId);
      const spanIdAt = this.place(at + 16, 8, spanId);
      if (traceIdAt >= 0 && spanIdAt >= 0) span.links.push({ traceIdAt, spanIdAt });
    }
  }
}

interface StoredEvent {
  name: string;
  timeUnixNano: number;
  attributes: Record<string, unknown>;
}

const textIn = (row: StoredRow, name: string): string => (row[name] as string | null | undefined) ?? '';
const numberOf = (known: ReadonlyMap<string, number>, text: string): number => known.get(text) ?? Number(text);
const objectIn = (json: unknown): Record<string, unknown> =>
  typeof json === 'string' ? (JSON.parse(json) as Record<string, unknown>) : {};

/** Lists and objects are read by no rule. */
const scalarOf = (value: unknown): AttributeValue | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
