/** Whether a native record of logs or metrics can be taken, and as what it goes into the log. */
import { boundsReason, MAX_AHEAD_MICROS, OUT_OF_RETENTION } from '@spanwise/otlp/check-records';
import { exactJsonText, parseExactJson } from '@spanwise/otlp/exact-json';
import { SPECIAL_DOUBLES } from '@spanwise/otlp/json-text';
import { METRIC_TEMPORALITIES, METRIC_TYPES } from '@spanwise/otlp/native-records';
import type { Fields, FieldValue } from '@spanwise/otlp/telemetry-rows';
import { COLUMNS, type Column } from '@spanwise/segments/columns';
import { momentNanos, NANOS_PER_MICRO, timesOf } from './moment.js';
import type { RecordsSignal } from './record-slices.js';
import type { Destination } from './sliced-request.js';

/** 2000-01-01: a time before it is in another unit. */
const EARLIEST_MICROS = 946_684_800_000_000;
/** Members that a query returns and the product gives. */
const PLACE = new Set(['_event_id', '_shard', '_epoch', '_seq', '_slice', '_index']);
const OBJECTS = new Set(['resource', 'attributes']);
/** Flag of a point: its series has ended, it has no value. */
const NO_RECORDED_VALUE = 1;
const ANYTHING = new Set(['body', 'buckets', 'exemplars', 'events', 'links']);

export interface CheckedRecord {
  reason?: string;
  /** The record as one line of the log. */
  line: string;
  /** It says its own time. */
  timed: boolean;
}

const rejected = (reason: string): CheckedRecord => ({ reason, line: '', timed: true });

export function checkNative(
  given: Fields,
  signal: RecordsSignal,
  { stream, receivedAtMicros, oldestMicros }: Pick<Destination, 'stream' | 'receivedAtMicros' | 'oldestMicros'>,
): CheckedRecord {
  const record: Fields = {};
  for (const [name, value] of Object.entries(given))
    if (!PLACE.has(name) && value !== null) define(record, name, value);
  const timed = takeOwnTime(record);
  if (!timed) Object.assign(record, saidTime(record, receivedAtMicros));
  record._timestamp ??= receivedAtMicros;
  if (signal === 'metrics') record.metric_name ??= stream;
  const reason =
    timeReason(record._timestamp, receivedAtMicros, oldestMicros) ??
    columnsReason(record, COLUMNS[signal]) ??
    idReason(record) ??
    (signal === 'metrics' ? metricReason(record) : undefined) ??
    boundsReason([record]);
  return reason === undefined ? { line: exactJsonText(record), timed } : rejected(reason);
}

/** Integers of nanoseconds as OTLP/JSON writes them. */
const DIGITS = /^\d{1,19}$/;

/** False where neither of the members that are columns says the record's time. */
function takeOwnTime(record: Fields): boolean {
  const { time_unix_nano: nanos } = record;
  if (typeof nanos === 'string' && DIGITS.test(nanos)) record.time_unix_nano = BigInt(nanos);
  if (record._timestamp !== undefined) return true;
  const exact = record.time_unix_nano;
  if (typeof exact === 'bigint' || Number.isSafeInteger(exact)) {
    const micros = Number(BigInt(exact as bigint | number) / NANOS_PER_MICRO);
    // 0 is none; what lies before the year 2000 is in another unit.
    if (micros >= EARLIEST_MICROS) record._timestamp = micros;
  }
  return record._timestamp !== undefined;
}

/** Where other senders put the time; the member stays what it is. */
const TIME_MEMBERS = ['timestamp', 'time', '@timestamp'];

/** A number that cannot be the time of such a record is something else: a duration, a count. */
function saidTime(record: Fields, receivedAtMicros: number): Fields | undefined {
  for (const name of TIME_MEMBERS) {
    const nanos = momentNanos(record[name]);
    if (nanos === undefined) continue;
    const times = timesOf(nanos);
    const isDate = typeof record[name] === 'string' && record[name].includes('-');
    if (isDate || timeReason(times._timestamp!, receivedAtMicros, undefined) === undefined) return times;
  }
  return undefined;
}

function define(record: Fields, name: string, value: FieldValue): void {
  const stored = OBJECTS.has(name) ? objectOf(value) : value;
  Object.defineProperty(record, name, { value: stored, enumerable: true, configurable: true, writable: true });
}

/** Queries return the attributes that are no columns as JSON text: what was read can be sent. */
export function objectOf(value: FieldValue): FieldValue {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return parseExactJson(Buffer.from(value)) as FieldValue;
  } catch {
    return value;
  }
}

/** Why `_timestamp`, microseconds, cannot be the time of a record that came at `receivedAtMicros`. */
export function timeReason(
  value: FieldValue,
  receivedAtMicros: number,
  oldestMicros: number | undefined,
): string | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return '_timestamp is not an integer of microseconds';
  if (value < EARLIEST_MICROS) return '_timestamp lies before the year 2000: it is in microseconds';
  if (oldestMicros !== undefined && value < oldestMicros) return OUT_OF_RETENTION;
  return value > receivedAtMicros + MAX_AHEAD_MICROS ? 'its time is more than 10 minutes after its receipt' : undefined;
}

/** A member that is named as a column has the column's type. */
export function columnsReason(record: Fields, columns: readonly Column[]): string | undefined {
  for (const { name, type, attribute } of columns) {
    const value = record[name];
    if (attribute || value === undefined || name === '_timestamp' || ANYTHING.has(name)) continue;
    if (OBJECTS.has(name)) {
      if (typeof value !== 'object' || Array.isArray(value)) return `${name} is not an object`;
    } else if (!fits(value, type)) return `${name} is not ${TYPE_NAMES[type]}`;
  }
  return undefined;
}

const TYPE_NAMES: Readonly<Record<Column['type'], string>> = {
  BIGINT: 'an integer of 64 bits',
  INTEGER: 'an integer of 32 bits',
  DOUBLE: 'a number',
  VARCHAR: 'a text',
  BOOLEAN: 'true or false',
};

function fits(value: FieldValue, type: Column['type']): boolean {
  if (type === 'VARCHAR') return typeof value === 'string';
  if (type === 'BOOLEAN') return typeof value === 'boolean';
  if (type === 'DOUBLE') {
    if (typeof value === 'string') return SPECIAL_DOUBLES.has(value);
    return typeof value === 'number' || typeof value === 'bigint';
  }
  if (type === 'INTEGER') return typeof value === 'number' && value === (value | 0);
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

const HEX_IDS: readonly [string, RegExp][] = [
  ['trace_id', /^([0-9a-fA-F]{16}|[0-9a-fA-F]{32})?$/],
  ['span_id', /^([0-9a-fA-F]{16})?$/],
];

function idReason(record: Fields): string | undefined {
  for (const [name, form] of HEX_IDS)
    if (typeof record[name] === 'string' && !form.test(record[name])) return `${name} is not a hexadecimal id`;
  return undefined;
}

function metricReason(record: Fields): string | undefined {
  const { metric_type: type = 'gauge', temporality = '', count, flags } = record;
  const value = record.value ?? record.value_int;
  if (!METRIC_TYPES.some((known) => known === type)) return `metric_type is none of ${METRIC_TYPES.join(', ')}`;
  if (!METRIC_TEMPORALITIES.some((known) => known === temporality)) return 'temporality is not delta or cumulative';
  if (typeof flags === 'number' && (flags & NO_RECORDED_VALUE) !== 0) return undefined;
  if (type === 'gauge' || type === 'sum') return value === undefined ? 'value is missing' : undefined;
  return count === undefined ? 'count is missing' : undefined;
}
