/**
 * Native records of logs and metrics, as the gateway writes them into the log: NDJSON, one object a line with its
 * `_timestamp` in microseconds. Members that are named as columns are those (`libs/segments/src/columns.ts`), `resource`
 * and `attributes` are objects of their own, and all others are attributes.
 */
import { parseExactJson } from './exact-json.js';
import { SPECIAL_DOUBLES } from './json-text.js';
import { addField } from './made-message.js';
import { severityOf } from './severity.js';
import type { Fields, FieldValue, LogRow, MetricRow } from './telemetry-rows.js';
import { sentTraceId } from './trace-ids.js';

const NEWLINE = 0x0a;
const NANOS_PER_MICRO = 1_000n;

/** Each line that is not blank, without its end. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(from, end);
    if (line.some((byte) => byte > 0x20)) yield line;
    from = end + 1;
  }
}

export function eachLine(bytes: Uint8Array, visit: (line: Uint8Array) => void): void {
  for (const line of linesOf(bytes)) visit(line);
}

export function readNativeLogs(bytes: Uint8Array, visit: (row: LogRow, index: number) => void): number {
  return eachRecord(bytes, (record, index) => {
    const body = record.take('body');
    const severityText = record.text('severity_text');
    visit(
      {
        timeUnixNanos: record.time(),
        observedUnixNanos: record.nanos('observed_time_unix_nano'),
        severityNumber: severityOf(record.number('severity_number') ?? 0, severityText),
        severityText,
        body: body ?? null,
        eventName: record.text('event_name'),
        traceId: sentTraceId(record.text('trace_id')),
        spanId: record.text('span_id').toLowerCase(),
        flags: record.number('flags') ?? 0,
        ...record.above0('dropped_attributes_count', 'droppedAttributesCount'),
        ...record.carried(),
      },
      index,
    );
  });
}

export const METRIC_TYPES = ['gauge', 'sum', 'histogram', 'exponential_histogram', 'summary'] as const;
export const METRIC_TEMPORALITIES = ['', 'delta', 'cumulative'] as const;

export function readNativeMetrics(bytes: Uint8Array, visit: (row: MetricRow, index: number) => void): number {
  return eachRecord(bytes, (record, index) => {
    const timeUnixNanos = record.time();
    const type = record.text('metric_type');
    const temporality = record.text('temporality');
    const count = record.take('count');
    const buckets = record.take('buckets');
    const measured = {
      value: record.exact('value_int', 'value'),
      count: typeof count === 'number' || typeof count === 'bigint' ? BigInt(count) : undefined,
      sum: record.double('sum'),
      min: record.double('min'),
      max: record.double('max'),
      buckets,
      exemplars: record.take('exemplars'),
    };
    const row: MetricRow = {
      name: record.text('metric_name'),
      unit: record.text('metric_unit'),
      ...record.said('metric_description', 'description'),
      ...record.above0('flags', 'flags'),
      type: METRIC_TYPES.find((known) => known === type) ?? 'gauge',
      temporality: METRIC_TEMPORALITIES.find((known) => known === temporality) ?? '',
      monotonic: record.take('monotonic') === true,
      timeUnixNanos,
      startUnixNanos: record.nanos('start_time_unix_nano'),
      ...record.carried(),
    };
    for (const [name, value] of Object.entries(measured))
      if (value !== undefined) Object.assign(row, { [name]: value });
    visit(row, index);
  });
}

function eachRecord(bytes: Uint8Array, visit: (record: NativeRecord, index: number) => void): number {
  let count = 0;
  eachLine(bytes, (line) => visit(new NativeRecord(parseExactJson(line) as Fields), count++));
  return count;
}

/** Members are taken one by one; what is left are attributes. */
class NativeRecord {
  private readonly left: Map<string, FieldValue>;

  constructor(fields: Fields) {
    this.left = new Map(Object.entries(fields));
  }

  take(name: string): FieldValue | undefined {
    const value = this.left.get(name);
    this.left.delete(name);
    return value ?? undefined;
  }

  text(name: string): string {
    const value = this.take(name);
    return typeof value === 'string' ? value : '';
  }

  /** A text under the name of its member of a row, where there is one. */
  said<Member extends string>(name: string, member: Member): { [name in Member]?: string } {
    const text = this.text(name);
    return text === '' ? {} : ({ [member]: text } as { [name in Member]: string });
  }

  above0<Member extends string>(name: string, member: Member): { [name in Member]?: number } {
    const number = this.number(name) ?? 0;
    return number > 0 ? ({ [member]: number } as { [name in Member]: number }) : {};
  }

  number(name: string): number | undefined {
    return numberOf(this.take(name));
  }

  /** A query answers NaN and the infinities as their names. */
  double(name: string): number | undefined {
    const value = this.take(name);
    return typeof value === 'string' ? SPECIAL_DOUBLES.get(value) : numberOf(value);
  }

  /** The first that is there, with every digit of an integer; both are taken. */
  exact(integer: string, double: string): number | bigint | undefined {
    const [exact, value] = [this.take(integer), this.take(double)];
    if (typeof exact === 'bigint' || typeof exact === 'number') return exact;
    if (typeof value === 'bigint') return value;
    return typeof value === 'string' ? SPECIAL_DOUBLES.get(value) : numberOf(value);
  }

  nanos(name: string): bigint {
    const value = this.take(name);
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value as number | bigint) : 0n;
  }

  /** Exact where the record says it to the nanosecond as well. */
  time(): bigint {
    const exact = this.nanos('time_unix_nano');
    const micros = this.nanos('_timestamp');
    return exact / NANOS_PER_MICRO === micros ? exact : micros * NANOS_PER_MICRO;
  }

  carried() {
    const scopeName = this.text('scope_name');
    const scopeVersion = this.text('scope_version');
    const schemas = {
      ...this.said('resource_schema_url', 'resourceSchemaUrl'),
      ...this.said('schema_url', 'schemaUrl'),
    };
    const resource = this.fields('resource');
    const attributes = { ...this.fields('attributes') };
    for (const [name, value] of this.left) addField(attributes, name, value);
    return { resource, attributes, scopeName, scopeVersion, scopeAttributes: {}, ...schemas };
  }

  private fields(name: string): Fields {
    const value = this.take(name);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
  }
}

const numberOf = (value: FieldValue | undefined): number | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
