import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeSpans, type TreeSpan } from './trace-tree.js';

const span = (
  id: string,
  parentId: string | undefined,
  start: number,
  end: number,
  side: TreeSpan['side'] = 0,
): TreeSpan => ({
  id,
  parentId,
  side,
  start,
  end,
});
const placed = (spans: TreeSpan[]) =>
  placeSpans(spans).map(({ span: { id }, depth, self, critical }) => [id, depth, self, critical]);

it.each([
  ['one span', [span('a', undefined, 0, 10)], [['a', 0, 10, 10]]],
  [
    'children one after the other',
    [span('a', undefined, 0, 10), span('c', 'a', 5, 9), span('b', 'a', 1, 4)],
    [
      ['a', 0, 3, 3],
      ['b', 1, 3, 3],
      ['c', 1, 4, 4],
    ],
  ],
  [
    'children side by side: the one that ended last was waited for, the other only before it began',
    [span('a', undefined, 0, 10), span('b', 'a', 1, 6), span('c', 'a', 4, 9)],
    [
      ['a', 0, 2, 5],
      ['b', 1, 5, 0],
      ['c', 1, 5, 5],
    ],
  ],
  [
    'a child that goes on after its parent',
    [span('a', undefined, 0, 10), span('b', 'a', 8, 50)],
    [
      ['a', 0, 8, 8],
      ['b', 1, 42, 2],
    ],
  ],
  [
    'a child that begins after its parent has ended',
    [span('a', undefined, 0, 10), span('b', 'a', 20, 30)],
    [
      ['a', 0, 10, 10],
      ['b', 1, 10, 0],
    ],
  ],
  [
    'grandchildren',
    [span('c', 'b', 3, 5), span('b', 'a', 2, 8), span('a', undefined, 0, 10)],
    [
      ['a', 0, 4, 4],
      ['b', 1, 4, 4],
      ['c', 2, 2, 2],
    ],
  ],
  [
    'a parent that is not here',
    [span('b', 'x', 5, 6), span('a', 'y', 0, 3)],
    [
      ['a', 0, 3, 3],
      ['b', 0, 1, 0],
    ],
  ],
  [
    'client and server with one id, as Zipkin makes them: the server has the children',
    [span('c', 'b', 4, 5), span('b', 'a', 3, 7, 1), span('b', 'a', 2, 8), span('a', undefined, 0, 10)],
    [
      ['a', 0, 4, 4],
      ['b', 1, 2, 2],
      ['b', 2, 3, 3],
      ['c', 3, 1, 1],
    ],
  ],
  [
    'client and server with one id whose clocks differ, without a parent',
    [span('a', undefined, 0, 5, 1), span('a', undefined, 2, 8)],
    [
      ['a', 0, 3, 3],
      ['a', 1, 5, 3],
    ],
  ],
  ['itself as parent', [span('a', 'a', 0, 1)], [['a', 0, 1, 1]]],
])('%s', (_, spans, expected) => expect(placed(spans)).toEqual(expected));

it('spans that name each other in a circle are all there, once', () => {
  const spans = [span('a', 'c', 0, 9), span('b', 'a', 1, 5), span('c', 'b', 2, 3)];
  expect(placed(spans).map(([id]) => id)).toEqual(['a', 'b', 'c']);
});

it('a chain of 50,000 spans is no matter', () => {
  const chain = Array.from({ length: 50_000 }, (_, n) =>
    span(`${n}`, n === 0 ? undefined : `${n - 1}`, n, 100_000 - n),
  );
  expect(placeSpans(chain).at(-1)).toMatchObject({ depth: 49_999, self: 2 });
});

describe('of any tree', () => {
  const trees = fc
    .array(fc.tuple(fc.nat(20), fc.nat(1_000), fc.nat(1_000)), { minLength: 1, maxLength: 30 })
    .map((list) =>
      list.map(([parent, start, duration], n) =>
        span(`s${n}`, n === 0 ? undefined : `s${parent % n}`, n === 0 ? 0 : start, n === 0 ? 2_000 : start + duration),
      ),
    );

  it('every span is there once, its parent before it, and the critical path is as long as the root', () => {
    fc.assert(
      fc.property(trees, (spans) => {
        const out = placeSpans(spans);
        const seen = new Set<string>();
        for (const { span: one, self, critical } of out) {
          if (one.parentId !== undefined) expect(seen.has(one.parentId)).toBe(true);
          seen.add(one.id);
          expect(self).toBeGreaterThanOrEqual(0);
          expect(critical).toBeLessThanOrEqual(one.end - one.start);
        }
        expect(seen.size).toBe(spans.length);
        expect(out.reduce((sum, { critical }) => sum + critical, 0)).toBe(2_000);
      }),
    );
  });
});
