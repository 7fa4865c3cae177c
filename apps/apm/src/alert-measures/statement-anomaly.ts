/** How far the value of a statement is from what it was at the same time of past days (ALERT-117); pure. */
import type { AnomalyParams } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import type { QueryRange } from '../apm/range/query-range.js';
import { medianAndSpread } from './median.js';
import { windowOf } from './windows.js';

const DAY_MINUTES = 1_440;
const WEEK_DAYS = 7;
/** Past windows move on by so many minutes at once: their values are asked for once in this time. */
const LEAST_BLOCK_MINUTES = 5;
/** Fewer points do not show what is usual, unless no more were asked for. */
const MIN_POINTS = 3;
/** What never varied is taken to vary by a billionth: any change of it is far away. */
const LEAST_SPREAD = 1e-9;

const daysOf = ({ lookback_days: days, weekly_seasonality: weekly }: AnomalyParams): number[] =>
  Array.from({ length: days }, (_, at) => at + 1).filter((day) => !weekly || day % WEEK_DAYS === 0);

/** The window on each past day, or on each seventh, oldest first. */
export function pastWindows(step: number, minutes: number, params: AnomalyParams): QueryRange[] {
  const block = Math.max(minutes, LEAST_BLOCK_MINUTES);
  const end = Math.floor(step / block) * block;
  return daysOf(params)
    .map((day) => windowOf(end - day * DAY_MINUTES, minutes))
    .toReversed();
}

/** `points` are the values of past windows that have one, oldest first. */
export function comparedWithPast(
  value: number | null,
  points: readonly number[],
  params: AnomalyParams,
): Pick<MeasuredInstance, 'value' | 'baseline' | 'deviation' | 'baseline_points' | 'below_floor' | 'said'> {
  if (points.length < Math.min(MIN_POINTS, daysOf(params).length))
    return { value: null, baseline: null, deviation: null, baseline_points: [...points], below_floor: true };
  const { baseline, spread } = params.algorithm === 'mad' ? middleOf(points) : movingAverageOf(points, params.alpha);
  const least = Math.max(1, Math.abs(baseline)) * LEAST_SPREAD;
  const deviation = value === null ? null : Math.abs(value - baseline) / Math.max(spread, least);
  const usual = params.algorithm === 'mad' ? 'median' : 'moving average';
  const said = `The value is ${value}; the ${usual} of ${points.length} past windows is ${rounded(baseline)}.`;
  return { value, baseline, deviation, baseline_points: [...points], ...(value !== null && { said }) };
}

interface Usual {
  baseline: number;
  /** Standard deviation. */
  spread: number;
}

function middleOf(points: readonly number[]): Usual {
  const { median: baseline, spread } = medianAndSpread(points);
  return { baseline, spread };
}

/** The spread is that of what each point was away from the average before it. */
function movingAverageOf([first, ...rest]: readonly number[], alpha: number): Usual {
  let baseline = first!;
  let squares = 0;
  for (const point of rest) {
    squares += (point - baseline) ** 2;
    baseline += alpha * (point - baseline);
  }
  return { baseline, spread: Math.sqrt(squares / Math.max(1, rest.length)) };
}

const rounded = (value: number): number => Number(value.toPrecision(6));
