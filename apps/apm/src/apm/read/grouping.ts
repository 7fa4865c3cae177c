import { RedAggregate, type RedTotals } from '@spanwise/span-model/red';
import type { Series, SeriesRed } from './series.js';

/** Series that make one row of an answer, merged. */
export interface Group {
  /** The parts that identify this row. */
  identity: string[];
  series: Series[];
  totals: RedTotals;
  /** Made when it is asked for: most rows of an answer are only counted and ordered, which their totals are enough for. */
  readonly red: RedAggregate;
}

class MergedSeries implements Group {
  readonly series: Series[] = [];
  private readonly members: SeriesRed[] = [];
  private sum: RedAggregate | undefined;
  private merged: RedAggregate | undefined;

  constructor(readonly identity: string[]) {}

  add(row: SeriesRed): void {
    this.series.push(row.series);
    this.members.push(row);
    // Most rows are one series, whose figures are used as they are; the second one makes a sum of its own.
    if (this.members.length === 2) this.sum = sumTotals([this.members[0]!.totals]);
    this.sum?.mergeTotals(row.totals);
  }

  get totals(): RedTotals {
    return this.sum ?? this.members[0]!.totals;
  }

  get red(): RedAggregate {
    const { members } = this;
    return (this.merged ??= members.length === 1 ? members[0]!.red : mergeAll(members.map(({ red }) => red)));
  }
}

/** Merges series into rows by the identity that `identityOf` gives them. The rows' own aggregates are left as they are. */
export function groupSeries(rows: SeriesRed[], identityOf: (series: Series) => string[]): Group[] {
  const groups = new Map<string, MergedSeries>();
  for (const row of rows) {
    const identity = identityOf(row.series);
    const key = identity.join('\0');
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = new MergedSeries(identity)));
    group.add(row);
  }
  return [...groups.values()];
}

/** A series without traffic. */
export function silentSeries(series: Series): SeriesRed {
  const red = new RedAggregate();
  return { series, totals: red, red };
}

export function mergeAll(rows: Iterable<RedAggregate>): RedAggregate {
  const total = new RedAggregate();
  for (const red of rows) total.merge(red);
  return total;
}

/** An aggregate of the totals alone. */
export function sumTotals(rows: Iterable<RedTotals>): RedAggregate {
  const total = new RedAggregate();
  for (const totals of rows) total.mergeTotals(totals);
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

/** `version` of a row: only when one version was seen (APM-25); a version filter leaves just that one. */
export function versionMember(series: Series[]): { version?: string } {
  const version = sharedValue(series, 'version');
  return version === undefined || version === '' ? {} : { version };
}
