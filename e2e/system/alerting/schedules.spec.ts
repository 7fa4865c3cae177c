// @module-tag long
import { describe, expect, it } from 'vitest';
import { coverage, type Rota } from '@spanwise/notify/schedules/shifts';
import { IntlClock } from './intl-clock.js';
import { onCallBy } from './on-call-oracle.js';
import { proveSchedules, type Answer } from './schedules.js';

const ZONES = [
  'Africa/Casablanca',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Chatham',
  'UTC',
];
const PLAN = { zones: ZONES, fromMs: Date.UTC(2020, 0), toMs: Date.UTC(2023, 0), seed: 7 };

describe('random schedules against an oracle of Intl (ALERT-60, ALERT-61, ALERT-62)', () => {
  it('are covered alike: never two, and the same gaps', () => {
    const figures = proveSchedules({ ...PLAN, schedules: 12 });
    expect(figures.faults).toEqual([]);
    expect(figures).toMatchObject({ zones: 9, differentClocks: 9, pairs: 108 });
    expect(figures.gaps).toBeGreaterThan(1_000);
  });

  const utc = (rota: Rota): Rota => ({ ...rota, timezone: 'UTC' });
  const inTurn = (rota: Rota, at: number): Rota => ({ ...rota, rotations: [rota.rotations[at]] });
  it.each<[string, Answer]>([
    ['that rotates in UTC', (rota, from, to) => coverage(utc(rota), from, to)],
    ['without overrides', (rota, from, to) => coverage({ ...rota, overrides: [] }, from, to)],
    [
      'of the last rotation first',
      (rota, from, to) => coverage({ ...rota, rotations: rota.rotations.toReversed() }, from, to),
    ],
    ['of one rotation alone', (rota, from, to) => coverage(inTurn(rota, 0), from, to)],
    [
      'without active windows',
      (rota, from, to) =>
        coverage({ ...rota, rotations: rota.rotations.map((one) => ({ ...one, active_window: null })) }, from, to),
    ],
    [
      'with a period of 24 hours for a day',
      (rota, from, to) => {
        const rotations = rota.rotations.map((one) => ({
          ...one,
          kind: one.kind === 'daily' ? { custom: { period_secs: 86_400 } } : one.kind,
        }));
        return coverage({ ...rota, rotations }, from, to);
      },
    ],
    ['whose last piece is lost', (rota, from, to) => coverage(rota, from, to).slice(0, -1)],
    [
      'with two at once',
      (rota, from, to) => {
        const pieces = coverage(rota, from, to);
        return [pieces[0], ...pieces];
      },
    ],
  ])('find a function %s', (_, broken) => {
    expect(proveSchedules({ ...PLAN, schedules: 8 }, broken).faults).not.toEqual([]);
  });
});

it('the oracle waits for a handoff before midnight that clocks skip until after it', () => {
  const clock = new IntlClock('America/Scoresbysund', Date.UTC(2025, 0), Date.UTC(2026, 0));
  const first = Date.UTC(2025, 2, 20, 1, 1) * 1_000;
  const daily = {
    id: 'r',
    name: '',
    members: ['a', 'b'],
    kind: 'daily',
    active_window: null,
    first_start_at: first,
  } as const;
  const rota: Rota = {
    timezone: clock.zone,
    enabled: true,
    rotations: [{ ...daily, members: ['a', 'b'] }],
    overrides: [],
  };
  const gapEnds = Date.UTC(2025, 2, 30, 1);
  expect([gapEnds - 1, gapEnds, gapEnds + 60_000].map((ms) => onCallBy(rota, clock, ms))).toEqual(['b', 'b', 'a']);
});

it('the oracle has two moments for a time that is shown twice, and none for one that is skipped', () => {
  const clock = new IntlClock('America/New_York', Date.UTC(2026, 0), Date.UTC(2027, 0));
  expect(clock.momentsOf(Date.UTC(2026, 10, 1, 1, 30))).toHaveLength(2);
  expect(clock.momentsOf(Date.UTC(2026, 2, 8, 2, 30))).toEqual([]);
  expect(clock.momentOf(Date.UTC(2026, 2, 8, 2, 30))).toBe(Date.UTC(2026, 2, 8, 7, 30));
});
