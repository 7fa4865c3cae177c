/** Traces and logs for people (QUERY-4, QUERY-5). Answers are JSON text: times in nanoseconds keep all digits. */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsHeldIds } from '../authz/held-ids.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, NullAsAbsent, Optional } from '../base/members.js';
import { IsWaitFor, QUERY_ACCESS, STREAM_TYPES, type Completeness, type StreamType } from './query.js';
import { heldOn, READS, streamRpc, type StreamRpc } from '../authz/rpc.js';

export const FILTER_OPS = ['=', '!=', 'contains', '>', '>=', '<', '<='] as const;
const OP_NAMES = [...FILTER_OPS, 'eq', 'ne', 'like'] as const;
export const TRACE_SORTS = [
  'latest',
  'earliest',
  'duration_desc',
  'duration_asc',
  'span_count_desc',
  'errors_desc',
] as const;
export type TraceSort = (typeof TRACE_SORTS)[number];

const IsMicros = () => IsInt({ message: 'must be an integer of microseconds' });

export class FieldFilter {
  @IsString() @Length(1, 128) field: string;
  @IsIn(OP_NAMES) op: (typeof OP_NAMES)[number];
  @IsString() @MaxLength(512) value: string;
  /** Accepted and without effect: values are never parts of a statement. */
  @Optional() @IsBoolean() quoted?: boolean;
}

/** Without a value the last 24 hours; a trace is looked for in the last 30 days then. */
export class TimeWindow {
  /** Microseconds. */
  @Optional() @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) from?: number;
  @Optional() @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) to?: number;
  /** Milliseconds, 30,000 at most: waits so long for what was acknowledged before and is not stored yet. */
  @Optional() @IsWaitFor() wait_for?: number;
}

export class TraceListBody extends TimeWindow {
  /** Text in the name of a span or of its service, or a trace id. */
  @Optional() @IsString() @MaxLength(512) q?: string;
  /** Of the spans of a trace: one span has to pass all. */
  @Optional()
  @ArrayMaxSize(32)
  @IsListOf(() => FieldFilter)
  filters?: FieldFilter[];
  @Optional() @IsIn(TRACE_SORTS) sort?: TraceSort;
  @Optional() @IsInt() @Min(1) limit?: number;
  @Optional() @IsString() @MaxLength(32_768) cursor?: string;
}

/** The query string: `filters` is a JSON array of `{field, op, value}`. */
export class TraceListQuery extends TimeWindow {
  @Optional() @IsString() @MaxLength(512) q?: string;
  @Optional() @IsString() @MaxLength(32_768) filters?: string;
  @Optional() @IsIn(TRACE_SORTS) sort?: TraceSort;
  /** 1 to 100; 20 without a value. */
  @Optional() @IsInt() @Min(1) limit?: number;
  @Optional() @IsString() @MaxLength(32_768) cursor?: string;
}

export class TraceId extends TimeWindow {
  /** In small letters or capitals, also without the zeros that it begins with. */
  @Matches(/^(?!0+$)[0-9a-f]{1,32}$/i, { message: 'must be up to 32 hexadecimal digits, not all of them 0' })
  trace_id: string;
}

export class LogListBody extends TimeWindow {
  /** `default` without a value. */
  @NullAsAbsent() @IsString() @Length(1, 255) stream?: string;
  @NullAsAbsent()
  @ArrayMaxSize(32)
  @IsListOf(() => FieldFilter)
  filters?: FieldFilter[];
  /** Texts that the body has to contain, all of them. */
  @NullAsAbsent()
  @IsArray()
  @ArrayMaxSize(8)
  @IsString({ each: true })
  @MaxLength(512, { each: true })
  free_text?: string[];
  @NullAsAbsent() @IsInt() @Min(1) limit?: number;
  @NullAsAbsent() @IsString() @MaxLength(32_768) cursor?: string;
}

export class SearchAroundBody {
  @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) event_timestamp_us: number;
  /** `_event_id` of the record, which is then in neither half. */
  @NullAsAbsent() @IsString() @MaxLength(128) event_fingerprint?: string;
  @IsString() @Length(1, 255) stream: string;
  @Optional() @IsIn(STREAM_TYPES) stream_type?: StreamType;
  /** 50 without a value, at most 1,000. */
  @Optional() @IsInt() @Min(1) before?: number;
  @Optional() @IsInt() @Min(1) after?: number;
  /** Milliseconds, 30,000 at most: waits so long for what was acknowledged before and is not stored yet. */
  @Optional() @IsWaitFor() wait_for?: number;
  /** Of both halves: a record has to pass all. */
  @NullAsAbsent()
  @ArrayMaxSize(32)
  @IsListOf(() => FieldFilter)
  filters?: FieldFilter[];
}

class FieldsOf extends TimeWindow {
  @IsString() @Length(1, 255) stream: string;
  @Optional() @IsIn(STREAM_TYPES) stream_type?: StreamType;
  @Optional()
  @ArrayMaxSize(32)
  @IsListOf(() => FieldFilter)
  filters?: FieldFilter[];
}

export class FieldStatisticsBody extends FieldsOf {
  @IsString() @Length(1, 128) field: string;
  /** Top values; 10 without a value. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
}

export class HistogramBody extends FieldsOf {
  /** 60 without a value. */
  @Optional() @IsInt() @Min(1) @Max(1_000) buckets?: number;
}

/** What stands beside the items of a page. */
export interface CursorTail extends Completeness {
  next_cursor: string | null;
  previous_cursor: string | null;
  has_more: boolean;
}

export interface TraceSummary {
  trace_id: string;
  service: string;
  operation: string;
  start_ns: number;
  duration_ms: number;
  span_count: Integer;
  error_count: Integer;
}

export interface TracePage extends CursorTail {
  items: TraceSummary[];
}

export interface LogPage extends CursorTail {
  items: Record<string, unknown>[];
}

export interface TraceSpan {
  span_id: string;
  parent_span_id?: string;
  service: string;
  operation: string;
  start_ns: number;
  end_ns: number;
  duration_ns: number;
  /** Of OTLP: 1 INTERNAL, 2 SERVER, 3 CLIENT, 4 PRODUCER, 5 CONSUMER; 0 when it was not said. */
  kind: number;
  status: string;
  status_message?: string;
  trace_flags: number;
  trace_state: string;
  resource: { attributes: Record<string, unknown> };
  scope: { name: string; version: string };
  attributes: Record<string, unknown>;
  events: unknown[];
  links: unknown[];
  dropped_attributes_count: Integer;
  dropped_events_count: Integer;
  dropped_links_count: Integer;
  late: boolean;
  duplicate: boolean;
  conflict: boolean;
  partial: boolean;
  partial_reasons: string[];
  /** Parents above it in this answer. */
  depth: number;
  /** Time that none of its children covers. */
  self_ns: number;
  /** Time of it that the whole trace waited for. */
  critical_path_ns: number;
}

/** Parents stand before their children. */
export interface TraceDetail {
  trace_id: string;
  root_span_id: string;
  spans: TraceSpan[];
  start_ns: number;
  duration_ns: number;
  span_count: Integer;
  error_count: Integer;
  services: { service: string; span_count: Integer; error_count: Integer }[];
  truncated: boolean;
  partial: boolean;
  partial_reasons: string[];
  /** The trace has everything that was acknowledged before this moment; absent where that could not be learned. */
  stored_to_micros?: Integer;
  sampling_reasons: string[];
  late_span_count: Integer;
  duplicate_span_count: Integer;
  conflict_span_count: Integer;
}

export interface SearchAround extends Completeness {
  pointer: { ts: number; fingerprint?: string };
  /** Both run towards later times. */
  before: { columns: string[]; rows: unknown[][] };
  after: { columns: string[]; rows: unknown[][] };
}

export interface FieldStatistics extends Completeness {
  field: string;
  count: number;
  /** Records without the field. */
  missing: number;
  /** Exact, as every figure here. */
  distinct: number;
  /** As numbers where more than half of the records with the field have one, else as texts. */
  min?: string;
  max?: string;
  top_values: { value: string; count: number }[];
}

export interface Histogram extends Completeness {
  from: Integer;
  to: Integer;
  interval_micros: Integer;
  /** Every bucket of the range, ascending. */
  buckets: { from: Integer; count: number; error_count: Integer }[];
}

/** What a service is asked for: all of these read the streams alone that `held_ids` names, where it is there. */
export interface OnHeldStreams {
  held_ids?: string[];
}
export class ListTraces extends TraceListBody {
  @IsHeldIds() held_ids?: string[];
}
export class ReadTrace extends TraceId {
  @IsHeldIds() held_ids?: string[];
}
export class ListLogs extends LogListBody {
  @IsHeldIds() held_ids?: string[];
}
export class ReadAround extends SearchAroundBody {
  @IsHeldIds() held_ids?: string[];
}
export class ReadFieldStatistics extends FieldStatisticsBody {
  @IsHeldIds() held_ids?: string[];
}
export class ReadHistogram extends HistogramBody {
  @IsHeldIds() held_ids?: string[];
}

const page = streamRpc<CursorTail>();
const text = streamRpc<object>();
const held = <In extends OnHeldStreams, Tail>(contract: StreamRpc<In, Tail>): StreamRpc<In, Tail> =>
  heldOn(contract, 'stream', ({ held_ids }) => held_ids);

/** Lines of JSON objects. */
export const listTraces = held(page('svc.apm.traces.list', ListTraces, QUERY_ACCESS, READS));
export const listLogs = held(page('svc.apm.logs.list', ListLogs, QUERY_ACCESS, READS));
export const logsOfTrace = held(page('svc.apm.traces.logs', ReadTrace, QUERY_ACCESS, READS));
/** The text of one JSON object. */
export const readTrace = held(text('svc.apm.traces.read', ReadTrace, QUERY_ACCESS, READS));
export const searchAround = held(text('svc.apm.logs.around', ReadAround, QUERY_ACCESS, READS));
export const fieldStatistics = held(text('svc.apm.fields.statistics', ReadFieldStatistics, QUERY_ACCESS, READS));
export const histogram = held(text('svc.apm.fields.histogram', ReadHistogram, QUERY_ACCESS, READS));
