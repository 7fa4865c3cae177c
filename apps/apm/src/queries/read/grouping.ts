import { RedAggregate } from '@spanwise/span-model/red';
import type { Series, SeriesRed } from './series-rows.js';

/** Series that make one row of an answer, merged. */
export interface Group {
  /** The parts that tell this row from every other. */
  identity: string[];
  series: Series[];
  red: RedAggregate;
}

/** Merges series into rows by the identity that `identityOf` gives them. The rows' own aggregates are left as they are. */
export function groupSeries(rows: SeriesRed[], identityOf: (series: Series) => string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { series, red } of rows) {
    const identity = identityOf(series);
    const key = identity.join('\0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { identity, series: [series], red });
    else {
      // Most rows are one series, whose aggregate is used as it is; the second one makes a sum of its own.
      if (group.series.length === 1) group.red = mergeAll([group.red]);
      group.series.push(series);
      group.red.merge(red);
    }
  }
  return [...groups.values()];
}

export function mergeAll(rows: Iterable<RedAggregate>): RedAggregate {
  const total = new RedAggregate();
  for (const red of rows) total.merge(red);
  return total;
}

/** The one value that all series share, or undefined. */
export function sharedValue(
  series: Series[],
  member: 'environment' | 'version' | 'namespace' | 'detail',
): string | undefined {
  const first = series[0]?.[member];
  return series.every((one) => one[member] === first) ? first : undefined;
}

/** `version` of a row: only when one version was seen (decisions 3.12); a version filter leaves just that one. */
export function versionMember(series: Series[]): { version?: string } {
  const version = sharedValue(series, 'version');
  return version === undefined || version === '' ? {} : { version };
}
