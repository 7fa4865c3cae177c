import { describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { bucketStarts, cheapestSpans, MICROS, resolveRange, type RangeLimits } from './query-range.js';

const limits: RangeLimits = {
  maxRangeMicros: 30 * MICROS.day,
  minuteRetentionMicros: MICROS.day,
  hourRetentionMicros: 30 * MICROS.day,
};
const now = Date.UTC(2026, 10, 21, 12, 30, 15) * 1_000;
const at = (hour: number, minute = 0, second = 0) => Date.UTC(2026, 10, 21, hour, minute, second) * 1_000;

describe('the effective range (APM-20)', () => {
  it('is the last 24 hours in minutes when nothing is asked', () => {
    const range = resolveRange({}, now, limits);
    expect(range).toMatchObject({
      resolution: 'minute',
      clipped: false,
      toMicros: at(12, 31),
      fromMicros: at(12, 30) - MICROS.day,
    });
  });

  it('is 24 hours before `to` when only `to` is asked', () => {
    expect(resolveRange({ to: at(12) }, now, limits)).toMatchObject({
      fromMicros: at(12) - MICROS.day,
      toMicros: at(12),
    });
  });

  it('rounds `from` down and `to` up to whole buckets', () => {
    expect(resolveRange({ from: at(10, 5, 1), to: at(10, 7, 1) }, now, limits)).toMatchObject({
      fromMicros: at(10, 5),
      toMicros: at(10, 8),
    });
    expect(resolveRange({ from: at(10, 5), to: at(11, 5), resolution: 'hour' }, now, limits)).toMatchObject({
      fromMicros: at(10),
      toMicros: at(12),
    });
  });

  it('answers the bucket that contains the moment when `to` equals `from`', () => {
    expect(resolveRange({ from: at(10, 5), to: at(10, 5) }, now, limits)).toMatchObject({
      fromMicros: at(10, 5),
      toMicros: at(10, 6),
    });
    expect(resolveRange({ from: at(10, 5, 30), to: at(10, 5, 30) }, now, limits)).toMatchObject({
      fromMicros: at(10, 5),
      toMicros: at(10, 6),
    });
  });

  it.each([
    ['exactly 24 hours that begin within retention', { from: now - MICROS.day, to: now }, 'minute'],
    ['24 hours and a microsecond', { from: now - MICROS.day - 1, to: now }, 'hour'],
    [
      'a short range an hour beyond minute retention',
      { from: now - MICROS.day - MICROS.hour, to: now - MICROS.day },
      'minute',
    ],
    ['a short range further back', { from: now - MICROS.day - MICROS.hour - 1, to: now - MICROS.day }, 'hour'],
  ])('picks the resolution that fits %s', (_, asked, resolution) => {
    expect(resolveRange(asked, now, limits).resolution).toBe(resolution);
  });

  it('clips explicit minutes to the oldest that are kept, and says so', () => {
    const range = resolveRange({ from: now - 3 * MICROS.day, to: now, resolution: 'minute' }, now, limits);
    expect(range).toMatchObject({ clipped: true, fromMicros: at(11, 31) - MICROS.day });
  });

  it('refuses a range that ends before it starts, and one beyond the maximum', () => {
    expect(() => resolveRange({ from: 2, to: 1 }, now, limits)).toThrow(ServiceError);
    expect(() => resolveRange({ from: now - 30 * MICROS.day - 1, to: now }, now, limits)).toThrow(/30 days/);
    expect(resolveRange({ from: now - 30 * MICROS.day, to: now }, now, limits).resolution).toBe('hour');
  });
});

describe('the buckets of a trend (APM-21)', () => {
  it('contain every bucket that is not in the future, ascending', () => {
    const range = resolveRange({ from: at(12, 28), to: at(12, 59) }, now, limits);
    expect(bucketStarts(range, now)).toEqual([at(12, 28), at(12, 29), at(12, 30)]);
  });
});

describe('the rows to read', () => {
  it('are whole hours inside a minute range, and minutes at its edges', () => {
    const spans = cheapestSpans(resolveRange({ from: at(8, 58), to: at(11, 2) }, now, limits));
    expect(spans).toEqual([
      { table: 'rollup_minutes', from: at(8, 58) / MICROS.minute, to: at(9) / MICROS.minute },
      { table: 'rollup_hours', from: at(9) / MICROS.hour, to: at(11) / MICROS.hour },
      { table: 'rollup_minutes', from: at(11) / MICROS.minute, to: at(11, 2) / MICROS.minute },
    ]);
  });

  it.each([
    ['inside one hour', at(9, 10), at(9, 50)],
    ['across an hour boundary without a whole hour', at(8, 30), at(9, 30)],
  ])('are minutes alone %s', (_, from, to) => {
    const spans = cheapestSpans(resolveRange({ from, to }, now, limits));
    expect(spans).toEqual([{ table: 'rollup_minutes', from: from / MICROS.minute, to: to / MICROS.minute }]);
  });

  it('never overlap and never leave a bucket out', () => {
    for (let start = 0; start < 200; start += 7) {
      for (let length = 1; length < 300; length += 11) {
        const from = at(5) + start * MICROS.minute;
        const spans = cheapestSpans(resolveRange({ from, to: from + length * MICROS.minute }, now, limits));
        const covered = spans.map((span) => (span.to - span.from) * (span.table === 'rollup_hours' ? 60 : 1));
        expect(covered.reduce((sum, minutes) => sum + minutes, 0)).toBe(length);
      }
    }
  });
});
