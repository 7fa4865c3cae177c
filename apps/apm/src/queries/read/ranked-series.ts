import type { RedAggregate } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import type { ApmRead } from './apm-read.js';
import { groupSeries, mergeAll, type Group } from './grouping.js';
import { readRange, type Series } from './series-rows.js';

/** One row per (namespace, service, environment, name, kind), merged over versions (decisions 3.12). */
export const transactionIdentity = (series: Series): string[] => [
  series.service,
  series.name,
  series.category,
  series.namespace,
  series.environment,
];

/** One row per (namespace, service, environment, category, target, operation), merged over versions (decisions 3.12). */
export const dependencyIdentity = (series: Series): string[] => [
  series.service,
  series.name,
  series.category,
  series.detail,
  series.namespace,
  series.environment,
];

/** Rows of the transaction or dependency list, with the services that `meta` describes the sampling of. */
export async function readRanked(
  read: ApmRead,
  kind: typeof SeriesKind.Transaction | typeof SeriesKind.Dependency,
): Promise<{ rows: Group[]; services: RedAggregate }> {
  const identityOf = kind === SeriesKind.Transaction ? transactionIdentity : dependencyIdentity;
  const series = await readRange(read.snapshot, kind, read.filters, read.range);
  return { rows: groupSeries(series, identityOf), services: mergeAll(series.map(({ red }) => red)) };
}

export const compareTotalTime = (a: Group, b: Group): number =>
  b.red.durationSum - a.red.durationSum || (a.identity.join('\0') < b.identity.join('\0') ? -1 : 1);
