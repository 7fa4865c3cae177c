import { describe, expect, it } from 'vitest';
import type { LostRange } from '@spanwise/contracts/log/manifests';
import { addBounded, addRange } from './lost-ranges.js';

const record = (index: number, change: Partial<LostRange> = {}): LostRange => ({
  epoch: 0,
  fromSeq: 7,
  toSeq: 7,
  slice: 0,
  organizationId: 'a',
  fromIndex: index,
  toIndex: index,
  ...change,
});
const added = (add: typeof addBounded, ranges: LostRange[], limit?: number) =>
  ranges.reduce<LostRange[]>((sum, range) => (add(sum, { ...range }, limit), sum), []);

describe('what is in no segment', () => {
  it('is one range where records follow each other in a slice, and two otherwise', () => {
    const others = [record(5, { slice: 1 }), record(6, { slice: 1, fromSeq: 8, toSeq: 8 })];
    expect(added(addRange, [record(1), record(2), record(4), ...others])).toEqual([
      record(1, { toIndex: 2 }),
      record(4),
      ...others,
    ]);
  });

  it('says of the end of a slice that it has no last record', () => {
    const { toIndex: _, ...rest } = record(3);
    expect(added(addRange, [record(2), rest])).toEqual([{ ...record(2), toIndex: undefined }]);
  });

  it('names every record that is missing also where there are too many ranges for a manifest', () => {
    const { toIndex: _, ...rest } = record(30);
    const many = [record(20), record(9), record(4, { slice: 1 }), record(1, { slice: 1 }), rest];
    expect(added(addBounded, many, 1)).toEqual([record(9, { toIndex: 20 }), record(1, { slice: 1, toIndex: 4 }), rest]);
    expect(added(addBounded, [record(9), rest, record(2)], 1)).toEqual([{ ...rest, fromIndex: 2 }]);
  });
});
