import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { isTimeZone, ZoneOffsets } from './zone-offsets.js';

const wall = (text: string) => Date.parse(`${text}Z`);
const momentOf = (zone: string, text: string) => new Date(ZoneOffsets.of(zone).momentOf(wall(text))).toISOString();

describe('the moment of a wall time (ALERT-60)', () => {
  it.each([
    ['America/New_York', '2026-11-23T09:00', '2026-11-23T14:00:00.000Z'],
    // Skipped: 02:30 does not come, and what is later by the gap does.
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    // Shown twice: the earlier one.
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
    // Half an hour, and a day that an island left out.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    ['Pacific/Apia', '2011-12-30T09:00', '2011-12-30T19:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-23T09:00', '2026-11-23T03:30:00.000Z'],
  ])('in %s of %s is %s', (zone, text, moment) => expect(momentOf(zone, text)).toBe(moment));

  it('is what Temporal calls compatible, around changes of the clocks in many zones', () => {
    let compared = 0;
    for (const zone of Intl.supportedValuesOf('timeZone').filter((_, at) => at % 6 === 0)) {
      const offsets = ZoneOffsets.of(zone);
      let change = wall('2025-06-01T00:00');
      for (let count = 0; count < 3; count++) {
        for (const hours of [-26, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 26]) {
          const local = change + offsets.offsetAt(change) + hours * 3_600_000;
          const said = Temporal.Instant.fromEpochMilliseconds(local)
            .toZonedDateTimeISO('UTC')
            .toPlainDateTime()
            .toZonedDateTime(zone, { disambiguation: 'compatible' });
          expect([zone, local, offsets.momentOf(local)]).toEqual([zone, local, said.epochMilliseconds]);
          compared++;
        }
        const next = offsets.nextChange(change, 400 * 86_400_000);
        if (next === undefined) break;
        change = next;
      }
    }
    expect(compared).toBeGreaterThan(900);
  });
});

it.each(['+01:00', '', 'Mars/Olympus', 'europe', '-05', 'Etc/GMT+99'])('%j is no time zone', (name) =>
  expect(isTimeZone(name)).toBe(false),
);
it.each(['UTC', 'Europe/Berlin', 'Etc/GMT+9', 'US/Eastern'])('%j is a time zone', (name) =>
  expect(isTimeZone(name)).toBe(true),
);
