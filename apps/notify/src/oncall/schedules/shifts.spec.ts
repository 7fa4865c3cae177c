import { describe, expect, it } from 'vitest';
import { leastMs } from '@spanwise/testing/processor-time';
import type { Rotation } from './handoffs.js';
import { coverage, gapsOf, handoffsBetween, nextOnCallOf, onCallOf, shiftsOf, type Rota } from './shifts.js';

const at = (text: string) => Date.parse(text) * 1_000;
const rotation = (change: Partial<Rotation> = {}): Rotation => ({
  id: 'r',
  name: 'primary',
  members: ['ann', 'bob'],
  kind: 'daily',
  active_window: null,
  first_start_at: at('2026-03-01T14:00Z'),
  ...change,
});
const rota = (change: Partial<Rota> = {}): Rota => ({
  timezone: 'America/New_York',
  enabled: true,
  rotations: [rotation()],
  overrides: [],
  ...change,
});
const override = (id: string, user: string, from: string, to: string) => ({
  id,
  user_id: user,
  start_at: at(from),
  end_at: at(to),
  reason: '',
});
const listed = (pieces: { from: number; to: number; user_id: string | null }[]) =>
  pieces.map(({ from, to, user_id: user }) => `${minute(from)} ${minute(to)} ${user}`);
const minute = (micros: number) => new Date(micros / 1_000).toISOString().slice(0, 16);

describe('a rotation (ALERT-60)', () => {
  it('hands over at 09:00 of the clocks, before and after they are changed', () => {
    const handoffs = handoffsBetween(rota(), at('2026-03-06T20:00Z'), at('2026-03-09T20:00Z'));
    expect(handoffs.map((one) => new Date(one.at / 1_000).toISOString())).toEqual([
      '2026-03-07T14:00:00.000Z',
      '2026-03-08T13:00:00.000Z',
      '2026-03-09T13:00:00.000Z',
    ]);
  });

  it('hands over once on a day whose handoff the clocks skip, and once where they show it twice', () => {
    const skipped = rota({ rotations: [rotation({ first_start_at: at('2026-03-05T07:30Z') })] });
    expect(listed(shiftsOf(skipped, at('2026-03-07T12:00Z'), at('2026-03-09T12:00Z')))).toEqual([
      '2026-03-07T07:30 2026-03-08T07:30 ann',
      '2026-03-08T07:30 2026-03-09T06:30 bob',
      '2026-03-09T06:30 2026-03-10T06:30 ann',
    ]);
    const twice = rota({ rotations: [rotation({ first_start_at: at('2026-10-30T05:30Z') })] });
    expect(listed(shiftsOf(twice, at('2026-10-31T12:00Z'), at('2026-11-02T00:00Z')))).toEqual([
      '2026-10-31T05:30 2026-11-01T05:30 bob',
      '2026-11-01T05:30 2026-11-02T06:30 ann',
    ]);
  });

  it('that begins in the second of two equal hours begins there', () => {
    const second = rota({ rotations: [rotation({ first_start_at: at('2026-11-01T06:30Z') })] });
    expect(listed(coverage(second, at('2026-11-01T05:00Z'), at('2026-11-02T07:00Z')))).toEqual([
      '2026-11-01T05:00 2026-11-01T06:30 null',
      '2026-11-01T06:30 2026-11-02T06:30 ann',
      '2026-11-02T06:30 2026-11-02T07:00 bob',
    ]);
  });

  it('of a fixed period does not follow the clocks', () => {
    const fixed = rota({ rotations: [rotation({ kind: { custom: { period_secs: 43_200 } } })] });
    const [one, other] = [at('2026-03-01T14:00Z'), at('2026-07-01T14:00Z')];
    expect(onCallOf(fixed, one)).toBe('ann');
    expect((other - one) % (86_400 * 1_000_000)).toBe(0);
    expect([onCallOf(fixed, other), onCallOf(fixed, other - 1)]).toEqual(['ann', 'bob']);
  });

  it('has no user before its first handoff', () => {
    expect(onCallOf(rota(), at('2026-03-01T14:00Z') - 1)).toBeNull();
    expect(onCallOf(rota(), at('2026-03-01T14:00Z'))).toBe('ann');
  });
});

describe('layers (ALERT-61)', () => {
  const layered = rota({
    timezone: 'UTC',
    rotations: [
      rotation({ id: 'day', members: ['day'], active_window: { weekday_mask: 127, hour_start: 9, hour_end: 17 } }),
      rotation({ id: 'night', members: ['night'], first_start_at: at('2026-03-02T12:00Z') }),
    ],
    overrides: [override('o', 'eve', '2026-03-03T10:00Z', '2026-03-03T18:00Z')],
  });

  it('are overrides, then rotations in their order, and what is left is a gap', () => {
    expect(listed(coverage(layered, at('2026-03-02T06:00Z'), at('2026-03-04T00:00Z')))).toEqual([
      '2026-03-02T06:00 2026-03-02T09:00 null',
      '2026-03-02T09:00 2026-03-02T14:00 day',
      '2026-03-02T14:00 2026-03-02T17:00 day',
      '2026-03-02T17:00 2026-03-03T09:00 night',
      '2026-03-03T09:00 2026-03-03T10:00 day',
      '2026-03-03T10:00 2026-03-03T18:00 eve',
      '2026-03-03T18:00 2026-03-04T00:00 night',
    ]);
    expect(listed(gapsOf(layered, at('2026-03-02T06:00Z'), at('2026-03-04T00:00Z')))).toEqual([
      '2026-03-02T06:00 2026-03-02T09:00 null',
    ]);
  });

  it('give a shift its own beginning and end, whatever was asked for', () => {
    const whole = shiftsOf(layered, at('2026-03-01T14:00Z'), at('2026-03-05T00:00Z'));
    for (const shift of whole) {
      for (const moment of [shift.from, (shift.from + shift.to) / 2, shift.to - 1]) {
        expect(shiftsOf(layered, moment, moment + 1)).toEqual([shift]);
      }
    }
  });

  it('are expanded around what is asked for alone, still active the longest override', () => {
    const hourly = Array.from({ length: 10 }, (_, number) =>
      rotation({ id: `${number}`, kind: { custom: { period_secs: 3_600 } }, first_start_at: at('2000-01-01T00:00Z') }),
    );
    const century = override('o', 'eve', '2000-01-01T00:00Z', '2100-01-01T00:00Z');
    const [from, to] = [at('2030-05-01T10:30Z'), at('2030-05-01T11:30Z')];
    for (const active_window of [null, { weekday_mask: 62, hour_start: 9, hour_end: 17 }]) {
      const rotations = hourly.map((one) => ({ ...one, active_window }));
      const costs = leastMs(() => shiftsOf(rota({ rotations, overrides: [century] }), from, to), 100);
      expect(costs).toBeLessThan(100);
    }
    expect(listed(shiftsOf(rota({ rotations: hourly, overrides: [century] }), from, to))).toEqual([
      '2000-01-01T00:00 2100-01-01T00:00 eve',
    ]);
    const short = override('o', 'eve', '2030-05-01T10:45Z', '2030-05-01T11:15Z');
    expect(listed(shiftsOf(rota({ rotations: hourly, overrides: [short] }), from, to))).toEqual([
      '2030-05-01T10:00 2030-05-01T10:45 ann',
      '2030-05-01T10:45 2030-05-01T11:15 eve',
      '2030-05-01T11:15 2030-05-01T12:00 bob',
    ]);
  });

  it('of a disabled schedule are one gap', () => {
    const paused = { ...layered, enabled: false };
    expect(listed(coverage(paused, at('2026-03-03T00:00Z'), at('2026-03-04T00:00Z')))).toEqual([
      '2026-03-03T00:00 2026-03-04T00:00 null',
    ]);
    expect(shiftsOf(paused, at('2026-03-03T00:00Z'), at('2026-03-04T00:00Z'))).toEqual([]);
  });
});

describe('who follows', () => {
  it('is the next one who is another user, after a gap too', () => {
    const days = rotation({ active_window: { weekday_mask: 62, hour_start: 9, hour_end: 17 } });
    const one = rota({ timezone: 'UTC', rotations: [days] });
    expect(onCallOf(one, at('2026-03-06T16:00Z'))).toBe('bob');
    expect(nextOnCallOf(one, at('2026-03-06T16:00Z'))).toBe('ann');
    expect(nextOnCallOf(rota({ rotations: [rotation({ members: ['ann'] })] }), at('2026-03-06T16:00Z'))).toBeNull();
    const yearly = rotation({ kind: { custom: { period_secs: 30_000_000 } } });
    expect(nextOnCallOf(rota({ rotations: [yearly] }), at('2026-03-06T16:00Z'))).toBe('bob');
  });

  it('is no handoff where the same person goes on', () => {
    const alone = rota({ rotations: [rotation({ members: ['ann'] })] });
    expect(handoffsBetween(alone, at('2026-03-02T00:00Z'), at('2026-03-20T00:00Z'))).toEqual([]);
  });

  it('is notified once where the time is asked for piece by piece', () => {
    const moments = [0, 7, 14, 24, 31, 48].map((hours) => at('2026-03-04T00:00Z') + hours * 3_600_000_000);
    const parts = moments.slice(1).flatMap((to, index) => handoffsBetween(rota(), moments[index]!, to));
    expect(parts).toEqual(handoffsBetween(rota(), moments[0]!, moments[5]!));
    expect(parts).toHaveLength(2);
  });
});
