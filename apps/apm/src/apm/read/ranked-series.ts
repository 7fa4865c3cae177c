import type { RedTotals } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import type { ApmRead } from './apm-read.js';
import { groupSeries, sumTotals, type Group } from './grouping.js';
import { readRange } from './series-rows.store.js';
import type { Series, SeriesRed } from './series.js';

/** One row per (namespace, service, environment, name, kind), merged over versions (APM-25). */
export const transactionIdentity = (series: Series): string[] => [
  series.service,
  series.name,
  series.category,
  series.namespace,
  series.environment,
];

/** One row per (namespace, service, environment, category, target, operation), merged over versions (APM-25). */
export const dependencyIdentity = (series: Series): string[] => [
  series.service,
  series.name,
  series.category,
  series.detail,
  series.namespace,
  series.environment,
];

type RankedKind = typeof SeriesKind.Transaction | typeof SeriesKind.Dependency;

export const rankedRows = (series: SeriesRed[], kind: RankedKind): Group[] =>
  groupSeries(series, kind === SeriesKind.Transaction ? transactionIdentity : dependencyIdentity);

/** Rows of the transaction or dependency list, with the services that `meta` describes the sampling of. */
export async function readRanked(read: ApmRead, kind: RankedKind): Promise<{ rows: Group[]; services: RedTotals }> {
  const series = await readRange(read.snapshot, [kind], read.filters, read.range);
  return { rows: rankedRows(series, kind), services: sumTotals(series.map(({ totals }) => totals)) };
}

export const compareTotalTime = (a: Group, b: Group): number =>
  b.totals.durationSum - a.totals.durationSum || (a.identity.join('\0') < b.identity.join('\0') ? -1 : 1);
