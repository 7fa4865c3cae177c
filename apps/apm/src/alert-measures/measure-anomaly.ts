/** Rules over figures that are not as they were at the same time of past days or weeks; pure. */
import type { AnomalyCondition } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance, MeasureSpec } from '@spanwise/contracts/alerting/measure';
import { limited } from './measured-instances.js';
import { medianAndSpread } from './median.js';
import { baselineValues, instanceOf, type MeasuredFigures, type Measuring } from './measure-red.js';
import { figuresOf, wantedBy } from './red-figures.js';
import type { Tables, Wanted } from './tables.js';
import { seasonsOf } from './windows.js';

type Excluded = MeasureSpec['excluded_minutes'];

export function wantedByAnomaly(
  condition: AnomalyCondition,
  { window, kept }: Measuring,
  excluded: Excluded,
): Wanted[] {
  const past = seasonsOf(window, condition, kept, excluded).flatMap(({ range }) => wantedBy(condition, range));
  return [...wantedBy(condition, window), ...past.map(({ silent: _, ...wanted }) => wanted)];
}

export function measureAnomaly(
  condition: AnomalyCondition,
  tables: Tables,
  { window, coveredSeconds, kept }: Measuring,
  excluded: Excluded,
): MeasuredFigures {
  const { byLabels, folded } = figuresOf(condition, tables, window, coveredSeconds);
  const seasons = seasonsOf(window, condition, kept, excluded).map((one) => baselineValues(condition, tables, one));
  const instances = [...byLabels].map(([key, figure]): MeasuredInstance => {
    const points = seasons.map((valueOf) => valueOf(key, figure.group)).filter((value) => value !== null);
    return { ...instanceOf(figure), ...comparedWith(points, figure.value, condition) };
  });
  return { ...limited(instances), ...(folded && { folded: true as const }) };
}

/** The value is null where there are too few points to say what is normal. */
export function comparedWith(
  points: readonly number[],
  value: number | null,
  { min_points: minPoints, deviation_floor: floor }: Pick<AnomalyCondition, 'min_points' | 'deviation_floor'>,
): Pick<MeasuredInstance, 'value' | 'baseline' | 'deviation' | 'baseline_points' | 'below_floor'> {
  const baseline_points = points.toSorted((a, b) => a - b);
  if (points.length < Math.max(1, minPoints))
    return { value: null, baseline: null, deviation: null, baseline_points, below_floor: true };
  const { median: baseline, spread: found } = medianAndSpread(points);
  const spread = Math.max(found, floor);
  const deviation = value === null || spread === 0 ? null : (value - baseline) / spread;
  return { value, baseline, deviation, baseline_points };
}
