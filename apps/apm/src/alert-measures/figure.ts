/** Figures of alert rules, as the API computes them (APM-18); pure. */
import type { RedFigure } from '@spanwise/contracts/alerting/alert-conditions';
import { quantilesOf } from '@spanwise/span-model/red';
import { errorRateEnds, quantileEnds, type Ends } from '../apm/read/figure-interval.js';
import type { Group } from '../apm/read/grouping.js';
import { apdexOf, averageMicrosOf, errorRateOf, errorsOf, requestRateOf, requestsOf } from '../apm/read/red-summary.js';

const QUANTILES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

/** Those that are 0 where nothing came; all others say nothing then. */
export const isCounted = (figure: RedFigure): boolean =>
  figure === 'count' || figure === 'rate' || figure === 'error_count';

/** Those for which failed requests are examples, and not slow ones. */
export const isOfErrors = (figure: RedFigure): boolean => figure === 'error_count' || figure === 'error_rate';

/** Null of nothing, but for counts and rates; a rate also where the projection covers no second of the window. */
export function figureOf(figure: RedFigure, group: Group, coveredSeconds: number): number | null {
  const { totals } = group;
  if (figure === 'count') return requestsOf(totals);
  if (figure === 'error_count') return errorsOf(totals);
  if (figure === 'rate') return coveredSeconds > 0 ? requestRateOf(totals, coveredSeconds) : null;
  if (totals.weight === 0) return null;
  if (figure === 'error_rate') return errorRateOf(totals);
  if (figure === 'average') return averageMicrosOf(totals);
  if (figure === 'max') return totals.maxMicros;
  if (figure === 'apdex') return apdexOf(totals);
  return quantilesOf(group.red, [QUANTILES[figure]])![0]!;
}

/** Ends between which an error rate or a quantile lies, each with the certainty `confidence` in one of the groups (ALERT-171). */
export function intervalOf(figure: RedFigure, groups: readonly Group[], confidence: number): Ends {
  const ends = groups.map((group) =>
    figure === 'error_rate'
      ? errorRateEnds(group, confidence)
      : quantileEnds(group, QUANTILES[figure as keyof typeof QUANTILES], confidence),
  );
  const known = (end: 0 | 1) => ends.flatMap((one) => one[end] ?? []);
  const [lows, highs] = [known(0), known(1)];
  return [lows.length > 0 ? Math.max(...lows) : null, highs.length > 0 ? Math.min(...highs) : null];
}
