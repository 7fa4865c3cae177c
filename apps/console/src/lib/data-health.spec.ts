import { describe, expect, it } from 'vitest';
import { closedPart, differenceOf, lagSeconds, sumsOf } from './data-health.js';

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;

describe('the state of the data', () => {
  it('adds up what the parts have counted, and lags as its worst one', () => {
    const shards = [
      { received: 10, counted: 7, duplicates: 1, late: 1, dead: 1, lag_seconds: 2 },
      { received: 5, counted: 5, duplicates: 0, late: 0, dead: 0, lag_seconds: 70 },
    ];
    expect(sumsOf(shards)).toEqual({ received: 15, counted: 12, duplicates: 1, late: 1, dead: 1 });
    expect(lagSeconds(shards)).toBe(70);
    expect([sumsOf([]).received, lagSeconds([])]).toEqual([0, 0]);
  });
});

describe('the part of a range that can be counted again', () => {
  const now = 1_000 * HOUR;
  const boundaries = {
    projection_started_at: 0,
    minutes_kept_from: now - 48 * HOUR,
    hours_kept_from: now - 900 * HOUR,
    last_complete_minute_at: now - 6 * MINUTE,
    last_complete_hour_at: now - 2 * HOUR,
  };
  const ofLast = (length: number, to = now) => closedPart({ from: to - length, to }, boundaries);

  it.each([
    ['ends with the newest complete minute', HOUR, now, now - HOUR, now - 5 * MINUTE],
    ['is whole minutes', HOUR, now - HOUR + 7, now - 2 * HOUR + MINUTE, now - HOUR],
    ['is at most a day, the newest one', 40 * HOUR, now, now - 24 * HOUR - 5 * MINUTE, now - 5 * MINUTE],
    ['is whole hours where minutes are not kept', 3 * HOUR, now - 99.5 * HOUR, now - 102 * HOUR, now - 100 * HOUR],
  ])('%s', (_what, length, to, from, end) => {
    expect(ofLast(length, to)).toEqual({ from, to: end });
  });

  it('is none of a range that still grows, or that nothing is kept of', () => {
    expect(ofLast(4 * MINUTE)).toBeUndefined();
    expect(ofLast(HOUR, now - 950 * HOUR)).toBeUndefined();
  });

  it('differs by what the figures say more than the spans', () => {
    const [rollups, recount] = [
      { requests: 10, errors: 1 },
      { requests: 12, errors: 1 },
    ];
    expect(differenceOf({ rollups, recount })).toEqual({ requests: -2, errors: 0 });
  });
});
