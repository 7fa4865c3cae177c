import { describe, expect, it } from 'vitest';
import { compareErrors, Comparison, comparePercentiles, compareRows } from './compare.js';
import type { ApiErrorItem, ApiRed } from './data-set.js';

const red = (request_count: number, error_count: number, rest: Partial<ApiRed> = {}): ApiRed => ({
  request_count,
  error_count,
  sampled_count: request_count,
  ...rest,
});

const row = (key: string, requests: number, errors: number, rest: Partial<ApiRed> = {}) => ({
  key,
  red: red(requests, errors, rest),
});

describe('rows', () => {
  const expected = [{ key: 'a', count: 10, errors: 2 }];
  it.each<[string, { key: string; red: ApiRed }[], RegExp | undefined]>([
    ['equal', [row('a', 10, 2)], undefined],
    ['equal in sum', [row('a', 7, 0), row('a', 3, 2)], undefined],
    ['silent extra row', [row('a', 10, 2), row('b', 0, 0)], undefined],
    ['one request more', [row('a', 11, 2)], /at 12:00: a: requests expected 10, product 11/],
    ['one error less', [row('a', 10, 1)], /errors expected 2, product 1/],
    ['missing row', [], /a: expected 10 requests .* no such row/],
    ['extra row', [row('a', 10, 2), row('b', 1, 0)], /b: not in the answers/],
  ])('%s', (_, observed, sentence) => {
    const comparison = new Comparison('rows');
    compareRows(comparison, expected, observed, 'at 12:00');
    expect(comparison.mismatches).toEqual(sentence ? [expect.stringMatching(sentence)] : []);
    expect(comparison.rows).toBe(1);
  });

  it('compares percentiles only where one row covers the reference row', () => {
    const percentile = { nearest: 100, linear: 100 };
    const reference = {
      key: 'a',
      count: 2,
      errors: 0,
      percentiles: { p50: percentile, p95: percentile, p99: percentile },
    };
    const wrong = { p50_micros: 1, p95_micros: 1, p99_micros: 1 };
    const [one, two] = [new Comparison('one'), new Comparison('two')];
    compareRows(one, [reference], [row('a', 2, 0, wrong)], '');
    compareRows(two, [reference], [row('a', 1, 0, wrong), row('a', 1, 0, wrong)], '');
    expect([one.mismatches.length, two.mismatches.length]).toEqual([3, 0]);
  });
});

describe('percentiles lie between nearest rank and linear interpolation, ± 1 % or 1 µs', () => {
  it.each([
    [10_000, 20_000, 15_000, true],
    [20_000, 10_000, 15_000, true],
    [10_000, 20_000, 9_900, true],
    [10_000, 20_000, 9_899, false],
    [10_000, 20_000, 20_200, true],
    [10_000, 20_000, 20_201, false],
    [3, 3, 4, true],
    [3, 3, 5, false],
    [0, 0, 1, true],
    [0, 0, 2, false],
  ])('nearest %i, linear %i, product %i: %s', (nearest, linear, actual, passes) => {
    const comparison = new Comparison('percentiles');
    const fine = { nearest: 1, linear: 1 };
    const values = red(1, 0, { p50_micros: 1, p95_micros: actual, p99_micros: 1 });
    comparePercentiles(comparison, 'a', { p50: fine, p95: { nearest, linear }, p99: fine }, values);
    expect(comparison.mismatches.length === 0).toBe(passes);
  });

  it('must be there', () => {
    const comparison = new Comparison('percentiles');
    const any = { nearest: 1, linear: 1 };
    comparePercentiles(comparison, 'a', { p50: any, p95: any, p99: any }, red(1, 0, { p50_micros: 1, p99_micros: 1 }));
    expect(comparison.mismatches).toEqual(['a: p95 is missing']);
  });
});

describe('error groups', () => {
  const group = (name: string, count: number, error_type = 'X'): ApiErrorItem => ({
    service: { name },
    error: { fingerprint: `${name} ${count}`, error_type },
    occurrence_count: count,
  });
  const reference = {
    complete: true,
    keyOf: (item: ApiErrorItem) => item.service.name,
    rows: [{ key: 'a', groups: 2, occurrences: 5 }],
  };

  it.each<[string, ApiErrorItem[], string[]]>([
    ['equal', [group('a', 2), group('a', 3)], []],
    ['merged by mistake', [group('a', 5)], ['a: groups expected 2, product 1 (X 5×)']],
    ['one lost', [group('a', 2), group('a', 2)], ['a: occurrences expected 5, product 4 (X 2×, X 2×)']],
    ['an unknown one', [group('a', 2), group('a', 3), group('b', 1)], ['b: 1 groups that are not in the answers']],
  ])('%s', (_, items, sentences) => {
    const comparison = new Comparison('errors');
    compareErrors(comparison, reference, items);
    expect(comparison.mismatches).toEqual(sentences);
  });
});
