// @module-tag long
/** Random schedules in zones with every kind of clock change, against the rule's words and `Intl` (ALERT-60 to ALERT-62). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverage, type Rota } from './shifts.js';

type Rotation = Rota['rotations'][number];

const ZONES = [
  'Africa/Casablanca',
  'America/New_York',
  'America/Scoresbysund',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Chatham',
  'UTC',
];
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const [FROM_MS, TO_MS] = [Date.UTC(2021, 0), Date.UTC(2023, 0)];
/** Rotations begin up to a year before the time that is looked at. */
const LOOK_BACK_MS = 400 * DAY_MS;
const SAMPLE_MS = 315 * MINUTE_MS;

/** The clocks of a zone by `Intl` alone: moments from which on an offset is in use. */
class IntlClock {
  private readonly since: number[] = [];
  private readonly offsets: number[] = [];

  constructor(zone: string) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    const offsetAt = (ms: number) => Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) - ms;
    for (let day = FROM_MS - LOOK_BACK_MS; day < TO_MS + 40 * DAY_MS; day += DAY_MS) {
      const after = offsetAt(day + DAY_MS);
      if (this.since.length > 0 && offsetAt(day) === after) continue;
      let [low, high] = [day, day + DAY_MS];
      while (high - low > 1_000) {
        const middle = Math.floor((low + high) / 2_000) * 1_000;
        if (offsetAt(middle) === after) high = middle;
        else low = middle;
      }
      this.since.push(this.since.length === 0 ? -Infinity : high);
      this.offsets.push(after);
    }
  }

  offsetAt(ms: number): number {
    return this.offsets[this.since.findLastIndex((since) => since <= ms)]!;
  }

  /** The earliest moment at which the clocks show this; where they skip it, as if they had not been changed. */
  momentOf(wallMs: number): number {
    const moments = this.offsets
      .map((offset) => wallMs - offset)
      .filter((ms) => ms + this.offsetAt(ms) === wallMs)
      .toSorted((a, b) => a - b);
    return moments[0] ?? wallMs - this.offsetAt(wallMs - this.offsetAt(wallMs) - DAY_MS / 2);
  }
}

const clocks = new Map(ZONES.map((zone) => [zone, new IntlClock(zone)]));

/** Who is on call at a moment by the rule's words; null when no one is. */
function onCallBy({ timezone, rotations, overrides }: Rota, ms: number): string | null {
  const clock = clocks.get(timezone)!;
  const cover = overrides.find(({ start_at: start, end_at: end }) => start <= ms * 1_000 && ms * 1_000 < end);
  if (cover !== undefined) return cover.user_id;
  const wall = new Date(ms + clock.offsetAt(ms));
  const rotation = rotations.find((one) => ms >= one.first_start_at / 1_000 && isActive(one, wall));
  return rotation === undefined
    ? null
    : rotation.members[handoffsUntil(rotation, clock, ms) % rotation.members.length]!;
}

function isActive({ active_window: window }: Rotation, wall: Date): boolean {
  if (window === null) return true;
  if (Math.floor(window.weekday_mask / 2 ** wall.getUTCDay()) % 2 === 0) return false;
  const [hour, { hour_start: start, hour_end: end }] = [wall.getUTCHours(), window];
  return start <= end ? hour >= start && hour < end : hour >= start || hour < end;
}

/** How often the rotation has handed over by the moment, the first time not counted. */
function handoffsUntil({ kind, first_start_at: first }: Rotation, clock: IntlClock, ms: number): number {
  const firstMs = first / 1_000;
  if (typeof kind === 'object') return Math.floor((ms - firstMs) / (kind.custom.period_secs * 1_000));
  const periodMs = (kind === 'daily' ? 1 : 7) * DAY_MS;
  const firstWallMs = firstMs + clock.offsetAt(firstMs);
  // A handoff that clocks skip comes on the next day, where the gap ends at midnight.
  let count = Math.max(0, Math.floor((ms - firstMs) / periodMs) - 2);
  while (clock.momentOf(firstWallMs + (count + 1) * periodMs) <= ms) count++;
  return count;
}

const minutes = (from: number, to: number) => fc.integer({ min: from, max: to });
const windows = fc
  .record({ weekday_mask: minutes(1, 127), hour_start: minutes(0, 24), hour_end: minutes(0, 24) })
  // One without an hour is refused by the API.
  .filter(({ hour_start: start, hour_end: end }) => start !== end && !(start === 24 && end === 0));
const rotations = fc.record({
  id: fc.constant('r'),
  name: fc.constant(''),
  members: fc.array(fc.integer({ min: 0, max: 99 }).map(String), { minLength: 1, maxLength: 6 }),
  kind: fc.oneof(
    fc.constant('daily' as const),
    fc.constant('weekly' as const),
    minutes(1, 400).map((hours) => ({ custom: { period_secs: hours * 3_600 } })),
  ),
  active_window: fc.option(windows),
  // Up to a year before the time, and within it.
  first_start_at: minutes(-525_600, 100_000).map((minute) => (FROM_MS + minute * MINUTE_MS) * 1_000),
});
/** One after the other. */
const overrides = fc.array(fc.tuple(minutes(1, 200_000), minutes(1, 20_000)), { maxLength: 5 }).map((parts) => {
  let at = FROM_MS / MINUTE_MS;
  return parts.map(([pause, length], number) => {
    const [start, end] = [at + pause, at + pause + length];
    at = end;
    const micros = (minute: number) => minute * MINUTE_MS * 1_000;
    return { id: String(number), user_id: `cover ${number}`, start_at: micros(start), end_at: micros(end), reason: '' };
  });
});
const rotas = fc.record({
  timezone: fc.constantFrom(...ZONES),
  enabled: fc.constant(true),
  rotations: fc.array(rotations, { minLength: 1, maxLength: 3 }),
  overrides,
});

describe('a schedule', () => {
  it('is covered without overlaps or holes, by those whom the rule names at every moment', () => {
    const check = (rota: Rota) => {
      const pieces = coverage(rota, FROM_MS * 1_000, TO_MS * 1_000);
      expect(pieces.map(({ from }) => from)).toEqual([FROM_MS * 1_000, ...pieces.slice(0, -1).map(({ to }) => to)]);
      expect(pieces.at(-1)!.to).toBe(TO_MS * 1_000);
      const bounds = [...pieces.map(({ from }) => from), ...rota.overrides.flatMap((one) => [one.start_at, one.end_at])]
        .flatMap((micros) => [micros / 1_000 - MINUTE_MS, micros / 1_000])
        .filter((ms) => ms >= FROM_MS && ms < TO_MS);
      const samples = Array.from({ length: 2_000 }, (_, at) => FROM_MS + at * SAMPLE_MS);
      let at = 0;
      for (const ms of [...bounds, ...samples].toSorted((a, b) => a - b)) {
        while (pieces[at]!.to <= ms * 1_000) at++;
        const expected = onCallBy(rota, ms);
        if (pieces[at]!.user_id !== expected)
          expect.fail(`${pieces[at]!.user_id} instead of ${expected} at ${new Date(ms).toISOString()}`);
      }
    };
    fc.assert(fc.property(rotas, check), { numRuns: 60 });
  });

  it('hands over after the gap when clocks skip its time, and at the first of two equal times, by the oracle', () => {
    const gap = Date.UTC(2022, 2, 27, 1);
    const first = Date.UTC(2022, 2, 20, 1, 1) * 1_000;
    const daily = { id: 'r', name: '', kind: 'daily' as const, active_window: null, first_start_at: first };
    const rota: Rota = {
      timezone: 'America/Scoresbysund',
      enabled: true,
      rotations: [{ ...daily, members: ['a', 'b'] }],
      overrides: [],
    };
    const oracle = [gap - 1, gap, gap + MINUTE_MS].map((ms) => onCallBy(rota, ms));
    expect(oracle).toEqual(['a', 'a', 'b']);
    const newYork = clocks.get('America/New_York')!;
    expect(newYork.momentOf(Date.UTC(2022, 10, 6, 1, 30))).toBe(Date.UTC(2022, 10, 6, 5, 30));
    expect(newYork.momentOf(Date.UTC(2022, 2, 13, 2, 30))).toBe(Date.UTC(2022, 2, 13, 7, 30));
  });
});
