import { describe, expect, it } from 'vitest';
import { columnOf, linesOf, mostOf, SHADES, shadeOf, type Heatmap } from './heatmap.js';

const MINUTE = 60_000_000;
const heatmap: Heatmap = {
  column_micros: MINUTE,
  columns: [0, MINUTE, 2 * MINUTE],
  rows: [1_000, 1_250, 1_500],
  cells: [
    { column: 0, row: 0, request_count: 2 },
    { column: 0, row: 1, request_count: 5 },
    { column: 2, row: 1, request_count: 1 },
  ],
};

it.each([
  [1, 1, SHADES],
  [1, 1_000_000, 1],
  [1_000, 1_000_000, 4],
  [1_000_000, 1_000_000, SHADES],
  [0, 10, 1],
])('%i of at most %i has the shade %i', (count, most, shade) => expect(shadeOf(count, most)).toBe(shade));

describe('what is read of a heatmap', () => {
  it('is every cell with its time and durations', () => {
    expect(linesOf(heatmap)).toEqual([
      { atMicros: 0, fromMicros: 1_000, toMicros: 1_250, requests: 2 },
      { atMicros: 0, fromMicros: 1_250, toMicros: 1_500, requests: 5 },
      { atMicros: 2 * MINUTE, fromMicros: 1_250, toMicros: 1_500, requests: 1 },
    ]);
    expect(mostOf(heatmap)).toBe(5);
  });

  it('is a column by its requests and where most of them are', () => {
    expect(columnOf(heatmap, 0)).toMatchObject({ requests: 7, most: { fromMicros: 1_250, requests: 5 } });
    expect(columnOf(heatmap, 1)).toEqual({ requests: 0 });
  });
});
