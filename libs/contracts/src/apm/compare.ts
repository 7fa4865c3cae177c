/** Comparison of two versions (APM-26). */
import {
  APM_ACCESS,
  ApmQuery,
  IsFilter,
  APM_READ,
  type ErrorSummary,
  type Meta,
  type RedSummary,
  type TransactionSummary,
  type RegressedDependency,
} from './apm.js';
import type { Evidence, Interval } from './evidence.js';
import type { Integer } from '../base/integer.js';
import { rpc } from '../authz/rpc.js';

/** `baseline` and `candidate` say which versions are read: the `version` filter has no effect beside them. */
export class CompareQuery extends ApmQuery {
  @IsFilter() baseline: string;
  @IsFilter() candidate: string;
}

export type ComparisonStatus = 'insufficient_data' | 'regressed' | 'improved' | 'neutral';
export interface VersionSide {
  version: string;
  /** Requests, adjusted for sampling: what the threshold of `sufficient_data` counts. */
  sample_count: Integer;
  /** Equally weighted spans that would carry as much information. */
  effective_samples: number;
  red: RedSummary;
}

/** Candidate minus baseline as they were seen, whatever their traffic mix; relative to the baseline where it is not 0. */
export interface VersionDelta {
  request_count_absolute: number;
  request_count_relative?: number;
  error_rate_absolute: number;
  error_rate_relative?: number;
  p95_absolute_micros?: Integer;
  p95_relative?: number;
}

/** Intervals under one traffic mix on both sides; absent only where the versions have no traffic of one kind in common. */
export interface ComparisonIntervals {
  /** Candidate minus baseline. */
  error_rate_delta_interval?: Interval;
  /** Candidate divided by baseline. */
  p95_ratio_interval?: Interval;
}

/** `red` is the candidate's; the intervals allow for the number of transactions compared. */
export interface RegressedTransaction extends TransactionSummary, ComparisonIntervals {
  baseline_red: RedSummary;
}

/** The interval is of occurrences per request of the transactions that the group occurs in. */
export interface RegressedError extends ErrorSummary {
  occurrence_rate_delta_interval: Interval;
}

/** All intervals hold together in 95 % of cases. */
export interface VersionComparison extends ComparisonIntervals {
  baseline: VersionSide;
  candidate: VersionSide;
  sufficient_data: boolean;
  /** `evidence.verdict` where there is sufficient data; `neutral` where that found nothing or is inconclusive. */
  status: ComparisonStatus;
  evidence: Evidence;
  delta: VersionDelta;
  regressed_transactions: RegressedTransaction[];
  regressed_errors: RegressedError[];
  /** Whatever the number of requests. */
  regressed_dependencies: RegressedDependency[];
  meta: Meta;
}

export const apmCompareVersions = rpc<VersionComparison>()(
  'svc.apm.versions.compare',
  CompareQuery,
  APM_ACCESS,
  APM_READ,
);
