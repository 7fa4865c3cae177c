/** Traces and logs for people (decisions 6.5, peer facts 6.6, 6.7). Answers are JSON text: times in nanoseconds keep all digits. */
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { QUERY_ACCESS, STREAM_TYPES, type Completeness, type StreamType } from './query.js';
import { streamRpc } from './rpc.js';

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
  @IsOptional() @IsBoolean() quoted?: boolean;
}

/** Without a value the last 24 hours; a trace is looked for in the last 30 days then. */
export class TimeWindow {
  /** Microseconds. */
  @IsOptional() @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) from?: number;
  @IsOptional() @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) to?: number;
}

export class TraceListBody extends TimeWindow {
  /** Text in the name of a span or of its service, or a trace id. */
  @IsOptional() @IsString() @MaxLength(512) q?: string;
  /** Of the spans of a trace: one span has to pass all. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(32)
  @ValidateNested({ each: true })
  @Type(() => FieldFilter)
  filters?: FieldFilter[];
  @IsOptional() @IsIn(TRACE_SORTS) sort?: TraceSort;
  @IsOptional() @IsInt() @Min(1) limit?: number;
  @IsOptional() @IsString() @MaxLength(32_768) cursor?: string;
}

/** The query string: `filters` is a JSON array of `{field, op, value}`. */
export class TraceListQuery extends TimeWindow {
  @IsOptional() @IsString() @MaxLength(512) q?: string;
  @IsOptional() @IsString() @MaxLength(32_768) filters?: string;
  @IsOptional() @IsIn(TRACE_SORTS) sort?: TraceSort;
  /** 1 to 100; 20 without a value. */
  @IsOptional() @IsInt() @Min(1) limit?: number;
  @IsOptional() @IsString() @MaxLength(32_768) cursor?: string;
}

export class TraceId extends TimeWindow {
  @Matches(/^[A-Za-z0-9_-]{1,128}$/, { message: 'must be 1 to 128 letters, digits, dashes or underscores' })
  trace_id: string;
}

export class LogListBody extends TimeWindow {
  /** `default` without a value. */
  @IsOptional() @IsString() @Length(1, 255) stream?: string;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(32)
  @ValidateNested({ each: true })
  @Type(() => FieldFilter)
  filters?: FieldFilter[];
  /** Texts that the body has to contain, all of them. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(8)
  @IsString({ each: true })
  @MaxLength(512, { each: true })
  free_text?: string[];
  @IsOptional() @IsInt() @Min(1) limit?: number;
  @IsOptional() @IsString() @MaxLength(32_768) cursor?: string;
}

export class SearchAroundBody {
  @IsMicros() @Min(0) @Max(Number.MAX_SAFE_INTEGER) event_timestamp_us: number;
  /** `_event_id` of the record, which is then in neither half. */
  @IsOptional() @IsString() @MaxLength(128) event_fingerprint?: string;
  @IsString() @Length(1, 255) stream: string;
  @IsOptional() @IsIn(STREAM_TYPES) stream_type?: StreamType;
  /** 50 without a value, at most 1,000. */
  @IsOptional() @IsInt() @Min(1) before?: number;
  @IsOptional() @IsInt() @Min(1) after?: number;
}

class FieldsOf extends TimeWindow {
  @IsString() @Length(1, 255) stream: string;
  @IsOptional() @IsIn(STREAM_TYPES) stream_type?: StreamType;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(32)
  @ValidateNested({ each: true })
  @Type(() => FieldFilter)
  filters?: FieldFilter[];
}

export class FieldStatisticsBody extends FieldsOf {
  @IsString() @Length(1, 128) field: string;
  /** Top values; 10 without a value. */
  @IsOptional() @IsInt() @Min(1) @Max(100) limit?: number;
}

export class HistogramBody extends FieldsOf {
  /** 60 without a value. */
  @IsOptional() @IsInt() @Min(1) @Max(1_000) buckets?: number;
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
  span_count: number;
  error_count: number;
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
  dropped_attributes_count: number;
  dropped_events_count: number;
  dropped_links_count: number;
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
  span_count: number;
  error_count: number;
  services: { service: string; span_count: number; error_count: number }[];
  truncated: boolean;
  partial: boolean;
  partial_reasons: string[];
  sampling_reasons: string[];
  late_span_count: number;
  duplicate_span_count: number;
  conflict_span_count: number;
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
  /** About. */
  distinct: number;
  min?: string;
  max?: string;
  top_values: { value: string; count: number }[];
}

export interface Histogram extends Completeness {
  from: number;
  to: number;
  interval_micros: number;
  /** Every bucket of the range, ascending. */
  buckets: { from: number; count: number; error_count: number }[];
}

/** Lines of JSON objects. */
export const listTraces = streamRpc<CursorTail>()('svc.apm.traces.list', TraceListBody, QUERY_ACCESS);
export const listLogs = streamRpc<CursorTail>()('svc.apm.logs.list', LogListBody, QUERY_ACCESS);
export const logsOfTrace = streamRpc<CursorTail>()('svc.apm.traces.logs', TraceId, QUERY_ACCESS);
/** The text of one JSON object. */
export const readTrace = streamRpc<object>()('svc.apm.traces.read', TraceId, QUERY_ACCESS);
export const searchAround = streamRpc<object>()('svc.apm.logs.around', SearchAroundBody, QUERY_ACCESS);
export const fieldStatistics = streamRpc<object>()('svc.apm.fields.statistics', FieldStatisticsBody, QUERY_ACCESS);
export const histogram = streamRpc<object>()('svc.apm.fields.histogram', HistogramBody, QUERY_ACCESS);
