/** Streams as the API shows them; pure. */
import {
  DEFAULT_RETENTION_DAYS,
  type ActivityBucket,
  type FieldDataType,
  type FieldOverflowView,
  type StoredSignal,
  type StreamActivity,
  type StreamFieldView,
  type StreamRuntime,
  type StreamStatistics,
  type StreamStatus,
  type StreamView,
} from '@spanwise/contracts/telemetry/streams';
import type { StreamSettings } from '@spanwise/contracts/telemetry/stream-settings';
import type { FieldOverflow, StreamField } from '@spanwise/segments/catalogue';
import { COLUMNS, type ColumnType } from '@spanwise/segments/columns';

export interface StreamRow {
  organization_id: string;
  id: string;
  signal: StoredSignal;
  name: string;
  retention_days: number | null;
  settings: StreamSettings;
  created_at_micros: string;
  updated_at_micros: string;
  last_stored_micros: string | null;
  rows: string;
  bytes: string;
  segments: string;
  from_micros: string | null;
  to_micros: string | null;
}

const TYPES: Record<ColumnType, FieldDataType> = {
  BIGINT: 'int64',
  INTEGER: 'int64',
  DOUBLE: 'float64',
  VARCHAR: 'utf8',
  BOOLEAN: 'bool',
};
const JSON_COLUMNS = new Set(['resource', 'attributes', 'events', 'links', 'buckets', 'exemplars']);
/** Where a record lies in the log: of no use but as its identity. */
const INTERNAL = new Set(['_shard', '_epoch', '_seq', '_slice', '_index']);

/** A field, and whether it was declared as indexed. */
export interface DeclaredField extends StreamField {
  indexed: boolean;
}

/** The columns that all streams of a signal have, then the fields that this one has shown; no internal columns. */
export function schemaOf(signal: StoredSignal, fields: readonly DeclaredField[]): StreamFieldView[] {
  const shown = COLUMNS[signal].filter(({ name }) => !INTERNAL.has(name));
  const columns = shown.map(({ name, type }): StreamFieldView => {
    const data_type = name === '_timestamp' ? 'timestamp' : JSON_COLUMNS.has(name) ? 'json' : TYPES[type];
    return { name, data_type, nullable: name !== '_timestamp', indexed: true, encrypted: false, exact: true };
  });
  const learned = fields.map(({ name, type, indexed, mixed }): StreamFieldView => {
    return { name, data_type: type, nullable: true, indexed, encrypted: false, exact: type !== 'utf8' && !mixed };
  });
  return [...columns, ...learned];
}

export const overflowView = ({ sinceMicros, fields, names, hasMoreNames }: FieldOverflow): FieldOverflowView => ({
  since_micros: sinceMicros,
  fields,
  names: [...names],
  ...(hasMoreNames && { more: true as const }),
});

export function streamView(row: StreamRow, fields: readonly StreamFieldView[], overflow?: FieldOverflow): StreamView {
  const days = row.retention_days;
  return {
    id: row.id,
    org_id: row.organization_id,
    name: row.name,
    stream_type: row.signal,
    schema: { fields: [...fields], ...(overflow && { overflow: overflowView(overflow) }) },
    ...(days !== null && { retention: { days } }),
    effective_retention: { days: days ?? DEFAULT_RETENTION_DAYS },
    settings: row.settings,
    statistics: statisticsOf(row),
    created_at_micros: Number(row.created_at_micros),
    updated_at_micros: Number(row.updated_at_micros),
  };
}

export const statisticsOf = (row: StreamRow): StreamStatistics => ({
  rows: Number(row.rows),
  bytes: Number(row.bytes),
  segments: Number(row.segments),
  ...(row.from_micros !== null && { from_micros: Number(row.from_micros) }),
  ...(row.to_micros !== null && { to_micros: Number(row.to_micros) }),
  ...(row.last_stored_micros !== null && { last_received_micros: Number(row.last_stored_micros) }),
});

const HEALTHY_SECS = 15 * 60;
const DELAYED_SECS = 2 * 3_600;

export function statusOf(lastMicros: number | undefined, nowMicros: number, windowSecs: number): StreamStatus {
  if (lastMicros === undefined) return 'unused';
  const lagSecs = (nowMicros - lastMicros) / 1_000_000;
  if (lagSecs <= HEALTHY_SECS) return 'healthy';
  if (lagSecs <= DELAYED_SECS) return 'delayed';
  return lagSecs <= windowSecs ? 'interrupted' : 'idle';
}

export interface BucketRow {
  stream_id: string;
  bucket: number;
  rows: string;
  bytes: string;
}

/** The time that is looked back over, from now. */
export interface Window {
  nowMicros: number;
  windowSecs: number;
  bucketCount: number;
}

/** What came into a stream within a window, cut into buckets. */
export function activityOf(row: StreamRow, counted: readonly BucketRow[], window: Window): StreamActivity {
  const last = row.last_stored_micros;
  return {
    id: row.id,
    name: row.name,
    stream_type: row.signal,
    status: statusOf(last === null ? undefined : Number(last), window.nowMicros, window.windowSecs),
    rows: counted.reduce((sum, { rows }) => sum + Number(rows), 0),
    stored_bytes: counted.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    current_stored_bytes: Number(row.bytes),
    ...(last !== null && {
      first_received_at_micros: Number(row.created_at_micros),
      last_received_at_micros: Number(last),
    }),
    stats_available: true,
    buckets: bucketsOf(counted, window),
  };
}

export function bucketsOf(
  counted: readonly BucketRow[],
  { nowMicros, windowSecs, bucketCount }: Window,
): ActivityBucket[] {
  const bucketMicros = (windowSecs * 1_000_000) / bucketCount;
  const fromMicros = nowMicros - windowSecs * 1_000_000;
  const boundary = (bucket: number) => Math.round(fromMicros + bucket * bucketMicros);
  const found = new Map(counted.map((row) => [row.bucket, row]));
  return Array.from({ length: bucketCount }, (_, bucket) => ({
    start_micros: boundary(bucket),
    end_micros: boundary(bucket + 1),
    rows: Number(found.get(bucket)?.rows ?? 0),
    stored_bytes: Number(found.get(bucket)?.bytes ?? 0),
  }));
}

export function runtimeOf(activity: StreamActivity, nowMicros: number): StreamRuntime {
  const { id, name, stream_type, status, rows, stored_bytes: bytes, last_received_at_micros: last } = activity;
  return {
    id,
    name,
    stream_type,
    status,
    ...(last !== undefined && {
      last_received_micros: last,
      lag_secs: Math.max(0, Math.round((nowMicros - last) / 1_000_000)),
    }),
    rows,
    bytes,
    buckets: activity.buckets.map((bucket) => ({ at_micros: bucket.start_micros, rows: bucket.rows })),
  };
}
