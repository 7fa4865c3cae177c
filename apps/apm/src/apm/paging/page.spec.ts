import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../versions/simulated-traffic.fixture.js';
import { comparePositions, cutPage, type PageCut, type Positioned } from './page.js';

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
          const back = cutPage(rows, direction, limit, {
            position: pages[index]!.rows[0]!.position,
            toward: 'previous',
          });
          expect(back.rows).toEqual(pages[index - 1]!.rows);
        }
        expect(pages[0]!.hasPrevious).toBe(false);
      }),
    );
  });

  it.each(['asc', 'desc'] as const)(
    'shows each of 10,000 unchanged rows once, %s and back, while others come, go and change',
    (direction) => {
      const random = randomOf(10_000);
      const stay = rowsOf(Array.from({ length: 10_000 }, (_, row) => (row % 50 === 0 ? null : row % 997)));
      const others = new Map<number, Positioned<number>>();
      const write = () => {
        for (let written = 0; written < 50; written++) {
          const row = -1 - Math.floor(random() * 500);
          const value = random() < 0.1 ? null : Math.floor(random() * 997);
          if (random() < 0.3) others.delete(row);
          else others.set(row, { row, position: { value, identity: [String(Math.floor(random() * 10_000))] } });
        }
        return [...stay, ...others.values()];
      };
      const walk = (toward: 'next' | 'previous', start: PageCut<number>) => {
        const pages = [start];
        for (let page = start; toward === 'next' ? page.hasNext : page.hasPrevious; pages.push(page)) {
          const { position } = toward === 'next' ? page.rows.at(-1)! : page.rows[0]!;
          page = cutPage(write(), direction, 200, { position, toward });
        }
        return pages;
      };
      const staying = (pages: PageCut<number>[]) =>
        pages.flatMap(({ rows }) => rows.map(({ row }) => row).filter((row) => row >= 0)).sort((a, b) => a - b);
      const everyRow = stay.map(({ row }) => row);
      const forward = walk('next', cutPage(write(), direction, 200));
      expect(staying(forward)).toEqual(everyRow);
      expect(staying(walk('previous', forward.at(-1)!))).toEqual(everyRow);
    },
  );

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
