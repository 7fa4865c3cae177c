/** The APM query API: parameters (specification 4.2) and answers (specification 2.1 to 2.4, peer facts 3.1 and 3.2). */
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { rpc } from './rpc.js';

export const APM_ACCESS = { organization: 'streams.query', system: 'sys.telemetry.read' } as const;

/** Filter values are 1 to 192 bytes of UTF-8, not characters, without NUL (specification 4.2 rule 1). */
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
  @IsOptional() @IsInt({ message: 'must be an integer of microseconds' }) @Min(0) @Max(MAX_MICROS) from?: number;
  @IsOptional() @IsInt({ message: 'must be an integer of microseconds' }) @Min(0) @Max(MAX_MICROS) to?: number;
  @IsOptional() @IsFilter() namespace?: string;
  @IsOptional() @IsFilter() service?: string;
  @IsOptional() @IsFilter() environment?: string;
  @IsOptional() @IsFilter() version?: string;
  @IsOptional()
  @IsIn(RESOLUTIONS, { message: 'must be auto, minute or hour' })
  resolution?: (typeof RESOLUTIONS)[number];
  @IsOptional() @IsIn(DIRECTIONS, { message: 'must be asc or desc' }) direction?: Direction;
  @IsOptional()
  @IsInt({ message: 'must be an integer from 1 to 200' })
  @Min(1, { message: 'must be an integer from 1 to 200' })
  @Max(200, { message: 'must be an integer from 1 to 200' })
  limit?: number;
  @IsOptional() @IsString() @MaxLength(64) sort?: string;
  @IsOptional() @IsString() @MaxLength(4096) cursor?: string;
}

export const SORTS = {
  services: ['request_count', 'error_rate', 'p95', 'name'],
  transactions: ['request_count', 'error_rate', 'p95', 'total_time'],
  dependencies: ['total_time', 'request_count', 'error_rate', 'p95'],
  errors: ['occurrence_count', 'error_rate', 'last_seen'],
} as const satisfies Record<string, readonly string[]>;

export interface Gap {
  range: { start: number; end: number };
  reason: string;
  dropped_facts: number;
  recorded_at: number;
}

export interface Meta {
  range: { from: number; to: number };
  resolution: Resolution;
  projection_started_at: number;
  last_complete_bucket_at: number;
  data_quality: { partial: boolean; gaps: Gap[]; overflow_dimensions: string[] };
  activation_boundary: boolean;
  accuracy: { quantile_relative_error: number; sampling: { exact: number; adjusted: number; unknown: number } };
}

export interface Exemplar {
  trace_id: string;
  span_id: string;
  event_time: number;
  duration_micros: number;
  trace_available: boolean;
}

export interface RedSummary {
  request_count: number;
  error_count: number;
  error_rate: number;
  duration_sum_micros: number;
  duration_average_micros?: number;
  p50_micros?: number;
  p95_micros?: number;
  p99_micros?: number;
  max_micros?: number;
  sampled_count: number;
  request_rate?: number;
  apdex?: number;
  latency_partial: boolean;
  exemplars: Exemplar[];
}

export interface TrendPoint {
  bucket_at: number;
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
  from: number;
  to: number;
}

export type ServiceHealth = 'healthy' | 'warning' | 'critical' | 'no_traffic';

export interface ServiceSummary {
  service: ServiceIdentity;
  first_seen_at: number;
  last_seen_at: number;
  instrumentation: {
    runtime_language?: string;
    telemetry_sdk_name?: string;
    telemetry_sdk_version?: string;
    recent_instance_count: number;
  };
  versions: string[];
  red: RedSummary;
  health: ServiceHealth;
  traces: SignalFilterHandle;
}

export interface TransactionSummary {
  service: ServiceIdentity;
  version?: string;
  transaction: { name: string; kind: string };
  red: RedSummary;
  total_time_micros: number;
  traces: SignalFilterHandle;
}

export interface DependencySummary {
  service: ServiceIdentity;
  version?: string;
  dependency: { category: string; target: string; operation?: string };
  /** The service that answers behind the target, where a request of it has been seen beside the call. */
  callee?: { namespace: string; name: string };
  red: RedSummary;
  total_time_micros: number;
  traces: SignalFilterHandle;
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
  first_seen_at: number;
  last_seen_at: number;
  occurrence_count: number;
  representative_message?: string;
  red: RedSummary;
  traces: SignalFilterHandle;
}

export interface VersionSummary {
  service: ServiceIdentity;
  version: string;
  first_seen_at: number;
  last_seen_at: number;
  observation_count: number;
}

export interface Overview {
  red: RedSummary;
  trend: TrendPoint[];
  service_health: Record<ServiceHealth, number>;
  services: ServiceSummary[];
  top_transactions: TransactionSummary[];
  top_dependencies: DependencySummary[];
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

export const READ_TIMEOUT_MS = 20_000;

export const apmOverview = rpc<Overview>()('svc.apm.overview', ApmQuery, APM_ACCESS, READ_TIMEOUT_MS);
export const apmServices = rpc<Page<ServiceSummary>>()('svc.apm.services.list', ApmQuery, APM_ACCESS, READ_TIMEOUT_MS);
export const apmTransactions = rpc<Page<TransactionSummary>>()(
  'svc.apm.transactions.list',
  ApmQuery,
  APM_ACCESS,
  READ_TIMEOUT_MS,
);
export const apmDependencies = rpc<Page<DependencySummary>>()(
  'svc.apm.dependencies.list',
  ApmQuery,
  APM_ACCESS,
  READ_TIMEOUT_MS,
);
export const apmErrors = rpc<Page<ErrorSummary>>()('svc.apm.errors.list', ApmQuery, APM_ACCESS, READ_TIMEOUT_MS);
