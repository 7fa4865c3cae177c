/** Between which ends a figure of requests lies, each with a certainty; pure. */
import { effectiveSamples, quantilesOf } from '@spanwise/span-model/red';
import { quantileRanks, rateInterval } from './intervals.js';
import { normalQuantile } from './normal.js';
import type { Group } from './grouping.js';
import { errorRateOf } from './red-summary.js';

/** Null of an end that so few requests do not determine. */
export type Ends = [low: number | null, high: number | null];

const UNKNOWN: Ends = [null, null];

/** Wilson's interval with the continuity correction. */
export function errorRateEnds({ red }: Pick<Group, 'red'>, confidence: number): Ends {
  const samples = effectiveSamples(red);
  return samples === 0 ? UNKNOWN : rateInterval({ rate: errorRateOf(red), samples }, normalQuantile(confidence));
}

/** W. S. Woodruff's interval, in microseconds. */
export function quantileEnds({ red }: Pick<Group, 'red'>, q: number, confidence: number): Ends {
  const samples = effectiveSamples(red);
  if (samples === 0) return UNKNOWN;
  const [low, high] = quantileRanks(q, samples, normalQuantile(confidence));
  const at = (rank: number) => (rank <= 0 || rank >= 1 ? null : quantilesOf(red, [rank])![0]);
  return [at(low)!, at(high)!];
}
