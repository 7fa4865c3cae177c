/** Rules over stored metrics (ALERT-114, ALERT-115): from the rows of their statements to instances; pure. */
import type { MetricCondition, MetricSelector } from '@spanwise/contracts/alerting/alert-conditions';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
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
      const [value, samples] = [numberOf(row[count]), numberOf(row[count + 1]) ?? 0];
      return [canonicalJson(labels), { labels, value, samples }];
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
