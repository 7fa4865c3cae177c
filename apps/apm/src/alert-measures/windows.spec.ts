import { describe, expect, it } from 'vitest';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { MICROS } from '../apm/range/query-range.js';
import { baselineOf, windowOf } from './windows.js';

const STEP = 30_000_007;
const DAY = 24 * 60;
/** Minutes that end so many minutes before the step. */
const minutes = (length: number, ago = 0) => ({
  resolution: 'minute',
  fromMicros: (STEP - ago - length) * MICROS.minute,
  toMicros: (STEP - ago) * MICROS.minute,
});

it('a window is whole minutes that end with the step (ALERT-4)', () => {
  expect(windowOf(STEP, 5)).toMatchObject(minutes(5));
  expect(windowOf(STEP, 1)).toMatchObject({ fromMicros: (STEP - 1) * STEP_MICROS, toMicros: STEP * STEP_MICROS });
});

describe('what a relative threshold compares with (ALERT-10)', () => {
  const ALL = { minuteMicros: 0, hourMicros: 0, oldestStartMicros: 0 };
  const of = (to: 'previous_window' | 'previous_day' | 'previous_week', kept = ALL) =>
    baselineOf(windowOf(STEP, 5), to, kept);

  it.each([
    ['previous_window', 5],
    ['previous_day', DAY],
    ['previous_week', 7 * DAY],
  ] as const)('is the %s, %i minutes before', (to, ago) =>
    expect(of(to)).toMatchObject({ range: minutes(5, ago), scale: 1 }),
  );

  it('is unknown before the first span, and from there on known', () => {
    const oldestStartMicros = (STEP - DAY - 5) * MICROS.minute;
    expect(of('previous_day', { ...ALL, oldestStartMicros })).toBeDefined();
    expect(of('previous_day', { ...ALL, oldestStartMicros: oldestStartMicros + 1 })).toBeUndefined();
  });

  it('is a part of the hours that it touches where its minutes are gone, and unknown where these are too', () => {
    const minuteMicros = (STEP - DAY - 4) * MICROS.minute;
    const { range, scale } = of('previous_day', { ...ALL, minuteMicros })!;
    expect([range.fromMicros % MICROS.hour, range.toMicros % MICROS.hour]).toEqual([0, 0]);
    expect(range.fromMicros).toBeLessThanOrEqual(minutes(5, DAY).fromMicros);
    expect(range.toMicros).toBeGreaterThanOrEqual(minutes(5, DAY).toMicros);
    expect(scale).toBe((5 * MICROS.minute) / (range.toMicros - range.fromMicros));
    expect(of('previous_day', { ...ALL, minuteMicros, hourMicros: range.fromMicros + 1 })).toBeUndefined();
  });
});
