/** A schedule as an iCalendar file (ALERT-66, RFC 5545): pure. */
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Schedule } from './schedule-rules.js';
import { shiftsOf } from './shifts.js';

const DAY_MICROS = 86_400_000_000;
const BACK_MICROS = 14 * DAY_MICROS;
const AHEAD_MICROS = 92 * DAY_MICROS;
/** An event takes some 300 bytes: the file stays below what one message may hold. */
const MAX_EVENTS = 5_000;
const READ_AGAIN_SECONDS = 3_600;
const UNFIT = /[\p{Cc}\p{Cs}]+/gu;

export interface CalendarSource {
  id: string;
  definition: Schedule;
  revision: number;
  updated_at: Date;
}

/**
 * An event for each shift from 14 days ago to 92 days ahead, in UTC. A shift keeps its UID for as long as it begins when it
 * does; SEQUENCE is the number of the schedule's changes. `names`: of people, by their ids.
 */
export function calendarOf(source: CalendarSource, names: ReadonlyMap<string, string>, nowMicros: number): string {
  const { id, definition, revision, updated_at: changedAt } = source;
  const calendar = ical({
    prodId: { company: 'Spanwise', product: 'On-call', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    name: fit(definition.name),
    ttl: READ_AGAIN_SECONDS,
  });
  const shifts = shiftsOf(definition, nowMicros - BACK_MICROS, nowMicros + AHEAD_MICROS).slice(0, MAX_EVENTS);
  for (const { from, to, user_id: user, rotation_id, override_id } of shifts) {
    const about =
      override_id === undefined
        ? definition.rotations.find((one) => one.id === rotation_id)?.name
        : definition.overrides.find((one) => one.id === override_id)?.reason;
    calendar.createEvent({
      id: `${from}.${override_id ?? rotation_id}.${id}@oncall.spanwise`,
      sequence: revision,
      stamp: changedAt,
      start: new Date(from / 1_000),
      end: new Date(to / 1_000),
      summary: `${fit(names.get(user) ?? 'A former member')} is on call: ${fit(definition.name)}`,
      description: fit(about ?? '') || null,
    });
  }
  return calendar.toString();
}

const fit = (text: string): string => text.replaceAll(UNFIT, ' ');
