/** The APM query API: parameters and answers. */
import { QUERY_ACCESS } from '../telemetry/query.js';
import type { Evidence } from './evidence.js';
import { IsIn, IsInt, IsString, Max, MaxLength, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { READS, rpc } from '../authz/rpc.js';

export const APM_ACCESS = QUERY_ACCESS;

/** Filter values are 1 to 192 bytes of UTF-8, not characters, without NUL (APM-16). */
export const MAX_FILTER_BYTES = 192;

export function IsFilter(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isFilter',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' &&
          value.trim() !== '' &&
          !value.includes('\0') &&
          Buffer.byteLength(value) <= MAX_FILTER_BYTES,
        defaultMessage: () => `must be a text of 1 to ${MAX_FILTER_BYTES} bytes that is not blank`,
      },
    },
    options,
  );
}

/** Microseconds stay exact in a double up to the year 2255. */
const MAX_MICROS = Number.MAX_SAFE_INTEGER;

export const RESOLUTIONS = ['auto', 'minute', 'hour'] as const;
export const DIRECTIONS = ['asc', 'desc'] as const;
export type Resolution = 'minute' | 'hour';
export type Direction = (typeof DIRECTIONS)[number];

export class ApmQuery {
  @Optional() @IsInt({ message: 'must be an integer of microseconds' }) @Min(0) @Max(MAX_MICROS) from?: number;
  @Optional() @IsInt({ message: 'must be an integer of microseconds' }) @Min(0) @Max(MAX_MICROS) to?: number;
  @Optional() @IsFilter() namespace?: string;
  @Optional() @IsFilter() service?: string;
  @Optional() @IsFilter() environment?: string;
  @Optional() @IsFilter() version?: string;
  @Optional()
  @IsIn(RESOLUTIONS, { message: 'must be auto, minute or hour' })
  resolution?: (typeof RESOLUTIONS)[number];
  @Optional() @IsIn(DIRECTIONS, { message: 'must be asc or desc' }) direction?: Direction;
  @Optional()
  @IsInt({ message: 'must be an integer from 1 to 200' })
  @Min(1, { message: 'must be an integer from 1 to 200' })
  @Max(200, { message: 'must be an integer from 1 to 200' })
  limit?: number;
  @Optional() @IsString() @MaxLength(64) sort?: string;
  @Optional() @IsString() @MaxLength(4096) cursor?: string;
}

export const SORTS = {
  services: ['request_count', 'error_rate', 'p95', 'name'],
  transactions: ['request_count', 'error_rate', 'p95', 'total_time'],
  dependencies: ['total_time', 'request_count', 'error_rate', 'p95'],
  errors: ['occurrence_count', 'error_rate', 'last_seen'],
} as const satisfies Record<string, readonly string[]>;

export interface Gap {
  range: { start: Integer; end: Integer };
  reason: string;
  dropped_facts: Integer;
  recorded_at: Integer;
}

export interface Meta {
  range: { from: Integer; to: Integer };
  resolution: Resolution;
  projection_started_at: Integer;
  last_complete_bucket_at: Integer;
  data_quality: {
    partial: boolean;
    gaps: Gap[];
    overflow_dimensions: string[];
    /** Spans that ended before they began: their clocks are skewed, and nothing is missing. Omitted when there are none. */
    clock_skew?: number;
  };
  activation_boundary: boolean;
  accuracy: { quantile_relative_error: number; sampling: { exact: number; adjusted: number; unknown: number } };
}

export interface Exemplar {
  trace_id: string;
  span_id: string;
  event_time: Integer;
  duration_micros: Integer;
  trace_available: boolean;
}

export interface RedSummary {
  request_count: Integer;
  error_count: Integer;
  error_rate: number;
  duration_sum_micros: Integer;
  duration_average_micros?: number;
  p50_micros?: Integer;
  p95_micros?: Integer;
  p99_micros?: Integer;
  max_micros?: Integer;
  sampled_count: Integer;
  request_rate?: number;
  apdex?: number;
  latency_partial: boolean;
  exemplars: Exemplar[];
}

export interface TrendPoint {
  bucket_at: Integer;
  red: RedSummary;
}

export interface ServiceIdentity {
  namespace: string;
  name: string;
  environment: string;
}

export interface SignalFilterHandle {
  namespace: string;
  service: string;
  environment: string;
  version?: string;
  transaction?: string;
  dependency?: string;
  error_fingerprint?: string;
  from: Integer;
  to: Integer;
}

export type ServiceHealth = 'healthy' | 'warning' | 'critical' | 'no_traffic';

/** Why a service is `warning` or `critical`, or how little its health rests on (APM-17). */
export interface HealthReason {
  /** `alerts_unknown`: notify could not be asked for incidents. */
  kind: 'incident' | 'error_rate' | 'p95' | 'alerts_unknown';
  /** The most severe one that is open; only for callers who may read alerts. */
  incident?: { id: string; rule_name: string; since: Integer };
  /** Of `incident`: how many are open. */
  incidents?: Integer;
  /** Of a figure: it, and what it certainly is at least, in the last five minutes of the range. A share, or microseconds. */
  value?: number;
  at_least?: number;
}

export interface ServiceSummary {
  service: ServiceIdentity;
  first_seen_at: Integer;
  last_seen_at: Integer;
  instrumentation: {
    runtime_language?: string;
    telemetry_sdk_name?: string;
    telemetry_sdk_version?: string;
    recent_instance_count: Integer;
  };
  versions: string[];
  /** Spans of every kind, unweighted; `red` is of those that are requests. */
  span_count: Integer;
  /** Kinds of these spans: `internal`, `server`, `client`, `producer`, `consumer`, `unspecified`. */
  kinds: string[];
  /** Those of them that ended before they began; omitted when there are none. */
  clock_skew?: number;
  red: RedSummary;
  /** At the end of the range. */
  health: ServiceHealth;
  health_reason?: HealthReason;
  traces: SignalFilterHandle;
}

export interface TransactionSummary {
  service: ServiceIdentity;
  version?: string;
  transaction: { name: string; kind: string };
  red: RedSummary;
  total_time_micros: Integer;
  traces: SignalFilterHandle;
}

export interface DependencySummary {
  service: ServiceIdentity;
  version?: string;
  dependency: { category: string; target: string; operation?: string };
  /** The service that answers behind the target, where a request of it has been seen beside the call. */
  callee?: { namespace: string; name: string };
  red: RedSummary;
  total_time_micros: Integer;
  traces: SignalFilterHandle;
}

/** Calls of the candidate that got worse: what a caller sees and the called service may not. */
export interface RegressedDependency extends DependencySummary {
  baseline_red: RedSummary;
  evidence: Evidence;
}

export interface ErrorSummary {
  error: {
    fingerprint: string;
    error_type: string;
    application_frame?: string;
    transaction_name?: string;
    overflow: boolean;
  };
  service: ServiceIdentity;
  first_seen_at: Integer;
  last_seen_at: Integer;
  occurrence_count: Integer;
  representative_message?: string;
  red: RedSummary;
  traces: SignalFilterHandle;
}

export interface VersionSummary {
  service: ServiceIdentity;
  version: string;
  first_seen_at: Integer;
  last_seen_at: Integer;
  observation_count: Integer;
}

export interface Overview {
  red: RedSummary;
  trend: TrendPoint[];
  service_health: Record<ServiceHealth, number>;
  services: ServiceSummary[];
  top_transactions: TransactionSummary[];
  top_dependencies: DependencySummary[];
  /** Calls that are slower or fail more often than in the range of the same length before, the worst first. */
  regressed_dependencies: RegressedDependency[];
  top_errors: ErrorSummary[];
  recent_versions: VersionSummary[];
  meta: Meta;
}

export interface Page<T> {
  meta: Meta;
  items: T[];
  next_cursor: string | null;
  previous_cursor: string | null;
  has_more: boolean;
  sort: string;
}

export const APM_READ = { ...READS, timeoutMs: 20_000 };

export const apmOverview = rpc<Overview>()('svc.apm.overview', ApmQuery, APM_ACCESS, APM_READ);
export const apmServices = rpc<Page<ServiceSummary>>()('svc.apm.services.list', ApmQuery, APM_ACCESS, APM_READ);
export const apmTransactions = rpc<Page<TransactionSummary>>()(
  'svc.apm.transactions.list',
  ApmQuery,
  APM_ACCESS,
  APM_READ,
);
export const apmDependencies = rpc<Page<DependencySummary>>()(
  'svc.apm.dependencies.list',
  ApmQuery,
  APM_ACCESS,
  APM_READ,
);
export const apmErrors = rpc<Page<ErrorSummary>>()('svc.apm.errors.list', ApmQuery, APM_ACCESS, APM_READ);
