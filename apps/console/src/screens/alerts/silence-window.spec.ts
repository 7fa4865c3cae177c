import { describe, expect, it } from 'vitest';
import { bodyOf, daysOf, ended, momentOf, ordered, phaseOf, type Silence, type SilenceForm } from './silence-window.js';

const NOW = 1_800_000_000_000_000;
const HOUR = 3_600_000_000;
const silence = (name: string, start: number, end: number, change: object = {}): Silence =>
  ({
    id: name,
    name,
    enabled: true,
    matchers: [{ label: 'service', op: 'eq', value: 'cart' }],
    window: { type: 'fixed', start, end },
    comment: '',
    created_at: 0,
    ...change,
  }) as Silence;
const NOW_ONE = silence('now', NOW - HOUR, NOW + HOUR);
const PLANNED = silence('planned', NOW + HOUR, NOW + 2 * HOUR);
const OVER = silence('over', NOW - HOUR, NOW);
const OFF = silence('off', NOW - HOUR, NOW + HOUR, { enabled: false });
const WEEKLY = silence('weekly', 0, 0, {
  window: { type: 'recurring', timezone: 'UTC', weekday_mask: 127, hour_start: 0, hour_end: 24 },
});

describe('a silence', () => {
  it.each([
    ['now', NOW_ONE],
    ['planned', PLANNED],
    ['over', OVER],
    ['off', OFF],
    ['weekly', WEEKLY],
  ] as const)('is %s', (phase, of) => {
    expect(phaseOf(of, NOW)).toBe(phase);
  });

  it('that holds comes first in the list, and the newest of its kind', () => {
    const newer = { ...NOW_ONE, id: 'newer', created_at: 1 };
    const names = ordered([OFF, OVER, PLANNED, WEEKLY, NOW_ONE, newer], NOW).map(({ id }) => id);
    expect(names).toEqual(['newer', 'now', 'weekly', 'planned', 'over', 'off']);
  });

  it('is ended once, and stays what it was besides', () => {
    const { name, matchers, window, comment } = NOW_ONE;
    expect(ended(NOW_ONE, NOW)).toEqual({ name, matchers, window, comment, enabled: false });
    expect(ended(WEEKLY, NOW)?.window).toEqual(WEEKLY.window);
    expect([ended(OVER, NOW), ended(OFF, NOW)]).toEqual([undefined, undefined]);
  });

  it('of a week says its days', () => {
    const names = daysOf(0b100_0001).map((at) =>
      new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(at),
    );
    expect(names).toEqual(['Sun', 'Sat']);
  });
});

describe('the form of a silence', () => {
  const form: SilenceForm = {
    reason: ' Upgrade ',
    matchers: [{ label: ' service', op: 'eq', value: 'cart' }],
    seconds: 3_600,
    from: '',
    to: '',
  };
  const at = (micros: number) => new Date(micros / 1_000).toISOString().slice(0, 16);

  it('says from now on for so long', () => {
    expect(bodyOf(form, NOW, true)).toEqual({
      name: 'Upgrade',
      matchers: [{ label: 'service', op: 'eq', value: 'cart' }],
      window: { type: 'fixed', start: NOW, end: NOW + HOUR },
    });
  });

  it('or from and to, in the zone of the page', () => {
    const window = { start: momentOf(at(NOW + HOUR), true), end: momentOf(at(NOW + 2 * HOUR), true) };
    const given = { ...form, seconds: 0, from: at(NOW + HOUR), to: at(NOW + 2 * HOUR) };
    expect(bodyOf(given, NOW, true)).toMatchObject({ window: { type: 'fixed', ...window } });
    expect(momentOf('2026-01-02T08:00', false)).toBe(new Date(2026, 0, 2, 8).getTime() * 1_000);
  });

  it.each<[Partial<SilenceForm>, string]>([
    [{ from: '', to: '' }, 'silenceNoTime'],
    [{ from: at(NOW + 2 * HOUR), to: at(NOW + HOUR) }, 'silenceEndsBefore'],
    [{ from: at(NOW - 2 * HOUR), to: at(NOW - HOUR) }, 'silenceEndsBefore'],
  ])('with %j says what is wrong', (change, fault) => {
    expect(bodyOf({ ...form, seconds: 0, ...change }, NOW, true)).toBe(fault);
  });
});
