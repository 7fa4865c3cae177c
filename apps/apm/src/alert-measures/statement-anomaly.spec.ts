import { describe, expect, it } from 'vitest';
import type { AnomalyParams } from '@spanwise/contracts/alerting/alert-conditions';
import { MICROS } from '../apm/range/query-range.js';
import { PastValues } from './past-values.js';
import { comparedWithPast, pastWindows } from './statement-anomaly.js';

const MINUTE = MICROS.minute;
const DAY = MICROS.day;
const params = (change: Partial<AnomalyParams> = {}): AnomalyParams => ({
  algorithm: 'mad',
  lookback_days: 5,
  k: 3,
  alpha: 0.5,
  weekly_seasonality: false,
  ...change,
});

describe('what is usual of a statement (ALERT-117)', () => {
  it.each<[string, AnomalyParams, number[], number, Record<string, number | null>]>([
    [
      'is the median, and the median distance from it',
      params(),
      [1, 2, 3, 4, 100],
      3 + 3 * 1.4826,
      { baseline: 3, deviation: 3 },
    ],
    ['is as far below as above', params(), [1, 2, 3, 4, 100], 3 - 3 * 1.4826, { baseline: 3, deviation: 3 }],
    [
      'is the moving average, and how far each day was from the one before',
      params({ algorithm: 'ewma' }),
      [0, 4, 2, 6],
      8,
      { baseline: 4, deviation: 4 / Math.sqrt(32 / 3) },
    ],
    ['varies by a billionth where it never did', params(), [0, 0, 0, 0, 0], 50, { baseline: 0, deviation: 50e9 }],
    ['is met exactly', params(), [7, 7, 7], 7, { baseline: 7, deviation: 0 }],
    ['is not known of two days', params(), [7, 7], 7, { baseline: null, deviation: null, value: null }],
    [
      'is known of two where no more were asked for',
      params({ lookback_days: 14, weekly_seasonality: true }),
      [7, 9],
      8,
      { baseline: 8, deviation: 0 },
    ],
  ])('%s', (_, asked, points, value, expected) => {
    const compared = comparedWithPast(value, points, asked);
    expect(compared).toMatchObject({
      ...expected,
      ...(expected.deviation !== null && { deviation: expect.closeTo(expected.deviation!, 6) as number }),
    });
    expect(compared.below_floor).toBe(expected.deviation === null ? true : undefined);
  });

  it('says nothing of a value that is none', () =>
    expect(comparedWithPast(null, [1, 2, 3], params())).toMatchObject({ value: null, baseline: 2, deviation: null }));

  it('is of the same window on each day, oldest first, in blocks that stay for five minutes', () => {
    const starts = (step: number, change: Partial<AnomalyParams> = {}) =>
      pastWindows(step, 2, params({ lookback_days: 3, ...change })).map(({ fromMicros }) => fromMicros);
    const at = 30_000_000;
    const expected = [3, 2, 1].map((day) => (at - 2) * MINUTE - day * DAY);
    for (const step of [at, at + 4]) expect(starts(step)).toEqual(expected);
    expect(starts(at + 5)).toEqual(expected.map((micros) => micros + 5 * MINUTE));
    expect(starts(at, { lookback_days: 20, weekly_seasonality: true })).toEqual(
      [14, 7].map((day) => (at - 2) * MINUTE - day * DAY),
    );
  });
});

describe('values of past windows', () => {
  it('are kept by their labels while there is room, the ones asked for last for longest', () => {
    const past = new PastValues(5);
    const of = (value: number | null) => [{ labels: { a: 'x' }, value, samples: 1 }];
    past.keep('1', of(1));
    past.keep('2', of(null));
    expect(past.find('1')).toEqual(new Map([['{"a":"x"}', 1]]));
    past.keep('3', of(3));
    past.keep('4', of(4));
    expect(['1', '2', '3', '4'].map((key) => past.find(key)?.size)).toEqual([undefined, undefined, 1, 1]);
  });
});
