import { describe, expect, it } from 'vitest';
import type { LabelMatcher, SilenceWindow } from '@spanwise/contracts/alerting/silences';
import { matchAll, matcherFault } from './label-matchers.js';
import { silencedBy, type Silence } from './silence-rules.js';
import { leastMs } from '@spanwise/testing/processor-time';

/** Of processor time; what is not linear takes a thousand times as long. */
const ALLOWED_MS = 5_000;

const at = (text: string) => Date.parse(text) * 1_000;
const matcher = (op: LabelMatcher['op'], value: string, label = 'service'): LabelMatcher => ({ label, op, value });
const ALWAYS: SilenceWindow = { type: 'recurring', timezone: 'UTC', weekday_mask: 127, hour_start: 0, hour_end: 24 };
const silence = (window: SilenceWindow, change: Partial<Silence> = {}): Silence => ({
  name: 'm',
  enabled: true,
  matchers: [],
  window,
  comment: '',
  ...change,
});
const fixed = (from: string, to: string): SilenceWindow => ({ type: 'fixed', start: at(from), end: at(to) });
const weekly = (timezone: string, weekday_mask: number, hour_start: number, hour_end: number): SilenceWindow => ({
  type: 'recurring',
  timezone,
  weekday_mask,
  hour_start,
  hour_end,
});
const until = (window: SilenceWindow, moment: string) => {
  const found = silencedBy([silence(window)], {}, at(moment));
  return found && (found.until === null ? null : new Date(found.until / 1_000).toISOString().slice(0, 16));
};

describe('matchers (ALERT-51)', () => {
  it.each<[LabelMatcher[], boolean]>([
    [[], true],
    [[matcher('eq', 'cart')], true],
    [[matcher('eq', 'car')], false],
    [[matcher('neq', 'cart')], false],
    [[matcher('re', 'ca')], false],
    [[matcher('re', 'ca.*')], true],
    [[matcher('re', 'x|cart')], true],
    [[matcher('re', 'cart|x')], true],
    [[matcher('nre', 'ca')], true],
    [[matcher('nre', 'cart|x')], false],
    [[matcher('eq', 'cart'), matcher('eq', 'eu', 'zone')], false],
    // Missing is empty.
    [[matcher('eq', '', 'zone')], true],
    [[matcher('neq', '', 'zone')], false],
    [[matcher('re', '', 'zone')], true],
    [[matcher('re', '.+', 'zone')], false],
    [[matcher('nre', '.+', 'zone')], true],
    // What every object has is no label.
    [[matcher('eq', '', 'constructor')], true],
  ])('%j match: %s', (matchers, expected) => expect(matchAll(matchers, { service: 'cart' })).toBe(expected));

  it.each([
    ['(', 'must be a regular expression (RE2)'],
    ['(?=a)', 'must be a regular expression (RE2)'],
    ['(a)\\1', 'must be a regular expression (RE2)'],
    ['a'.repeat(257), 'must be a pattern of at most 256 characters'],
    ['(x{0,900}y){0,1}z{0,900}', 'must be a pattern that is less elaborate'],
  ])('%s cannot be used', (value, why) => {
    for (const op of ['re', 'nre'] as const) expect(matcherFault(matcher(op, value))).toBe(why);
    expect(matcherFault(matcher('eq', value))).toBeUndefined();
  });

  it('take time that is linear in the text, whatever the pattern is', () => {
    const labels = { service: `${'a'.repeat(100_000)}b` };
    const patterns = ['(a+)+', '(a|a)*c', '(.*)*x', '.*'.repeat(120), '([a-z]+)*[A-Z]'];
    for (const value of patterns) expect(matcherFault(matcher('re', value))).toBeUndefined();
    const matchEach = () => patterns.forEach((value) => matchAll([matcher('re', value)], labels));
    expect(leastMs(matchEach, ALLOWED_MS)).toBeLessThan(ALLOWED_MS);
  });
});

describe('a window (ALERT-52, ALERT-53)', () => {
  it('that is fixed lasts from its start to before its end', () => {
    const window = fixed('2026-11-23T10:00Z', '2026-11-23T11:00Z');
    expect(until(window, '2026-11-23T09:59Z')).toBeUndefined();
    expect(until(window, '2026-11-23T10:00Z')).toBe('2026-11-23T11:00');
    expect(until(window, '2026-11-23T11:00Z')).toBeUndefined();
  });

  it('keeps its hours when clocks are set forward', () => {
    const nights = weekly('Europe/Berlin', 127, 1, 4);
    expect(until(nights, '2026-03-28T00:00Z')).toBe('2026-03-28T03:00');
    // 01:00 to 04:00 is two hours on that day.
    expect(until(nights, '2026-03-29T00:00Z')).toBe('2026-03-29T02:00');
    expect(until(nights, '2026-03-29T02:00Z')).toBeUndefined();
    expect(until(nights, '2026-03-29T23:00Z')).toBe('2026-03-30T02:00');
  });

  it('that clocks skip does not come', () => {
    const skipped = weekly('America/New_York', 1, 2, 3);
    for (const moment of ['2026-03-08T06:30Z', '2026-03-08T07:00Z', '2026-03-08T07:30Z']) {
      expect(until(skipped, moment)).toBeUndefined();
    }
    expect(until(skipped, '2026-03-15T06:30Z')).toBe('2026-03-15T07:00');
  });

  it('keeps its hours when clocks are set back, and comes for both of two equal hours', () => {
    const nights = weekly('America/New_York', 127, 1, 2);
    expect(until(nights, '2026-10-31T05:30Z')).toBe('2026-10-31T06:00');
    expect(until(nights, '2026-11-01T05:30Z')).toBe('2026-11-01T07:00');
    expect(until(nights, '2026-11-01T06:30Z')).toBe('2026-11-01T07:00');
    expect(until(nights, '2026-11-02T06:30Z')).toBe('2026-11-02T07:00');
  });

  it('over midnight ends where the next day is not one of its days', () => {
    const sundays = weekly('UTC', 1, 22, 6);
    expect(until(sundays, '2026-11-22T23:00Z')).toBe('2026-11-23T00:00');
    expect(until(weekly('UTC', 3, 22, 6), '2026-11-22T23:00Z')).toBe('2026-11-23T06:00');
  });

  it('of all hours has no end', () => expect(until(ALWAYS, '2026-11-22T23:00Z')).toBeNull());
});

describe('of several silences (ALERT-52)', () => {
  const short = silence(fixed('2026-11-23T10:00Z', '2026-11-23T11:00Z'), { name: 'short' });
  const long = silence(fixed('2026-11-23T10:00Z', '2026-11-23T12:00Z'), { name: 'long' });
  const named = (silences: Silence[]) => silencedBy(silences, {}, at('2026-11-23T10:30Z'))?.silence.name;

  it('the one that ends last counts', () => {
    expect([named([short, long]), named([long, short])]).toEqual(['long', 'long']);
    expect(named([silence(ALWAYS, { name: 'always' }), long])).toBe('always');
    expect(named([long, silence(ALWAYS, { name: 'always' })])).toBe('always');
  });

  it('those that are off, or about other labels, do not count', () => {
    expect(named([short, { ...long, enabled: false }])).toBe('short');
    expect(named([{ ...short, matchers: [matcher('eq', 'cart')] }])).toBeUndefined();
    expect(named([])).toBeUndefined();
  });
});
