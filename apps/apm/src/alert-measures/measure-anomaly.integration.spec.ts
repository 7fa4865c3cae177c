import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnomalyCondition } from '@spanwise/contracts/alerting/alert-conditions';
import { Figures, HOUR, MINUTE } from '../apm/queries.fixture.js';
import type { AlertMeasures } from './alert-measures.js';
import { finalStep, measured, measuresOver, specOf } from './alerts.fixture.js';
import { comparedWith } from './measure-anomaly.js';
import { longWindowOf, seasonsOf, windowOf } from './windows.js';

const DAY = 24 * 60;

describe('the distance of a value from what is normal (ALERT-16)', () => {
  const condition = { min_points: 3, deviation_floor: 2 };

  it('is counted in deviations of the median, whatever one point does', () =>
    expect(comparedWith([10, 12, 8, 1_000, 14], 60, condition)).toEqual({
      value: 60,
      baseline: 12,
      deviation: 48 / (1.4826 * 2),
      baseline_points: [8, 10, 12, 14, 1_000],
    }));

  it('takes what hardly varies to vary as much as the floor', () =>
    expect(comparedWith([5, 5, 5, 5], 9, condition)).toMatchObject({ baseline: 5, deviation: 2 }));

  it.each([
    ['a value that is none', [1, 2, 3], null, condition, null],
    ['no variance and no floor', [1, 1, 1], 2, { ...condition, deviation_floor: 0 }, null],
  ])('is none of %s', (_, points, value, asked, deviation) =>
    expect(comparedWith(points, value, asked).deviation).toBe(deviation),
  );

  it('is not evaluated with too few points', () =>
    expect(comparedWith([1, 2], 50, condition)).toMatchObject({ value: null, below_floor: true }));
});

describe('the windows of past days', () => {
  const step = 30_000_000;
  const kept = { minuteMicros: 0, hourMicros: 0, oldestStartMicros: 0 };

  it('are five around the same minute, without those of incidents', () => {
    const ranges = seasonsOf(windowOf(step, 5), { season: 'day', seasons: 2 }, kept, [
      [step - DAY - 6, step - DAY - 5],
    ]);
    const ends = ranges.map(({ range }) => step - range.toMicros / MINUTE).sort((a, b) => a - b);
    // Those that end two minutes, a minute and no minute earlier than the same time have the excluded one in them.
    expect(ends).toEqual([DAY - 2, DAY - 1, DAY, 2 * DAY - 2, 2 * DAY - 1, 2 * DAY, 2 * DAY + 1, 2 * DAY + 2]);
  });

  it('are one of the hours around where minutes are gone, and none of before the first span', () => {
    const minuteMicros = (step - DAY - 100) * MINUTE;
    const days = { season: 'day', seasons: 3 } as const;
    const all = seasonsOf(windowOf(step, 5), days, { ...kept, minuteMicros });
    expect(all.filter(({ range }) => range.resolution === 'minute')).toHaveLength(5);
    for (const { range, scale } of all.filter(({ range }) => range.resolution === 'hour')) {
      expect(range.fromMicros % HOUR).toBe(0);
      expect(scale).toBe((5 * MINUTE) / (range.toMicros - range.fromMicros));
    }
    expect(seasonsOf(windowOf(step, 5), days, { ...kept, oldestStartMicros: (step - DAY) * MINUTE })).toEqual([]);
  });

  it('of days begin with a whole hour', () => {
    expect(longWindowOf(step + 7, DAY).fromMicros % HOUR).toBe(0);
    expect(longWindowOf(step + 7, 60)).toEqual(windowOf(step + 7, 60));
  });
});

describe('a rule over what is not normal', () => {
  let figures: Figures;
  let measures: AlertMeasures;

  beforeAll(async () => {
    figures = await Figures.start();
    measures = measuresOver(figures);
  });
  afterAll(() => figures.stop());

  it('has its value, the median and the points that it comes from', async () => {
    const step = finalStep(figures);
    const at = (minute: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ service: 'shop', atMicros: minute * MINUTE + index + 1 }));
    const yesterday = step - DAY;
    await figures.record([
      ...at(step - 1, 40),
      ...[4, 5, 6, 7, 8].flatMap((count, index) => at(yesterday - 3 + index, count)),
      ...at(yesterday - 60, 1),
    ]);
    const condition: AnomalyCondition = {
      type: 'anomaly',
      of: 'service',
      figure: 'count',
      filters: { service: 'shop' },
      group_by: ['service'],
      season: 'day',
      seasons: 1,
      min_points: 3,
      deviation_floor: 1,
    };
    const { specs } = await measured(measures, [specOf(condition, 1)], step);
    expect(specs[0]!.instances).toMatchObject([
      { value: 40, baseline: 6, baseline_points: [4, 5, 6, 7, 8], deviation: 34 / 1.4826 },
    ]);
    const excluded_minutes: [number, number][] = [[yesterday - 3, yesterday + 2]];
    const without = await measured(measures, [{ ...specOf(condition, 1), excluded_minutes }], step);
    expect(without.specs[0]!.instances).toMatchObject([{ value: null, below_floor: true, baseline_points: [] }]);
  });
});
