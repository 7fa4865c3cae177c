/** Columns of a segment, the Parquet file that holds raw telemetry (ADR 0012). A column is added, never changed. */

export const SIGNALS = ['traces', 'logs', 'metrics'] as const;
export type Signal = (typeof SIGNALS)[number];

/** DuckDB's names of the types that columns have. */
export type ColumnType = 'BIGINT' | 'INTEGER' | 'DOUBLE' | 'VARCHAR' | 'BOOLEAN';

export interface Column {
  /** As a query names it. */
  name: string;
  type: ColumnType;
  /** Attribute of the record, its scope or its resource that this column holds in the place of the JSON. */
  attribute?: true;
}

const own = (type: ColumnType, ...names: string[]): Column[] => names.map((name) => ({ name, type }));
const attributes = (type: ColumnType, ...names: string[]): Column[] =>
  names.map((name) => ({ name, type, attribute: true }));

/** Where a record lies in the log, which is its identity: shard, epoch, sequence, slice and index make `_event_id`. */
const PLACE = [
  ...own('BIGINT', '_timestamp'),
  ...own('INTEGER', '_shard', '_epoch'),
  ...own('BIGINT', '_seq'),
  ...own('INTEGER', '_slice', '_index'),
];
const RESOURCE = attributes(
  'VARCHAR',
  'service.name',
  'service.namespace',
  'service.version',
  'service.instance.id',
  'deployment.environment.name',
  'host.name',
  'k8s.namespace.name',
  'k8s.pod.name',
);
const SCOPE = own('VARCHAR', 'scope_name', 'scope_version');
/**
 * JSON objects of the attributes that are not columns; null when there are none. Members of a native record and of its
 * scope are `attributes`; one of the scope whose name the record has too is there as `scope.<name>`. An attribute that its
 * column cannot hold as it is (a number in a column of text, a code that is no integer) is in the JSON, and as text in a
 * column of text. The columns that name a service (name, namespace, version, environment) hold the names that the figures
 * have: text, without spaces around, at most 192 bytes; what the client sent is in the JSON where it differs. NaN and the infinities are the texts `NaN`, `Infinity` and `-Infinity` in JSON.
 */
const REST = own('VARCHAR', 'resource', 'attributes');
/** URLs of the schemas by which names were chosen: those of the scope and its records, and those of the resource. */
const SCHEMAS = own('VARCHAR', 'schema_url', 'resource_schema_url');

export const COLUMNS: Readonly<Record<Signal, readonly Column[]>> = {
  /**
   * `_timestamp` is the start. `_late` spans are excluded from metrics. `kind` is INTERNAL, SERVER, CLIENT, PRODUCER or CONSUMER,
   * `status_code` UNSET, OK or ERROR. `events` and `links` are JSON arrays in OTLP's member names, their attributes objects.
   * What a client did not say is null in columns of text and time.
   */
  traces: [
    ...PLACE,
    ...own('BOOLEAN', '_late'),
    ...own('VARCHAR', 'trace_id', 'span_id', 'parent_span_id', 'trace_state'),
    ...own('BIGINT', 'flags'),
    ...own('VARCHAR', 'name', 'kind'),
    ...own('BIGINT', 'start_time_unix_nano', 'end_time_unix_nano', 'duration_nano'),
    ...own('VARCHAR', 'status_code', 'status_message'),
    ...RESOURCE,
    ...SCOPE,
    ...attributes('VARCHAR', 'http.request.method', 'http.route', 'url.path', 'server.address'),
    ...attributes('INTEGER', 'http.response.status_code'),
    ...attributes('VARCHAR', 'db.system.name', 'db.namespace', 'db.operation.name', 'db.collection.name'),
    ...attributes('VARCHAR', 'rpc.system.name', 'rpc.method', 'messaging.system', 'messaging.destination.name'),
    ...attributes('VARCHAR', 'error.type'),
    ...REST,
    ...own('VARCHAR', 'events', 'links'),
    ...own('BIGINT', 'dropped_attributes_count', 'dropped_events_count', 'dropped_links_count'),
    ...SCHEMAS,
  ],
  /** `_timestamp` is the record's time, else when it was observed, else when it was received. `body` is text, or JSON. */
  logs: [
    ...PLACE,
    ...own('BIGINT', 'time_unix_nano', 'observed_time_unix_nano'),
    ...own('INTEGER', 'severity_number'),
    ...own('VARCHAR', 'severity_text', 'body', 'event_name', 'trace_id', 'span_id'),
    ...own('BIGINT', 'flags'),
    ...RESOURCE,
    ...SCOPE,
    ...attributes('VARCHAR', 'exception.type', 'exception.message', 'exception.stacktrace'),
    ...REST,
    ...own('BIGINT', 'dropped_attributes_count'),
    ...SCHEMAS,
  ],
  /**
   * One row a data point. `value` of gauges and sums, null where a series has ended; `value_int` is the same where it is an
   * integer beyond 2^53, which no double holds: `coalesce(value_int, value)` is exact. The others have count, sum, min, max;
   * `buckets` is JSON, and so is `exemplars`, in OTLP's member names. `flags` are the point's: 1 says that it has no value.
   */
  metrics: [
    ...PLACE,
    ...own('BIGINT', 'time_unix_nano', 'start_time_unix_nano'),
    ...own('VARCHAR', 'metric_name', 'metric_type', 'metric_unit', 'temporality'),
    ...own('BOOLEAN', 'monotonic'),
    ...own('DOUBLE', 'value'),
    ...own('BIGINT', 'value_int'),
    ...own('BIGINT', 'count'),
    ...own('DOUBLE', 'sum', 'min', 'max'),
    ...own('VARCHAR', 'buckets'),
    ...RESOURCE,
    ...SCOPE,
    ...REST,
    ...own('VARCHAR', 'metric_description'),
    ...own('BIGINT', 'flags'),
    ...own('VARCHAR', 'exemplars'),
    ...SCHEMAS,
  ],
};

/** What a segment has beside the columns that queries see. */
const KEPT_ASIDE: Readonly<Record<Signal, readonly Column[]>> = {
  /** Number of the delta that counted the span (ADR 0014); null in segments from before. */
  traces: own('BIGINT', '_delta'),
  logs: [],
  metrics: [],
};

export const storedColumns = (signal: Signal): readonly Column[] => [...COLUMNS[signal], ...KEPT_ASIDE[signal]];
