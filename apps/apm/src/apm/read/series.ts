import type { RedAggregate, RedTotals } from '@spanwise/span-model/red';
import type { SeriesKey } from '@spanwise/span-model/series';
import type { Filters } from './filters.js';

/** A series as its catalogue row says; times are microseconds. */
export interface Series extends SeriesKey {
  id: string;
  firstSeenMicros: number;
  lastSeenMicros: number;
}

export interface SeriesRed {
  series: Series;
  totals: RedTotals;
  /** With the latency distribution and exemplars, which cost ten times as much: made when it is asked for. */
  readonly red: RedAggregate;
}

/** The filters of a query, and the parts of a name that a detail narrows them to. */
export interface SeriesFilters extends Filters {
  name?: string;
  category?: string;
  detail?: string;
}

/** Series by the parts of their names: one value of a part, or any of several. */
export type SeriesChoice = { readonly [Part in keyof SeriesFilters]?: string | readonly string[] };
