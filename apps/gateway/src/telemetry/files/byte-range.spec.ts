import { describe, expect, it } from 'vitest';
import { rangeOf } from './byte-range.js';

const FILE = { bytes: 100, etag: '"a.1"' };

describe('the range of a request', () => {
  it.each<[string | undefined, [number, number] | 'unsatisfiable' | undefined]>([
    [undefined, undefined],
    ['bytes=0-0', [0, 1]],
    ['bytes=0-', [0, 100]],
    ['bytes=90-200', [90, 100]],
    ['bytes=99-99', [99, 100]],
    [' bytes=1-2 ', [1, 3]],
    ['bytes=-10', [90, 100]],
    ['bytes=-1000', [0, 100]],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=0-99999999999999999999', undefined],
  ])('%s is %j', (range, expected) => {
    const found = rangeOf({ range }, FILE);
    expect(typeof found === 'object' ? [found.from, found.to] : found).toEqual(expected);
  });

  it('of an empty file is none', () => {
    const empty = { ...FILE, bytes: 0 };
    expect(rangeOf({ range: 'bytes=0-' }, empty)).toBe('unsatisfiable');
    expect(rangeOf({ range: 'bytes=-1' }, empty)).toBe('unsatisfiable');
    expect(rangeOf({}, empty)).toBeUndefined();
  });

  it.each([
    ['"a.1"', { from: 5, to: 7 }],
    ['"a.2"', undefined],
    ['W/"a.1"', undefined],
    ['Sat, 21 Nov 2026 12:00:00 GMT', undefined],
  ])('holds if the file is %s', (ifRange, expected) => {
    expect(rangeOf({ range: 'bytes=5-6', ifRange }, FILE)).toEqual(expected);
  });
});
