import type { Direction } from '@spanwise/contracts/apm/apm';
import type { RowPosition } from './cursor.js';

/** A row of a list with what it is ordered by. */
export interface Positioned<T> {
  row: T;
  position: RowPosition;
}

/**
 * Order of two rows: by value in the asked direction, rows without a value last in both directions, ties by the full
 * identity, so that no two rows are equal.
 */
export function comparePositions(a: RowPosition, b: RowPosition, direction: Direction): number {
  if (a.value !== b.value) {
    if (a.value === null) return 1;
    if (b.value === null) return -1;
    const ascending = a.value < b.value ? -1 : 1;
    return direction === 'asc' ? ascending : -ascending;
  }
  for (let part = 0; part < a.identity.length; part++) {
    if (a.identity[part] !== b.identity[part]) return a.identity[part]! < b.identity[part]! ? -1 : 1;
  }
  return 0;
}

export interface PageCut<T> {
  rows: Positioned<T>[];
  hasPrevious: boolean;
  hasNext: boolean;
}

/** Cuts the page of `limit` rows that lies after, or before, `from`; the first page when `from` is absent. */
export function cutPage<T>(
  rows: Positioned<T>[],
  direction: Direction,
  limit: number,
  from?: { position: RowPosition; toward: 'next' | 'previous' },
): PageCut<T> {
  const sorted = rows.toSorted((a, b) => comparePositions(a.position, b.position, direction));
  let start = 0;
  let end = Math.min(limit, sorted.length);
  if (from !== undefined) {
    const isBefore = (row: Positioned<T>) => comparePositions(row.position, from.position, direction) < 0;
    const before = lowerBound(sorted, isBefore);
    if (from.toward === 'previous') {
      end = before;
      start = Math.max(0, end - limit);
    } else {
      const at = sorted[before];
      const found = at !== undefined && comparePositions(at.position, from.position, direction) === 0;
      start = before + (found ? 1 : 0);
      end = Math.min(start + limit, sorted.length);
    }
  }
  return { rows: sorted.slice(start, end), hasPrevious: start > 0, hasNext: end < sorted.length };
}

/** Number of leading rows for which `isBefore` holds. */
function lowerBound<T>(sorted: T[], isBefore: (row: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
