/** Rules over stored metrics (ALERT-114, ALERT-115): from the rows of their statements to instances; pure. */
import type { MetricCondition, MetricSelector } from '@spanwise/contracts/alert-conditions';
import { canonicalJson } from '@spanwise/contracts/canonical-json';
import type { MeasuredInstance } from '@spanwise/contracts/alert-measure';
import { labelsOfSeries } from './metric-statement.js';
import { labelText, numberOf, type MeasuredStatement } from './statement-values.js';
import { limited } from './measured-instances.js';

/** Of a series by itself; what it has beyond them is left out. */
const MAX_LABELS = 32;

/** One label set of a selector. */
export interface MetricFigure {
  labels: Record<string, string>;
  value: number | null;
  samples: number;
}

/** Rows as `metricStatement` makes them, by their labels. */
export function figuresOfRows(selector: MetricSelector, rows: readonly unknown[][]): Map<string, MetricFigure> {
  const count = selector.by_series ? 1 : selector.group_by.length;
  return new Map(
    rows.map((row) => {
      const labels = labelsOf(selector, row);
      const measured =
        selector.function === 'quantile'
          ? quantileOf(bucketsOf(row[count]), selector.quantile!)
          : { value: numberOf(row[count]), samples: numberOf(row[count + 1]) ?? 0 };
      return [canonicalJson(labels), { labels, ...measured }];
    }),
  );
}

function labelsOf({ group_by: names, by_series: bySeries }: MetricSelector, row: readonly unknown[]) {
  const labels = bySeries
    ? labelsOfSeries(row[0] as string)
    : Object.fromEntries(names.map((name, at) => [name, row[at]]));
  return Object.fromEntries(
    Object.entries(labels)
      .slice(0, MAX_LABELS)
      .map(([name, value]) => [labelText(name), labelText(value)]),
  );
}

export interface Bucket {
  /** Upper bound; of the last one infinite. */
  bound: number;
  /** Observations up to the bound. */
  count: number;
}

function bucketsOf(text: unknown): Bucket[] {
  if (typeof text !== 'string' || text === '') return [];
  return text.split(';').map((part) => {
    const [bound, count] = part.split(' ');
    return { bound: bound === 'inf' ? Infinity : Number(bound), count: Number(count) };
  });
}

/** As Prometheus computes it: linear within a bucket, and of the last one its lower bound. `buckets` are in ascending order. */
export function quantileOf(buckets: readonly Bucket[], quantile: number): Pick<MetricFigure, 'value' | 'samples'> {
  const last = buckets.at(-1);
  if (last === undefined || last.bound !== Infinity || last.count <= 0) return { value: null, samples: 0 };
  const samples = Math.round(last.count);
  const rank = quantile * last.count;
  // Series of one histogram that are not of one moment can make a bucket smaller than the one before it.
  let below = { bound: buckets[0].bound > 0 ? 0 : -Infinity, count: 0 };
  for (const bucket of buckets) {
    const count = Math.max(bucket.count, below.count);
    if (count >= rank && count > 0) {
      if (bucket.bound === Infinity) return { value: Number.isFinite(below.bound) ? below.bound : null, samples };
      if (below.bound === -Infinity) return { value: bucket.bound, samples };
      const share = count === below.count ? 1 : (rank - below.count) / (count - below.count);
      return { value: below.bound + (bucket.bound - below.bound) * share, samples };
    }
    below = { bound: bucket.bound, count };
  }
  return { value: null, samples };
}

/** `divisors` where the condition has one. A counter without any series has counted nothing. */
export function measuredMetrics(
  condition: MetricCondition,
  figures: ReadonlyMap<string, MetricFigure>,
  divisors?: ReadonlyMap<string, MetricFigure>,
): MeasuredStatement {
  if (divisors === undefined) return limited([...figures.values()].map(({ ...figure }): MeasuredInstance => figure));
  const counts = condition.function === 'rate' || condition.function === 'increase';
  const keys = counts ? divisors.keys() : [...divisors.keys()].filter((key) => figures.has(key));
  return limited(
    [...keys].map((key): MeasuredInstance => {
      const divisor = divisors.get(key)!;
      const value = figures.has(key) ? figures.get(key)!.value : 0;
      const { labels, samples } = divisor;
      if (divisor.value !== null && divisor.value < (condition.denominator_floor ?? 0)) {
        return { labels, value: null, samples, below_floor: true };
      }
      const quotient = value === null || divisor.value === null ? NaN : value / divisor.value;
      return { labels, value: Number.isFinite(quotient) ? quotient : null, samples };
    }),
  );
}
