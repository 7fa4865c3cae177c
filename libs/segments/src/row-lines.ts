/** Records as lines of JSON whose members are the columns of a segment: what a Parquet file is made from. */
import type { Carried, Fields, FieldValue, LogRow, MetricRow, SpanRow } from '@spanwise/otlp/telemetry-rows';
import { nameText } from '@spanwise/span-model/identity';
import { keyPart } from '@spanwise/span-model/series';
import { COLUMNS, type ColumnType, type Signal } from './columns.js';
import { stringJson, valueJson } from './field-json.js';
import { ENVIRONMENT, isRuleAttribute, NAME_COLUMNS, OLD_ENVIRONMENT, RESOURCE_IDENTITY } from './rule-columns.js';
import type { SeenFields } from './stream-fields.js';

/** Where a record lies in the log. */
export interface RowPlace {
  shard: number;
  epoch: number;
  seq: number;
  slice: number;
  index: number;
  /** Stands in for a time that the record lacks. */
  loggedAtMicros: number;
  /** Number of the delta that the record was counted in, where that is known. */
  delta?: number;
}

export interface RowLine {
  timestampMicros: number;
  /** A JSON object; columns that are null are left out. */
  line: string;
}

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
/** Within the first so many bytes of a line stands its place. */
export const PLACE_BYTES = 256;
const PLACE = /^\{"_timestamp":-?\d+,"_shard":(\d+),"_epoch":(\d+),"_seq":(\d+),"_slice":(\d+),"_index":(\d+)\b/;
const STATUSES = ['UNSET', 'OK', 'ERROR'];
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT32 = 2 ** 31 - 1;
const NANOS_PER_MICRO = 1_000n;

/** What records of one resource share. */
interface ResourcePart {
  members: string;
  /** Columns that the resource has filled. */
  taken: ReadonlySet<string>;
  /** Those of them that the record's own attribute would have. */
  yielded: readonly string[];
}

/** The place that a line begins with. */
export function placeOf(line: string): Omit<RowPlace, 'loggedAtMicros' | 'delta'> {
  const found = PLACE.exec(line.slice(0, PLACE_BYTES));
  if (found === null) throw new Error('a line does not begin with its place');
  const [shard, epoch, seq, slice, index] = found.slice(1).map(Number) as [number, number, number, number, number];
  return { shard, epoch, seq, slice, index };
}

/** Lines of one stream. */
export class RowLines {
  private readonly hot: ReadonlyMap<string, ColumnType>;
  private readonly columns: ReadonlySet<string>;
  private readonly ofSpans: boolean;
  private readonly ofMetrics: boolean;
  private readonly resources = new WeakMap<Fields, ResourcePart>();

  constructor(
    signal: Signal,
    private readonly seen: SeenFields,
  ) {
    const columns = COLUMNS[signal];
    this.hot = new Map(columns.filter(({ attribute }) => attribute).map(({ name, type }) => [name, type]));
    this.columns = new Set(columns.map(({ name }) => name));
    this.ofSpans = signal === 'traces';
    this.ofMetrics = signal === 'metrics';
  }

  spanLine(row: SpanRow, place: RowPlace, late: boolean): RowLine {
    const line = new Line();
    const timestampMicros = this.open(line, place, row.startUnixNanos);
    if (place.delta !== undefined) line.raw('_delta', String(place.delta));
    if (late) line.raw('_late', 'true');
    line.text('trace_id', row.traceId);
    line.text('span_id', row.spanId);
    line.text('parent_span_id', row.parentSpanId);
    line.text('trace_state', row.traceState);
    line.integer('flags', row.flags);
    line.raw('name', stringJson(row.name));
    line.text('kind', KINDS[row.kind] ?? String(row.kind));
    line.int64('start_time_unix_nano', row.startUnixNanos);
    line.int64('end_time_unix_nano', row.endUnixNanos);
    line.int64('duration_nano', row.endUnixNanos - row.startUnixNanos);
    line.text('status_code', STATUSES[row.statusCode] ?? String(row.statusCode));
    line.text('status_message', row.statusMessage);
    this.carried(line, row);
    if (row.events.length > 0) {
      const events = row.events.map(({ timeUnixNanos, ...event }) => ({ timeUnixNano: timeUnixNanos, ...event }));
      line.text('events', valueJson(events));
    }
    if (row.links.length > 0) line.text('links', valueJson(row.links));
    line.integer('dropped_attributes_count', row.droppedAttributesCount);
    line.integer('dropped_events_count', row.droppedEventsCount);
    line.integer('dropped_links_count', row.droppedLinksCount);
    return { timestampMicros, line: line.close() };
  }

  logLine(row: LogRow, place: RowPlace): RowLine {
    const line = new Line();
    const timestampMicros = this.open(line, place, row.timeUnixNanos || row.observedUnixNanos);
    if (row.timeUnixNanos !== 0n) line.int64('time_unix_nano', row.timeUnixNanos);
    if (row.observedUnixNanos !== 0n) line.int64('observed_time_unix_nano', row.observedUnixNanos);
    line.integer('severity_number', row.severityNumber, MAX_INT32);
    line.text('severity_text', row.severityText);
    if (row.body !== null) line.raw('body', stringJson(textOf(row.body)));
    line.text('event_name', row.eventName);
    line.text('trace_id', row.traceId);
    line.text('span_id', row.spanId);
    line.integer('flags', row.flags);
    if (row.droppedAttributesCount !== undefined) line.integer('dropped_attributes_count', row.droppedAttributesCount);
    this.carried(line, row);
    return { timestampMicros, line: line.close() };
  }

  metricLine(row: MetricRow, place: RowPlace): RowLine {
    const line = new Line();
    const timestampMicros = this.open(line, place, row.timeUnixNanos);
    if (row.timeUnixNanos !== 0n) line.int64('time_unix_nano', row.timeUnixNanos);
    if (row.startUnixNanos !== 0n) line.int64('start_time_unix_nano', row.startUnixNanos);
    line.raw('metric_name', stringJson(row.name));
    line.text('metric_type', row.type);
    line.text('metric_unit', row.unit);
    if (row.description !== undefined) line.text('metric_description', row.description);
    line.text('temporality', row.temporality);
    if (row.type === 'sum') line.raw('monotonic', String(row.monotonic));
    line.double('value', row.value);
    if (typeof row.value === 'bigint') line.int64('value_int', row.value);
    if (row.count !== undefined) line.int64('count', row.count);
    line.double('sum', row.sum);
    line.double('min', row.min);
    line.double('max', row.max);
    if (row.buckets !== undefined) line.text('buckets', valueJson(row.buckets));
    if (row.flags !== undefined) line.integer('flags', row.flags);
    if (row.exemplars !== undefined) line.text('exemplars', valueJson(row.exemplars));
    this.carried(line, row);
    return { timestampMicros, line: line.close() };
  }

  /** The place of a record, and its time: the log's own where the record has none that fits. */
  private open(line: Line, place: RowPlace, unixNanos: bigint): number {
    const known = unixNanos !== 0n && unixNanos <= MAX_INT64;
    const timestampMicros = known ? Number(unixNanos / NANOS_PER_MICRO) : place.loggedAtMicros;
    line.raw('_timestamp', String(timestampMicros));
    line.raw('_shard', String(place.shard));
    line.raw('_epoch', String(place.epoch));
    line.raw('_seq', String(place.seq));
    line.raw('_slice', String(place.slice));
    line.raw('_index', String(place.index));
    return timestampMicros;
  }

  private carried(line: Line, row: Carried): void {
    const resource = this.resourceBeside(row);
    if (resource.members !== '') line.members(resource.members);
    line.text('scope_name', row.scopeName);
    line.text('scope_version', row.scopeVersion);
    if (row.schemaUrl !== undefined) line.text('schema_url', row.schemaUrl);
    if (row.resourceSchemaUrl !== undefined) line.text('resource_schema_url', row.resourceSchemaUrl);
    const taken = new Set(resource.taken);
    const rest: string[] = [];
    this.spread(line, rest, taken, row.attributes, (name) => name);
    const isOther = (name: string) => Object.hasOwn(row.attributes, name) || (this.ofSpans && isRuleAttribute(name));
    this.spread(line, rest, taken, row.scopeAttributes, (name) => (isOther(name) ? `scope.${name}` : name));
    if (rest.length > 0) line.text('attributes', this.objectOf(rest));
  }

  /** A column holds what the record says before what its scope and its resource say, but for what names a service. */
  private resourceBeside(row: { resource: Fields; attributes: Fields; scopeAttributes: Fields }): ResourcePart {
    let part = this.resources.get(row.resource);
    if (part === undefined) this.resources.set(row.resource, (part = this.resourcePart(row.resource)));
    const own = part.yielded.filter((name) => isText(row.attributes[name]) || isText(row.scopeAttributes[name]));
    return own.length === 0 ? part : this.resourcePart(row.resource, new Set(own));
  }

  /** `left`: columns that the resource leaves to the record. */
  private resourcePart(resource: Fields, left: ReadonlySet<string> = new Set()): ResourcePart {
    const line = new Line();
    const rest: string[] = [];
    const taken = new Set(left);
    this.spread(line, rest, taken, resource, (name) => name, 'resource');
    for (const name of left) taken.delete(name);
    if (!taken.has(ENVIRONMENT) && fillName(line, ENVIRONMENT, resource[OLD_ENVIRONMENT])) taken.add(ENVIRONMENT);
    if (rest.length > 0) line.text('resource', this.objectOf(rest));
    return { members: line.inner, taken, yielded: [...taken].filter((name) => !RESOURCE_IDENTITY.has(name)) };
  }

  /** Points of one series have equal texts, whatever the order in which their attributes came: statements group by them. */
  private objectOf(members: string[]): string {
    if (this.ofMetrics) members.sort();
    return `{${members.join(',')}}`;
  }

  /** Attributes into their columns, and into `rest` what no column holds as it is. */
  private spread(
    line: Line,
    rest: string[],
    taken: Set<string>,
    attributes: Fields,
    named: (name: string) => string,
    column: 'attributes' | 'resource' = 'attributes',
  ): void {
    for (const [plain, value] of Object.entries(attributes)) {
      const name = named(plain);
      const type = taken.has(name) || this.isForeign(name, column) ? undefined : this.hot.get(name);
      if (type !== undefined && this.fill(line, name, type, value)) {
        taken.add(name);
        if (isWhole(name, value) || type === 'INTEGER') continue;
      }
      rest.push(`${stringJson(name)}:${valueJson(value)}`);
      if (!this.columns.has(name)) this.seen.note(name, value, column);
    }
  }

  /**
   * Of a span, what the rules of the figures read is in its column only when it comes from where they read it: a stored
   * span must give the figures that it gave (ADR 0014).
   */
  private isForeign(name: string, column: 'attributes' | 'resource'): boolean {
    if (!this.ofSpans) return false;
    return column === 'resource' ? isRuleAttribute(name) : RESOURCE_IDENTITY.has(name);
  }

  private fill(line: Line, name: string, type: ColumnType, value: FieldValue): boolean {
    if (type === 'INTEGER') {
      const fits = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_INT32;
      if (fits && !Object.is(value, -0)) line.raw(name, String(value));
      return fits && !Object.is(value, -0);
    }
    if (typeof value === 'object') return false;
    if (NAME_COLUMNS.has(name)) return fillName(line, name, value);
    line.raw(name, stringJson(String(value)));
    return true;
  }
}

/** A column of text takes it. */
const isText = (value: FieldValue | undefined): boolean => value !== undefined && typeof value !== 'object';

/** The column says what the client said: it need not stand in the JSON as well. */
const isWhole = (name: string, value: FieldValue): boolean =>
  typeof value === 'string' && (!NAME_COLUMNS.has(name) || keyPart(value) === value);

/** The name that the figures have; false where it is none. */
function fillName(line: Line, column: string, value: FieldValue | undefined): boolean {
  const name = keyPart(nameText(value));
  if (name !== '') line.raw(column, stringJson(name));
  return name !== '';
}

/** Text is itself, everything else its JSON. */
const textOf = (value: FieldValue): string => (typeof value === 'string' ? value : valueJson(value));

/** Members of one JSON object. */
class Line {
  inner = '';

  /** `json` is JSON text. Names of columns need no escape. */
  raw(name: string, json: string): void {
    this.inner += this.inner === '' ? `"${name}":${json}` : `,"${name}":${json}`;
  }

  /** Nothing for an empty text: null says that there is none. */
  text(name: string, text: string): void {
    if (text !== '') this.raw(name, stringJson(text));
  }

  /** Nothing for what its column cannot hold. */
  int64(name: string, value: bigint): void {
    if (value >= MIN_INT64 && value <= MAX_INT64) this.raw(name, String(value));
  }

  integer(name: string, value: number, limit = Number.MAX_SAFE_INTEGER): void {
    if (Number.isInteger(value) && Math.abs(value) <= limit) this.raw(name, String(value));
  }

  double(name: string, value: number | bigint | undefined): void {
    if (value !== undefined) this.raw(name, valueJson(value));
  }

  members(json: string): void {
    this.inner += this.inner === '' ? json : `,${json}`;
  }

  close(): string {
    return `{${this.inner}}`;
  }
}
