import { describe, expect, it } from 'vitest';
import { momentNanos, timed } from './moment.js';

/** 2026-01-02T03:04:05Z. */
const SECONDS = 1_767_323_045n;
const at = (nanos: bigint) => SECONDS * 1_000_000_000n + nanos;

describe('a moment as senders write it (INTAKE-14)', () => {
  it.each<[string | number | bigint, bigint]>([
    ['2026-01-02T03:04:05Z', at(0n)],
    ['2026-01-02T03:04:05.123456Z', at(123_456_000n)],
    ['2026-01-02t03:04:05.123456789z', at(123_456_789n)],
    ['2026-01-02T03:04:05.1234567891Z', at(123_456_789n)],
    ['2026-01-02 03:04:05,5', at(500_000_000n)],
    ['2026-01-02 03:04:05.000001 UTC', at(1_000n)],
    ['2026-01-02T08:34:05.25+05:30', at(250_000_000n)],
    ['2026-01-01T22:04:05-0500', at(0n)],
    ['2026-01-02T03:04Z', at(-5_000_000_000n)],
    [1_767_323_045, at(0n)],
    [1_767_323_045.123456, at(123_456_000n)],
    ['1767323045.123456789', at(123_456_789n)],
    [1_767_323_045_123, at(123_000_000n)],
    ['1767323045123.5', at(123_500_000n)],
    [1_767_323_045_123_456, at(123_456_000n)],
    [1_767_323_045_123_456_789n, at(123_456_789n)],
    ['1767323045123456789', at(123_456_789n)],
  ])('%s keeps its digits', (value, nanos) => {
    expect(momentNanos(value)).toBe(nanos);
  });

  it.each([undefined, null, true, '', 'yesterday', '12:30', 12, -1, Number.NaN, 5n, '2026-13-45T00:00:00Z', [1], {}])(
    '%s is none',
    (value) => expect(momentNanos(value)).toBeUndefined(),
  );

  it('becomes microseconds, and the exact time only where they do not say all', () => {
    expect(timed({ body: 'b' }, at(1_000n))).toEqual({ _timestamp: 1_767_323_045_000_001, body: 'b' });
    expect(timed({}, at(1_001n))).toEqual({ _timestamp: 1_767_323_045_000_001, time_unix_nano: at(1_001n) });
    expect(timed({ body: 'b' }, undefined)).toEqual({ body: 'b' });
  });
});
