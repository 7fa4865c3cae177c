import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUCKETS, bucketOf, representativeOf, Sketch } from '@spanwise/span-model/sketch';
import { rowOf, rowStart, unitsByRow } from './heatmap-rows.js';

const TOP_MICROS = 2 ** 37 - 1;

it.each([
  [0, 0, 0],
  [3, 3, 3],
  [4, 4, 4],
  [7, 7, 7],
  [8, 8, 8],
  [9, 8, 8],
  [1_000, 35, 896],
  [1_024, 36, 1_024],
  [1_279, 36, 1_024],
  [1_280, 37, 1_280],
])('%i us is in row %i, which begins at %i us', (micros, row, start) => {
  expect([rowOf(micros), rowStart(rowOf(micros))]).toEqual([row, start]);
});

it('a duration is not shorter than its row begins, and shorter than the next one does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: TOP_MICROS }), (micros) => {
      const row = rowOf(micros);
      expect(rowStart(row)).toBeLessThanOrEqual(micros);
      expect(rowStart(row + 1)).toBeGreaterThan(micros);
    }),
  );
});

it('all durations of one bucket of the sketch are in one row, so that a row’s count is exact (APM-28)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: TOP_MICROS }), (micros) => {
      expect(rowOf(micros)).toBe(rowOf(representativeOf(bucketOf(micros))));
    }),
  );
  const rows = Array.from({ length: BUCKETS }, (_, bucket) => rowOf(representativeOf(bucket)));
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
});

it('counts by row are those of the durations', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: TOP_MICROS })), (durations) => {
      const sketch = new Sketch();
      const expected = new Map<number, number>();
      for (const micros of durations) {
        sketch.add(micros, 1);
        expected.set(rowOf(micros), (expected.get(rowOf(micros)) ?? 0) + 1);
      }
      expect(unitsByRow(sketch)).toEqual(expected);
    }),
  );
});
