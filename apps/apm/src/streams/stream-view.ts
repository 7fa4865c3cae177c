/** Streams as the API shows them; pure. */
import {
  DEFAULT_RETENTION_DAYS,
  type FieldDataType,
  type StoredSignal,
  type StreamFieldView,
  type StreamRuntime,
  type StreamSettings,
  type StreamStatistics,
  type StreamStatus,
  type StreamView,
} from '@spanwise/contracts/streams';
import type { StreamField } from '@spanwise/segments/catalogue';
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
const JSON_COLUMNS = new Set(['resource', 'attributes', 'events', 'links', 'buckets']);
const REQUIRED = new Set(['_timestamp', '_shard', '_epoch', '_seq', '_slice', '_index']);

/** The columns that all streams of a signal have, then the fields that this one has shown. */
export function schemaOf(signal: StoredSignal, fields: readonly StreamField[]): StreamFieldView[] {
  const columns = COLUMNS[signal].map(({ name, type }): StreamFieldView => {
    const data_type = name === '_timestamp' ? 'timestamp' : JSON_COLUMNS.has(name) ? 'json' : TYPES[type];
    return { name, data_type, nullable: !REQUIRED.has(name), indexed: true, encrypted: false, exact: true };
  });
  const learned = fields.map(({ name, type }): StreamFieldView => {
    return { name, data_type: type, nullable: true, indexed: false, encrypted: false, exact: type !== 'utf8' };
  });
  return [...columns, ...learned];
}

export function streamView(row: StreamRow, fields: readonly StreamFieldView[]): StreamView {
  const days = row.retention_days;
  return {
    id: row.id,
    org_id: row.organization_id,
    name: row.name,
    stream_type: row.signal,
    schema: { fields: [...fields] },
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

/** What came into a stream within a window that ends now, cut into buckets. */
export function runtimeOf(
  row: StreamRow,
  counted: readonly BucketRow[],
  window: { nowMicros: number; windowSecs: number; bucketCount: number },
): StreamRuntime {
  const { nowMicros, windowSecs, bucketCount } = window;
  const bucketMicros = (windowSecs * 1_000_000) / bucketCount;
  const fromMicros = nowMicros - windowSecs * 1_000_000;
  const rowsAt = new Map(counted.map(({ bucket, rows }) => [bucket, Number(rows)]));
  const last = row.last_stored_micros === null ? undefined : Number(row.last_stored_micros);
  return {
    id: row.id,
    name: row.name,
    stream_type: row.signal,
    status: statusOf(last, nowMicros, windowSecs),
    ...(last !== undefined && {
      last_received_micros: last,
      lag_secs: Math.max(0, Math.round((nowMicros - last) / 1_000_000)),
    }),
    rows: counted.reduce((sum, { rows }) => sum + Number(rows), 0),
    bytes: counted.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    buckets: Array.from({ length: bucketCount }, (_, bucket) => ({
      at_micros: Math.round(fromMicros + bucket * bucketMicros),
      rows: rowsAt.get(bucket) ?? 0,
    })),
  };
}
