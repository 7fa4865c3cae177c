/** From the rows of two versions to the members of the answer (decisions 3.8). Pure. */
import type {
  ComparisonIntervals,
  ComparisonStatus,
  RegressedTransaction,
  VersionDelta,
  VersionSide,
} from '@spanwise/contracts/apm-compare';
import { effectiveSamples } from '@spanwise/span-model/red';
import type { ApmRead } from '../read/apm-read.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import { transactionSummary } from '../read/summaries.js';
import type { Interval } from './intervals.js';
import type { Stratum } from './traffic-mix.js';
import { isBetter, isWorse, type Intervals } from './verdict.js';
import type { VersionRows } from './version-rows.js';

/** Lists of what is worse are cut to this many records (peer facts 3.2). */
export const REGRESSED_LIMIT = 20;

export function sideOf(version: string, { total }: VersionRows, read: ApmRead): VersionSide {
  const red = redSummary(total, read);
  return { version, sample_count: red.request_count, effective_samples: Math.round(effectiveSamples(total)), red };
}

export function deltaOf({ red: baseline }: VersionSide, { red: candidate }: VersionSide): VersionDelta {
  const relative = (from: number, to: number) => (from === 0 ? undefined : (to - from) / from);
  const requests = relative(baseline.request_count, candidate.request_count);
  const errors = relative(baseline.error_rate, candidate.error_rate);
  const [from, to] = [baseline.p95_micros, candidate.p95_micros];
  const latency = from === undefined || to === undefined ? undefined : relative(from, to);
  return {
    request_count_absolute: candidate.request_count - baseline.request_count,
    ...(requests !== undefined && { request_count_relative: requests }),
    error_rate_absolute: candidate.error_rate - baseline.error_rate,
    ...(errors !== undefined && { error_rate_relative: errors }),
    ...(from !== undefined && to !== undefined && { p95_absolute_micros: to - from }),
    ...(latency !== undefined && { p95_relative: latency }),
  };
}

/** Intervals as they are shown: one that is open on a side says nothing that a number could. */
export function shownIntervals({ errorRateDelta, p95Ratio }: Intervals): ComparisonIntervals {
  const isBounded = p95Ratio !== undefined && p95Ratio[0] > 0 && Number.isFinite(p95Ratio[1]);
  return {
    ...(errorRateDelta !== undefined && { error_rate_delta_interval: errorRateDelta }),
    ...(isBounded && { p95_ratio_interval: p95Ratio }),
  };
}

/** Worse in any part is worse; better is what is better as a whole and worse in none. */
export function statusOf(sufficient: boolean, overall: Intervals, regressedParts: number): ComparisonStatus {
  if (!sufficient) return 'insufficient_data';
  if (isWorse(overall) || regressedParts > 0) return 'regressed';
  return isBetter(overall) ? 'improved' : 'neutral';
}

/** The candidate's rows of the regressed strata, the largest change first (peer facts 3.2: a point of rate weighs 10 ms). */
export function regressedTransactions(
  regressed: Map<string, Intervals>,
  strata: Map<string, Stratum>,
  candidate: VersionRows,
  read: ApmRead,
): RegressedTransaction[] {
  const rows = [...regressed].map(([key, intervals]) => {
    const row: RegressedTransaction = {
      ...transactionSummary(candidate.transactions.get(key)!, read),
      baseline_red: redSummary(strata.get(key)!.baseline, read),
      ...shownIntervals(intervals),
    };
    return { row, score: scoreOf(row) };
  });
  return topOf(
    rows,
    (a, b) => b.score - a.score || (a.row.transaction.name < b.row.transaction.name ? -1 : 1),
    REGRESSED_LIMIT,
  ).map(({ row }) => row);
}

function scoreOf({ red, baseline_red: baseline }: RegressedTransaction): number {
  const slower = (red.p95_micros ?? 0) - (baseline.p95_micros ?? 0);
  return Math.max(0, red.error_rate - baseline.error_rate) * 1e6 + Math.max(0, slower);
}

/** Largest certain change first. */
export const byCertainChange = ([a]: Interval, [b]: Interval): number => b - a;
