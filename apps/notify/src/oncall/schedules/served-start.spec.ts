import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ZoneOffsets } from '../../platform/wall-time/zone-offsets.js';
import { Handoffs, periodMicros, type Rotation } from './handoffs.js';
import { firstStart, servedStart, type SentRotation } from './served-start.js';
import { onCallOf } from './shifts.js';

const DAY = 86_400_000_000;
const at = (text: string) => Date.parse(text) * 1_000;
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Tokyo', 'Africa/Casablanca', 'UTC'];
const rotation = (change: Partial<Rotation>): Rotation => ({
  id: 'r',
  name: '',
  members: ['a', 'b', 'c'],
  kind: 'daily',
  active_window: null,
  first_start_at: at('2026-01-01T09:00Z'),
  ...change,
});

/** How clients find who is on call: periods of fixed length from `start_at` on. */
const byClient = ({ members, kind }: Rotation, start: number, moment: number): string | null =>
  moment < start ? null : members[Math.floor((moment - start) / periodMicros(kind)) % members.length]!;

const anyRotation = fc
  .record({
    kind: fc.oneof(
      fc.constantFrom('daily' as const, 'weekly' as const),
      fc.integer({ min: 3_600, max: 3_000_000 }).map((period_secs) => ({ custom: { period_secs } })),
    ),
    count: fc.integer({ min: 1, max: 9 }),
    first_start_at: fc
      .integer({ min: at('2024-01-01T00:00Z') / 6e7, max: at('2026-06-01T00:00Z') / 6e7 })
      .map((n) => n * 6e7),
  })
  .map(({ count, ...rest }) => rotation({ ...rest, members: Array.from({ length: count }, (_, n) => `m${n}`) }));

describe('the start that clients see (ALERT-63)', () => {
  it('makes their reckoning right now and until the clocks change', () => {
    let exceptions = 0;
    fc.assert(
      fc.property(
        anyRotation,
        fc.constantFrom(...ZONES),
        fc.integer({ min: at('2026-06-01T00:00Z') / 1e6, max: at('2028-01-01T00:00Z') / 1e6 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (one, zone, seconds, shares) => {
          const now = seconds * 1e6;
          const rota = { timezone: zone, enabled: true, rotations: [one], overrides: [] };
          const start = servedStart(one, zone, now);
          expect([now, byClient(one, start, now)]).toEqual([now, onCallOf(rota, now)]);
          const until = (ZoneOffsets.of(zone).nextChange(now / 1e3, 400 * 86_400_000) ?? now / 1e3 + 4e10) * 1e3;
          // Within a period that is longer than others, in what it is longer by, no start can be right for both.
          const handoffs = new Handoffs(one, zone);
          const next = handoffs.at(handoffs.lastNumber(now) + 1);
          if (next - now > handoffs.periodMicros && next < until) return void exceptions++;
          for (const share of shares) {
            const moment = Math.floor(now + share * (until - now - 1));
            expect([moment, byClient(one, start, moment)]).toEqual([moment, onCallOf(rota, moment)]);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(exceptions).toBeLessThan(10);
  });

  it('is the first handoff until that has come', () => {
    const one = rotation({ first_start_at: at('2026-05-01T09:00Z') });
    expect(servedStart(one, 'Europe/Berlin', at('2026-04-01T00:00Z'))).toBe(one.first_start_at);
  });

  it('is the latest handoff to the first member where no clock was changed since', () => {
    expect(servedStart(rotation({}), 'UTC', at('2026-01-08T12:00Z'))).toBe(at('2026-01-07T09:00Z'));
    const handoff = at('2026-01-10T09:00Z');
    expect(servedStart(rotation({}), 'UTC', handoff - 1)).toBe(at('2026-01-07T09:00Z'));
    expect(servedStart(rotation({}), 'UTC', handoff)).toBe(handoff);
  });
});

describe('a schedule that is sent back', () => {
  const zone = 'America/New_York';
  const zones = { before: zone, now: zone };
  const served = (one: Rotation, now: number): SentRotation => {
    const start = servedStart(one, zone, now);
    return { ...one, start_at: start, served_start_at: start };
  };

  it('as it was answered goes on as it was, at any moment', () => {
    fc.assert(
      fc.property(
        anyRotation,
        fc.integer({ min: at('2026-06-01T00:00Z') / 1e6, max: at('2028-01-01T00:00Z') / 1e6 }),
        (one, s) => {
          const first = firstStart(served(one, s * 1e6), one, zones);
          // A first handoff that the clocks had moved keeps the time of day all the same.
          expect(first).toBe(one.first_start_at);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('with another beginning begins there, even if it is an hour later than the one that was answered', () => {
    const one = rotation({ first_start_at: at('2026-06-01T13:00Z') });
    const sent = served(one, at('2026-11-02T20:00Z'));
    expect(firstStart({ ...sent, start_at: sent.start_at + 3_600_000_000 }, one, zones)).toBe(
      sent.start_at + 3_600_000_000,
    );
    expect(firstStart({ ...sent, start_at: at('2027-01-01T14:00Z') }, one, zones)).toBe(at('2027-01-01T14:00Z'));
  });

  it('with another member keeps its time of day, and the turns that its sender saw', () => {
    const one = rotation({ first_start_at: at('2026-06-01T13:00Z') });
    const now = at('2026-11-03T20:00Z');
    const sent = { ...served(one, now), members: ['a', 'b', 'c', 'd'] };
    const changed = { ...sent, first_start_at: firstStart(sent, one, zones) };
    expect(new Handoffs(changed, zone).at(200) % DAY).toBe(
      13 * 3_600_000_000 + (new Handoffs(changed, zone).at(200) > at('2027-03-14T00:00Z') ? 0 : 3_600_000_000),
    );
    for (let days = 0; days < 60; days++) {
      const moment = now + days * DAY;
      expect(onCallOf({ timezone: zone, enabled: true, rotations: [changed], overrides: [] }, moment)).toBe(
        byClient(changed, sent.start_at, moment),
      );
    }
  });

  it.each([
    ['of another kind', { kind: 'weekly' as const }, zones],
    ['in another zone', {}, { before: zone, now: 'UTC' }],
    ['with another first handoff', { first_start_at: 5 }, zones],
  ])('%s begins where it says', (_, change, between) => {
    const one = rotation({});
    const sent = { ...served(one, at('2026-11-03T20:00Z')), ...change };
    expect(firstStart(sent, one, between)).toBe(sent.start_at);
  });
});
