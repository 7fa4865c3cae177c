/**
 * Whether a version is worse than another (decisions 3.8): by intervals, under one traffic mix, corrected for the number of
 * comparisons. Two random halves of one version are called regressed in at most 5 % of cases: each of the four questions
 * (error rate, p95, any transaction, any error group) may go wrong in 1.25 %. Pure.
 */
import type { RedAggregate } from '@spanwise/span-model/red';
import { QUANTILE_RELATIVE_ERROR } from '@spanwise/span-model/sketch';
import { rateDifference, ratio, type Interval } from './intervals.js';
import { normalQuantile } from './normal.js';
import { harmonic, mixedRate, underOneMix, type Mixed, type Stratum } from './traffic-mix.js';

/** One-sided risk of each question. Two intervals of twice this risk hold together in 95 % of cases. */
const QUESTION_RISK = 0.0125;
/** Fewer samples than these on a side tell nothing of one transaction or error group. */
const MIN_SAMPLES = 5;
const QUANTILE = 0.95;

export interface Intervals {
  /** Candidate minus baseline. */
  errorRateDelta?: Interval;
  /** Candidate divided by baseline; from 0 or to infinity where the samples are too few to bound it. */
  p95Ratio?: Interval;
}

/** Intervals of all traffic under one mix; both hold together in 95 % of cases. */
export const overallIntervals = (strata: Stratum[]): Intervals => intervalsOf(strata, zOf(QUESTION_RISK));

/** Of the keys whose strata both versions have enough traffic of, those that are really worse. */
export function regressedStrata<Key>(strata: Map<Key, Stratum>): Map<Key, Intervals> {
  const tested = [...strata].filter(([, stratum]) => {
    const mixed = underOneMix([stratum]);
    return mixed !== undefined && Math.min(mixed.baseline.samples, mixed.candidate.samples) >= MIN_SAMPLES;
  });
  const z = zOf(QUESTION_RISK / Math.max(1, 2 * tested.length));
  const judged = tested.map(([key, stratum]) => [key, intervalsOf([stratum], z)] as const);
  return new Map(judged.filter(([, intervals]) => isWorse(intervals)));
}

/** Occurrences of an error group in one transaction, and the requests of that transaction, of both versions. */
export interface Exposure {
  occurrences: { baseline: number; candidate: number };
  requests: Stratum;
}

/** Of the error groups, those that really occur more often per request of the transactions that they occur in. */
export function regressedRates<Key>(groups: Map<Key, Exposure[]>): Map<Key, Interval> {
  const tested = [...groups].flatMap(([key, exposures]) => {
    const rates = ratesOf(exposures);
    return rates === undefined ? [] : [[key, rates] as const];
  });
  const z = zOf(QUESTION_RISK / Math.max(1, tested.length));
  const judged = tested.map(([key, { baseline, candidate }]) => [key, rateDifference(baseline, candidate, z)] as const);
  return new Map(judged.filter(([, [low]]) => low > 0));
}

export const isWorse = ({ errorRateDelta, p95Ratio }: Intervals): boolean =>
  (errorRateDelta !== undefined && errorRateDelta[0] > 0) || (p95Ratio !== undefined && p95Ratio[0] > 1);

export const isBetter = ({ errorRateDelta, p95Ratio }: Intervals): boolean =>
  (errorRateDelta !== undefined && errorRateDelta[1] < 0) || (p95Ratio !== undefined && p95Ratio[1] < 1);

const zOf = (oneSidedRisk: number): number => normalQuantile(1 - oneSidedRisk);

function intervalsOf(strata: Stratum[], z: number): Intervals {
  const mixed = underOneMix(strata);
  if (mixed === undefined) return {};
  return {
    errorRateDelta: rateDifference(mixed.baseline.errorRate(), mixed.candidate.errorRate(), z),
    p95Ratio: quantileRatio(mixed, z),
  };
}

/** Widened by what the sketch may be off on either side, so that rounding alone is never a change. */
function quantileRatio({ baseline, candidate }: Mixed, z: number): Interval {
  const [low, high] = ratio(baseline.quantile(QUANTILE, z), candidate.quantile(QUANTILE, z));
  const slack = (1 + QUANTILE_RELATIVE_ERROR) / (1 - QUANTILE_RELATIVE_ERROR);
  return [low / slack, high * slack];
}

function ratesOf(exposures: Exposure[]) {
  const parts = exposures.flatMap(({ occurrences, requests }) => {
    const mixed = underOneMix([requests]);
    if (mixed === undefined) return [];
    const [b, c] = [mixed.baseline.samples, mixed.candidate.samples];
    return [
      {
        service: requests.service,
        weight: harmonic(b, c),
        baseline: { samples: b, rate: shareOf(occurrences.baseline, requests.baseline) },
        candidate: { samples: c, rate: shareOf(occurrences.candidate, requests.candidate) },
      },
    ];
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  const mixedOf = (side: 'baseline' | 'candidate') =>
    mixedRate(parts.map((part) => ({ service: part.service, share: part.weight / total, ...part[side] })));
  const rates = { baseline: mixedOf('baseline'), candidate: mixedOf('candidate') };
  return Math.min(rates.baseline.samples, rates.candidate.samples) < MIN_SAMPLES ? undefined : rates;
}

const shareOf = (weight: number, requests: RedAggregate): number => Math.min(1, weight / requests.weight);
