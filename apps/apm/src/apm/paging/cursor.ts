/** What the cursors of the paginated lists hold, and what may be asked beside them (API-7). */
import type { ApmQuery, Direction, Resolution } from '@spanwise/contracts/apm/apm';
import { refuseOtherThanCursor } from '@spanwise/host/signed-cursor';
import { FILTERS, type Filters } from '../read/filters.js';

/** Everything a page depends on; the range is frozen so that pages do not shift as buckets arrive. */
export interface CursorState {
  filters: Filters;
  /** As asked by the first request; absent members were defaulted. */
  askedFrom?: number;
  askedTo?: number;
  fromMicros: number;
  toMicros: number;
  resolution: Resolution;
  clipped: boolean;
  sort: string;
  direction: Direction;
  limit: number;
  /** Which side of `position` the page lies on. */
  toward: 'next' | 'previous';
  position: RowPosition;
}

/** Sort value of a row, null where it has none, and its full identity: together they order rows without ties. */
export interface RowPosition {
  value: number | string | null;
  identity: string[];
}

/**
 * A parameter that is omitted beside a cursor is taken from it; one that is given and differs is refused; `limit` may
 * change and `resolution=auto` is always right (API-7).
 */
export function checkAgainstCursor(query: ApmQuery, state: CursorState): void {
  for (const filter of FILTERS) {
    if (query[filter] !== undefined && query[filter] !== state.filters[filter]) refuseOtherThanCursor(filter);
  }
  if (query.from !== undefined && query.from !== state.askedFrom && query.from !== state.fromMicros)
    refuseOtherThanCursor('from');
  if (query.to !== undefined && query.to !== state.askedTo && query.to !== state.toMicros) refuseOtherThanCursor('to');
  if (query.sort !== undefined && query.sort !== state.sort) refuseOtherThanCursor('sort');
  if (query.direction !== undefined && query.direction !== state.direction) refuseOtherThanCursor('direction');
  if (query.resolution !== undefined && query.resolution !== 'auto' && query.resolution !== state.resolution) {
    refuseOtherThanCursor('resolution');
  }
}
