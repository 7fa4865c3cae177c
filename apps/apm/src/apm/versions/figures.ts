/** What of two versions is compared, each with an estimate and an interval at the level that is asked for. Pure. */
import type { ComparedFigure } from '@spanwise/contracts/apm/evidence';
import { QUANTILE_RELATIVE_ERROR } from '@spanwise/span-model/sketch';
import { rateDifference, ratio, type Interval } from '../read/intervals.js';
import { Slowdown } from './slowdown.js';
import { underOneMix, type Mixed, type Stratum } from './traffic-mix.js';

export interface Figure {
  name: ComparedFigure;
  /** Candidate divided by baseline (no change is 1); of rates candidate minus baseline (no change is 0). */
  effect: number;
  interval: (z: number) => Interval;
}

/** Certain changes below these are too small to be called a regression or an improvement. */
export interface Floor {
  factor: number;
  rate: number;
}
export const SMALLEST: Floor = { factor: 1.05, rate: 0.001 };

/** Rounding of the sketch alone is never a change. */
const SLACK = (1 + QUANTILE_RELATIVE_ERROR) / (1 - QUANTILE_RELATIVE_ERROR);
const QUANTILES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

export const isRate = ({ name }: Pick<Figure, 'name'>): boolean => name === 'error_rate' || name === 'occurrence_rate';

/** Undefined where no transaction has requests of both versions. */
export function figuresOf(strata: Stratum[]): Figure[] | undefined {
  const mixed = underOneMix(strata);
  if (mixed === undefined) return undefined;
  return [slowdownOf(strata), errorRateOf(mixed), ...(['p95', 'p99', 'p50'] as const).map((q) => quantileOf(mixed, q))];
}

function slowdownOf(strata: Stratum[]): Figure {
  const slowdown = new Slowdown(strata);
  return {
    name: 'duration',
    effect: slowdown.estimate(),
    interval: kept((z) => widened(slowdown.interval(z))),
  };
}

function errorRateOf({ baseline, candidate }: Mixed): Figure {
  const rates = [baseline.errorRate(), candidate.errorRate()] as const;
  return { name: 'error_rate', effect: rates[1].rate - rates[0].rate, interval: (z) => rateDifference(...rates, z) };
}

function quantileOf({ baseline, candidate }: Mixed, name: keyof typeof QUANTILES): Figure {
  const q = QUANTILES[name];
  return {
    name,
    effect: candidate.quantile(q, 1).estimate / baseline.quantile(q, 1).estimate,
    interval: kept((z) => widened(ratio(baseline.quantile(q, z), candidate.quantile(q, z)))),
  };
}

/** Asked several times for the same level. */
function kept(intervalAt: (z: number) => Interval): (z: number) => Interval {
  const known = new Map<number, Interval>();
  return (z) => {
    let interval = known.get(z);
    if (interval === undefined) known.set(z, (interval = intervalAt(z)));
    return interval;
  };
}

const widened = ([low, high]: Interval): Interval => [low / SLACK, high * SLACK];

/** On a scale on which no change is 0 and the turned change is the negative. */
const scaled = (figure: Figure, value: number): number => (isRate(figure) ? value : Math.log(value));

export interface Scaled {
  effect: number;
  low: number;
  high: number;
}

export function scaledAt(figure: Figure, z: number): Scaled {
  const [low, high] = figure.interval(z);
  return { effect: scaled(figure, figure.effect), low: scaled(figure, low), high: scaled(figure, high) };
}

/** 1 when the candidate is certainly worse, -1 when it is certainly better, by more than the floor. */
export function directionOf(figure: Figure, z: number, floor = SMALLEST): -1 | 0 | 1 {
  const { effect, low, high } = scaledAt(figure, z);
  const least = isRate(figure) ? floor.rate : Math.log(floor.factor);
  if (Math.abs(effect) < least) return 0;
  if (low > 0) return 1;
  return high < 0 ? -1 : 0;
}
