import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePositions, cutPage, type Positioned } from './page.js';

const rowsOf = (values: (number | null)[]): Positioned<number>[] =>
  values.map((value, index) => ({ row: index, position: { value, identity: [String(index).padStart(4, '0')] } }));
const directions = fc.constantFrom('asc' as const, 'desc' as const);
const values = fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { maxLength: 60 });

describe('paging', () => {
  it('shows every row exactly once on the way forward, and the same pages on the way back', () => {
    fc.assert(
      fc.property(values, directions, fc.integer({ min: 1, max: 7 }), (list, direction, limit) => {
        const rows = rowsOf(list);
        const pages = [cutPage(rows, direction, limit)];
        while (pages.at(-1)!.hasNext) {
          pages.push(
            cutPage(rows, direction, limit, { position: pages.at(-1)!.rows.at(-1)!.position, toward: 'next' }),
          );
        }
        const seen = pages.flatMap((page) => page.rows.map(({ row }) => row));
        expect(seen.toSorted((a, b) => a - b)).toEqual(rows.map(({ row }) => row));
        for (let index = pages.length - 1; index > 0; index--) {
          const back = cutPage(rows, direction, limit, { position: pages[index].rows[0].position, toward: 'previous' });
          expect(back.rows).toEqual(pages[index - 1].rows);
        }
        expect(pages[0].hasPrevious).toBe(false);
      }),
    );
  });

  it('puts rows without a value last in both directions', () => {
    const rows = rowsOf([null, 1, 2]);
    expect(cutPage(rows, 'asc', 3).rows.map(({ row }) => row)).toEqual([1, 2, 0]);
    expect(cutPage(rows, 'desc', 3).rows.map(({ row }) => row)).toEqual([2, 1, 0]);
  });

  it('goes on behind a row that has gone', () => {
    const rows = rowsOf([5, 4, 3]);
    const page = cutPage(rows, 'desc', 2, { position: { value: 4.5, identity: ['x'] }, toward: 'next' });
    expect(page.rows.map(({ row }) => row)).toEqual([1, 2]);
  });

  it('orders rows of equal value by their identity', () => {
    expect(
      comparePositions({ value: 1, identity: ['a', 'b'] }, { value: 1, identity: ['a', 'c'] }, 'desc'),
    ).toBeLessThan(0);
  });
});
