import { describe, expect, it } from 'vitest';
import { containsWall, isNever, spansOf, type WeeklyHours } from './weekly-hours.js';
import { ZoneOffsets } from './zone-offsets.js';

const hours = (weekday_mask: number, hour_start: number, hour_end: number): WeeklyHours => ({
  weekday_mask,
  hour_start,
  hour_end,
});
const ms = (text: string) => Date.parse(text);
const shown = (window: WeeklyHours, zone: string, from: string, to: string) =>
  spansOf(window, zone, ms(from), ms(to)).map(({ fromMs, toMs }) =>
    [fromMs, toMs].map((at) => new Date(at).toISOString().slice(0, 16)),
  );
const SUNDAY = 1;
const WORKDAYS = 62;

describe('hours of the week (ALERT-62)', () => {
  it('are those of the clocks, in summer and in winter', () => {
    expect(shown(hours(WORKDAYS, 9, 17), 'Europe/Berlin', '2026-03-27T00:00Z', '2026-03-31T00:00Z')).toEqual([
      ['2026-03-27T08:00', '2026-03-27T16:00'],
      ['2026-03-30T07:00', '2026-03-30T15:00'],
    ]);
  });

  it('that clocks skip do not come', () => {
    expect(shown(hours(SUNDAY, 2, 3), 'Europe/Berlin', '2026-03-28T00:00Z', '2026-03-30T00:00Z')).toEqual([]);
    expect(shown(hours(SUNDAY, 2, 4), 'Europe/Berlin', '2026-03-28T00:00Z', '2026-03-30T00:00Z')).toEqual([
      ['2026-03-29T01:00', '2026-03-29T02:00'],
    ]);
  });

  it('that clocks show twice come twice', () => {
    expect(shown(hours(SUNDAY, 2, 3), 'Europe/Berlin', '2026-10-24T00:00Z', '2026-10-26T00:00Z')).toEqual([
      ['2026-10-25T00:00', '2026-10-25T02:00'],
    ]);
    expect(shown(hours(SUNDAY, 1, 2), 'America/New_York', '2026-10-31T00:00Z', '2026-11-02T00:00Z')).toEqual([
      ['2026-11-01T05:00', '2026-11-01T07:00'],
    ]);
  });

  it('over midnight belong to the day that they lie in', () => {
    expect(shown(hours(SUNDAY, 22, 6), 'UTC', '2026-11-21T00:00Z', '2026-11-24T00:00Z')).toEqual([
      ['2026-11-22T00:00', '2026-11-22T06:00'],
      ['2026-11-22T22:00', '2026-11-23T00:00'],
    ]);
  });

  it('have their own beginnings and ends, whatever was asked for', () => {
    expect(shown(hours(WORKDAYS, 0, 24), 'UTC', '2026-11-25T12:00Z', '2026-11-25T12:01Z')).toEqual([
      ['2026-11-23T00:00', '2026-11-28T00:00'],
    ]);
  });

  it('of every day and hour never end', () => {
    expect(spansOf(hours(127, 0, 24), 'Europe/Berlin', 0, 1)).toEqual([{ fromMs: -Infinity, toMs: Infinity }]);
  });

  it('are the same moment by moment', () => {
    const zone = 'Australia/Lord_Howe';
    const from = ms('2026-09-25T00:00Z');
    for (const window of [hours(127, 1, 3), hours(85, 20, 2), hours(42, 0, 24), hours(127, 24, 6), hours(1, 2, 0)]) {
      const spans = spansOf(window, zone, from, from + 20 * 86_400_000);
      for (let at = from; at < from + 20 * 86_400_000; at += 900_000) {
        const within = spans.some(({ fromMs, toMs }) => fromMs <= at && at < toMs);
        expect([window, at, within]).toEqual([window, at, containsWall(window, ZoneOffsets.of(zone).wallAt(at))]);
      }
    }
  });
});

it.each([
  [hours(0, 0, 24), true],
  [hours(127, 9, 9), true],
  [hours(127, 24, 0), true],
  [hours(1, 24, 1), false],
  [hours(1, 23, 0), false],
])('%j is never: %s', (window, never) => expect(isNever(window)).toBe(never));
