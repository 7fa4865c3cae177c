/** Queries over stored telemetry (QUERY-1, QUERY-2). */
import { Equals, IsIn, IsInt, IsString, IsUUID, Length, Max, MaxLength, Min } from 'class-validator';
import { IsHeldIds } from '../authz/held-ids.js';
import type { Integer } from '../base/integer.js';
import { allOf, IsObjectOf, NullAsAbsent, Optional } from '../base/members.js';
import { Empty, heldOn, READS, rpc, streamRpc } from '../authz/rpc.js';
import type { FieldOverflowView, StoredFieldType } from './streams.js';

/** `streams.query`, or `sys.telemetry.read` over the platform's own streams. */
export const QUERY_ACCESS = { organization: 'streams.query', system: 'sys.telemetry.read' } as const;

export const STREAM_TYPES = ['logs', 'metrics', 'traces'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

/** Rows of a JSON answer; streams and jobs have no such bound. */
export const DEFAULT_ROWS = 1_000;
export const MAX_ROWS = 10_000;
export const MAX_STREAM_ROWS = 1_000_000_000;
/** An answer waits at most this long for what is not stored yet (QUERY-17). */
export const MAX_WAIT_FOR_MS = 30_000;

/** Milliseconds that an answer may wait until what was acknowledged before it was asked for is stored. */
export const IsWaitFor = () =>
  allOf(IsInt({ message: 'must be an integer of milliseconds' }), Min(0), Max(MAX_WAIT_FOR_MS));

const IsMicros = () => IsInt({ message: 'must be an integer of microseconds' });

/** [start, end) of `_timestamp`, microseconds since the epoch. */
export class QueryTimeRange {
  @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) start: number;
  @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) end: number;
}

export class StreamReference {
  @IsString() @Length(1, 255) name: string;
  @IsIn(STREAM_TYPES) stream_type: StreamType;
}

export class QueryBody {
  @Equals('sql', { message: 'must be sql' }) language: 'sql';
  /** One SELECT statement. */
  @IsString() @Length(1, 32_768) statement: string;
  @IsObjectOf(() => QueryTimeRange) time_range: QueryTimeRange;
  /** Settles which stream a name means that several signals have. */
  @NullAsAbsent() @IsObjectOf(() => StreamReference) stream?: StreamReference;
  @NullAsAbsent() @IsInt() @Min(1) @Max(MAX_STREAM_ROWS) limit?: number;
  /** Milliseconds, 30,000 at most: waits so long for what was acknowledged before and is not stored yet. */
  @NullAsAbsent() @IsWaitFor() wait_for?: number;
  /** Accepted and ignored: the organization is the caller's. */
  @NullAsAbsent() @IsString() @MaxLength(128) org_id?: string;
}

/** The query string of `GET /query/stream`. */
export class StreamQuery {
  @IsString() @Length(1, 32_768) sql: string;
  @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) from: number;
  @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) to: number;
  /** Together with `stream_type` it settles which stream a name means that several signals have. */
  @Optional() @IsString() @Length(1, 255) stream?: string;
  @Optional() @IsIn(STREAM_TYPES) stream_type?: StreamType;
  @Optional() @IsInt() @Min(1) @Max(MAX_STREAM_ROWS) limit?: number;
  /** Milliseconds, 30,000 at most: waits so long for what was acknowledged before and is not stored yet. */
  @Optional() @IsWaitFor() wait_for?: number;
}

export class RunQuery extends QueryBody {
  @IsUUID() query_id: string;
  /** `arrays` with a bound of rows and bytes for a JSON answer, `objects` without one for a stream. */
  @IsIn(['arrays', 'objects']) form: 'arrays' | 'objects';
  @IsHeldIds() held_ids?: string[];
}

/**
 * `row_limit`, `byte_limit`: there are more rows. `scan_limit`: only the newest data was read. `time_limit`: stopped in time.
 * `segment_unreadable`: the records of a file that is damaged or gone are missing. `telemetry_lost`: acknowledged telemetry of
 * the range was lost before it was stored; `lost` says when. `not_stored`: something of the range that was acknowledged before
 * is not stored yet. `stored_state_unknown`: whether there is such a thing could not be learned.
 */
export type PartialReason =
  | 'row_limit'
  | 'byte_limit'
  | 'scan_limit'
  | 'time_limit'
  | 'segment_unreadable'
  | 'telemetry_lost'
  | 'not_stored'
  | 'stored_state_unknown';

/** The first two are absent where the answer rests on all records that it is about. */
export interface Completeness {
  partial?: true;
  partial_reason?: PartialReason;
  /** The answer rests on everything that was acknowledged before this moment; absent where that could not be learned. */
  stored_to_micros?: Integer;
}

/** [from, to), microseconds. */
export interface LostTime {
  from: Integer;
  to: Integer;
}

export interface StreamOverflow extends FieldOverflowView {
  stream: string;
  stream_type: StreamType;
}

/** Both absent where every field of the statement's streams has a place in its schema. */
export interface FieldPlaces {
  /** Fields without a place that the statement names. */
  unplaced_fields?: string[];
  field_overflow?: StreamOverflow[];
}

/** A field that records of the time range have as something that its type cannot hold: there it is null. */
export interface UnfitField {
  stream: string;
  stream_type: StreamType;
  name: string;
  data_type: StoredFieldType;
  /** How many records of the range, whatever else the statement asks of them; absent where counting would have taken longer than the rows. */
  records?: Integer;
}

/** Absent where every value fits the field that the statement names. */
export interface UnfitFields {
  unfit_fields?: UnfitField[];
}

export interface QuerySummary extends Completeness, FieldPlaces, UnfitFields {
  columns: string[];
  rows: number;
  /** Rows of the segments that the statement read. */
  scanned_rows: number;
  took_ms: number;
  /** Newest first, 500 at most; absent where nothing of the range is known to be lost. */
  lost?: LostTime[];
}

/** Integers beyond 2^53 have all their digits: read them with a parser that keeps them. */
export interface QueryResult extends Completeness, FieldPlaces, UnfitFields {
  columns: string[];
  rows: unknown[][];
  scanned_rows: number;
  took_ms: number;
  /** Parts of the range of which acknowledged telemetry was lost, newest first, 500 at most; absent where there are none. */
  lost?: LostTime[];
}

export interface RunningQueryView {
  id: string;
  org_id: string;
  user_id: string;
  statement: string;
  started_at_micros: Integer;
  cancelled: boolean;
}

export interface SlowQuery {
  id: string;
  user_id: string;
  statement: string;
  started_at_micros: Integer;
  took_ms: number;
  /** `done`, a reason of a partial answer, or `failed`. */
  outcome: string;
}

export interface SlowQueries {
  items: { slow_query: SlowQuery; recommendations: string[] }[];
}

export class CancelQuery {
  @IsUUID() id: string;
}

export class CheckStatement {
  @IsUUID() organization_id: string;
  @IsString() @Length(1, 32_768) statement: string;
}

/** `held_ids` are of the organization's own streams; those of others are asked for by the statement's names. */
export const runQuery = heldOn(
  streamRpc<QuerySummary>()('svc.apm.query.run', RunQuery, QUERY_ACCESS, READS),
  'stream',
  ({ held_ids }) => held_ids,
);
/** The caller's; with `org.settings.read` the organization's. */
export const listRunningQueries = rpc<RunningQueryView[]>()('svc.apm.query.running', Empty, QUERY_ACCESS, READS);
/** The caller's own; with `org.settings.manage` any of the organization. */
export const cancelQuery = rpc<{ cancelled: true }>()('svc.apm.query.cancel', CancelQuery, QUERY_ACCESS, {
  audit: { not: 'ends a read, and changes nothing that is kept' },
});
export const slowQueries = rpc<SlowQueries>()('svc.apm.query.slow', Empty, QUERY_ACCESS, READS);
/** Reads a statement and runs nothing: refused is what could never be run, whatever streams there are. */
export const checkStatement = rpc<{ checked: true }>()('svc.apm.query.check', CheckStatement, 'internal', {
  ...READS,
  timeoutMs: 10_000,
});
