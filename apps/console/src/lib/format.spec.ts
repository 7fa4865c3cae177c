import { describe, expect, it } from 'vitest';
import {
  ago,
  bytes,
  change,
  changeText,
  columnUnit,
  count,
  duration,
  factor,
  points,
  rate,
  share,
  time,
  timeRange,
  zoneName,
} from './format.js';

const EN = { language: 'en', zone: 'UTC' };
const DE = { language: 'de', zone: 'Europe/Berlin' };
const micros = (iso: string): number => Date.parse(iso) * 1_000;
const plain = ({ value, unit }: { value: string; unit: string }): string => `${value} ${unit}`.trim();

describe('figures', () => {
  it.each<[number | undefined, string, string]>([
    [undefined, '–', '–'],
    [0, '0 µs', '0 µs'],
    [999, '999 µs', '999 µs'],
    [1_234, '1.23 ms', '1,23 ms'],
    [123_456, '123 ms', '123 ms'],
    [2_500_000, '2.5 s', '2,5 s'],
    [90_000_000, '1.5 min', '1,5 min'],
    [7.2e9, '2 h', '2 h'],
  ])('duration %s is %s, in German %s', (value, english, german) => {
    expect([plain(duration(value, EN)), plain(duration(value, DE))]).toEqual([english, german]);
  });

  it('has one unit in a column, of its median, and the exact value beside it', () => {
    const unit = columnUnit([900, 12_000, undefined, 3_000_000]);
    expect(unit).toBe('ms');
    expect(duration(3_000_000, EN, unit)).toEqual({ value: '3,000', unit: 'ms', exact: '3,000,000 µs' });
    expect(columnUnit([undefined])).toBe('ms');
  });

  it('counts exactly up to five digits, then shortly', () => {
    expect(count(99_999, EN).value).toBe('99,999');
    expect(count(1_234_567, EN)).toEqual({ value: '1.23M', unit: '', exact: '1,234,567' });
  });

  it('never calls a share that is there nothing', () => {
    expect(['0', '< 0.01', '0.02', '1.23', '12.3', '100']).toEqual(
      [0, 0.00001, 0.00015, 0.012345, 0.12345, 1].map((part) => share(part, EN).value),
    );
  });

  it('says rates by the second', () => {
    expect([0.0123456, 12.345, 1_234.5].map((one) => plain(rate(one, EN)))).toEqual([
      '0.0123 /s',
      '12.3 /s',
      '1,235 /s',
    ]);
  });

  it('compares with what was there', () => {
    expect(change(3, 0)).toBeUndefined();
    expect(change(3, undefined)).toBeUndefined();
    expect(['-50%', '+20%', '0%', '> +999%']).toEqual(
      [change(1, 2)!, change(6, 5)!, change(5, 5)!, change(100, 1)!].map((part) => changeText(part, EN)),
    );
  });
});

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [12_345, '12.3 kB'],
    [5_600_000_000, '5.6 GB'],
    [2e16, '20,000 TB'],
  ])('%d read as %s', (value, expected) => {
    expect(plain(bytes(value, EN))).toBe(expected);
  });
});

describe('differences', () => {
  it.each([
    [1.8512, '1.85 ×', '1,85 ×'],
    [0.5, '0.5 ×', '0,5 ×'],
    [120, '120 ×', '120 ×'],
  ])('of %d times are %s, or %s', (times, en, de) => {
    expect([plain(factor(times, EN)), plain(factor(times, DE))]).toEqual([en, de]);
  });

  it.each([
    [0.02345, '+2.3 pp', '+2,3 pp'],
    [-0.1, '-10 pp', '-10 pp'],
    [0, '0 pp', '0 pp'],
  ])('of a share of %d are %s, or %s', (difference, en, de) => {
    expect([plain(points(difference, EN)), plain(points(difference, DE))]).toEqual([en, de]);
  });

  it('that are not known are a dash', () => {
    expect([plain(factor(undefined, EN)), plain(points(undefined, EN))]).toEqual(['–', '–']);
  });
});

describe('times', () => {
  it.each([
    ['UTC', '2026-03-08T06:30:00Z', 'Mar 08, 2026, 06:30:00 UTC'],
    ['Asia/Kathmandu', '2026-03-08T06:30:00Z', 'Mar 08, 2026, 12:15:00 GMT+5:45'],
    ['America/New_York', '2026-03-08T06:30:00Z', 'Mar 08, 2026, 01:30:00 EST'],
    // The clocks have gone forward.
    ['America/New_York', '2026-03-08T07:30:00Z', 'Mar 08, 2026, 03:30:00 EDT'],
    ['America/New_York', '2026-11-01T05:30:00Z', 'Nov 01, 2026, 01:30:00 EDT'],
    ['America/New_York', '2026-11-01T06:30:00Z', 'Nov 01, 2026, 01:30:00 EST'],
  ])('in %s at %s are %s', (zone, iso, expected) => {
    expect(time(micros(iso), { language: 'en', zone })).toBe(expected);
  });

  it('have midnight as 00 and their zone at that moment', () => {
    expect(time(micros('2026-01-01T00:00:00Z'), EN, { day: false })).toBe('00:00:00 UTC');
    expect(zoneName(micros('2026-07-01T00:00:00Z'), { language: 'en', zone: 'America/New_York' })).toBe('EDT');
  });

  it('of a range have the day and the zone once', () => {
    const [from, to] = ['2026-01-02T08:00:00Z', '2026-01-02T09:30:00Z'].map(micros);
    const spaces = /[\u2009\u202f\u00a0]/g;
    expect(timeRange(from!, to!, EN).replaceAll(spaces, ' ')).toBe('Jan 02, 2026, 08:00 – 09:30 UTC');
    expect(timeRange(from!, to!, DE)).toMatch(/09:00.10:30.* MEZ$/);
  });

  it('are shown as an age in the largest unit', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    expect(
      ['2026-01-01T23:59:30Z', '2026-01-01T23:01:00Z', '2026-01-01T00:00:00Z'].map((iso) => ago(micros(iso), now, EN)),
    ).toEqual(['30 sec. ago', '59 min. ago', '1 day ago']);
  });
});
