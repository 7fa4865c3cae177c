/** From the rows of two versions to the members of the answer (APM-26). Pure. */
import type {
  ComparisonIntervals,
  ComparisonStatus,
  RegressedTransaction,
  VersionDelta,
  VersionSide,
} from '@spanwise/contracts/apm/compare';
import type { ComparedFigure, Evidence, FigureEvidence } from '@spanwise/contracts/apm/evidence';
import { effectiveSamples } from '@spanwise/span-model/red';
import type { ApmRead } from '../read/apm-read.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import { transactionSummary } from '../read/summaries.js';
import { evidenceOfPart } from './evidence.js';
import { isRate } from './figures.js';
import type { Stratum } from './traffic-mix.js';
import type { Different } from './verdict.js';
import type { VersionRows } from './version-rows.js';

/** Lists of what is worse are cut to this many records (APM-19). */
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

/** Of all requests together, at the level of the evidence. */
export const overallIntervals = ({ figures }: Evidence): ComparisonIntervals => intervalsOf(figures);

/** What of the listed figures has a member of its own. */
function intervalsOf(figures: FigureEvidence[]): ComparisonIntervals {
  const of = (name: ComparedFigure) => figures.find(({ figure }) => figure === name)?.interval;
  const [errorRate, p95] = [of('error_rate'), of('p95')];
  return {
    ...(errorRate !== undefined && { error_rate_delta_interval: errorRate }),
    ...(p95 !== undefined && { p95_ratio_interval: p95 }),
  };
}

/** What the evidence says, where the threshold of requests is reached. */
export function statusOf(sufficient: boolean, { verdict }: Evidence): ComparisonStatus {
  if (!sufficient) return 'insufficient_data';
  return verdict === 'regressed' || verdict === 'improved' ? verdict : 'neutral';
}

/** The candidate's rows of the regressed strata, the largest change first (APM-26). */
export function regressedTransactions(
  worse: Map<string, Different>,
  strata: Map<string, Stratum>,
  candidate: VersionRows,
  read: ApmRead,
): RegressedTransaction[] {
  const rows = [...worse].map(([key, different]) => {
    const row: RegressedTransaction = {
      ...transactionSummary(candidate.transactions.get(key)!, read),
      baseline_red: redSummary(strata.get(key)!.baseline, read),
      ...intervalsOf(evidenceOfPart(different).figures),
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

/** Largest certain change first; ten points of a rate weigh as much as twice the duration. */
export const byCertainChange = (a: Different, b: Different): number => certainChange(b) - certainChange(a);

function certainChange({ findings }: Different): number {
  const { figure, interval } = findings[0]!;
  return isRate(figure) ? interval[0] * 10 : interval[0] - 1;
}
