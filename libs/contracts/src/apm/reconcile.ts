/** Rollups against a recount of the raw spans (ADR 0014). All times are microseconds since the epoch. */
import { IsInt, Max, Min } from 'class-validator';
import { APM_ACCESS, type Meta, type Resolution } from './apm.js';
import type { Integer } from '../base/integer.js';
import { READS, rpc } from '../authz/rpc.js';

/** A closed range: whole buckets that are complete, at most 24 hours. */
export class ReconcileQuery {
  @IsInt({ message: 'must be an integer of microseconds' }) @Min(0) @Max(Number.MAX_SAFE_INTEGER) from: number;
  @IsInt({ message: 'must be an integer of microseconds' }) @Min(0) @Max(Number.MAX_SAFE_INTEGER) to: number;
}

/** Request spans as they were received, without the correction for sampling. */
export interface SpanCounts {
  requests: number;
  errors: number;
}

export interface ReconciledService {
  namespace: string;
  service: string;
  rollups: SpanCounts;
  recount: SpanCounts;
}

/** Rows of one service, resolution and hour that do not hold what the spans say. */
export interface ReconciledDifference extends ReconciledService {
  resolution: Resolution;
  range: { from: Integer; to: Integer };
}

export const INCOMPLETE_REASONS = ['retention', 'store_behind', 'lost', 'scan_limit'] as const;

export interface Reconciliation {
  /** `incomplete`: the raw spans of the range are not all there, so that differences would say nothing. */
  status: 'equal' | 'different' | 'incomplete';
  incomplete_reasons: (typeof INCOMPLETE_REASONS)[number][];
  /** Of all rows of the range that differ; 0 while `status` is not `different`. */
  difference_count: Integer;
  /** The first of them, by time. */
  differences: ReconciledDifference[];
  totals: { rollups: SpanCounts; recount: SpanCounts };
  /** By namespace and name; the busiest ones when there are very many. */
  services: ReconciledService[];
  meta: Meta;
}

/** A reply that takes longer than 30 s is not let through. */
const TIMEOUT_MS = 28_000;

export const apmReconcile = rpc<Reconciliation>()('svc.apm.reconcile', ReconcileQuery, APM_ACCESS, {
  ...READS,
  timeoutMs: TIMEOUT_MS,
});
