/** The notifications of a handoff (ALERT-142): pure. Times are microseconds. */
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import { microsOf } from '@spanwise/contracts/base/micros';
import { incidentPage, linkTo } from '@spanwise/contracts/base/page-links';
import type { IncidentRow } from '../incidents/incident-rows.js';
import { shortened, shownTogether } from '../incidents/shown-together.js';
import type { ScheduleRow } from '../../oncall/schedules/schedules.store.js';
import { handoffsBetween, nextOnCallOf, type Handoff } from '../../oncall/schedules/shifts.js';

const MINUTE_MICROS = 60_000_000;
/** The next user is notified so long before. */
export const AHEAD_MICROS = 30 * MINUTE_MICROS;
/** A handoff that was not found within this is not notified any more. */
export const LOOK_BACK_MICROS = 5 * MINUTE_MICROS;

export type ShiftEvent = 'oncall.shift.starting' | 'oncall.shift.started' | 'oncall.shift.ended';

/** One person to be notified of one handoff. */
export interface ShiftNews {
  type: ShiftEvent;
  userId: string;
  handoff: Handoff;
}

/** What is to be notified of now, notified already or not, in the order in which it happens. */
export function shiftNews(schedule: ScheduleRow['definition'], nowMicros: number): ShiftNews[] {
  return handoffsBetween(schedule, nowMicros - LOOK_BACK_MICROS, nowMicros + AHEAD_MICROS).flatMap((handoff) => {
    const { at, from_user_id: from, to_user_id: to } = handoff;
    const of = (type: ShiftEvent, userId: string | null): ShiftNews[] =>
      userId === null ? [] : [{ type, userId, handoff }];
    if (at > nowMicros) return of('oncall.shift.starting', to);
    return [...of('oncall.shift.ended', from), ...of('oncall.shift.started', to)];
  });
}

/** The same in every process: a handoff is notified once, however many look and how often they start. */
export const shiftEventId = (scheduleId: string, { type, handoff }: ShiftNews): string =>
  `${type}:${scheduleId}:${handoff.at}`;

/** `active`: incidents that the user on call is paged of, the newest first. */
export function shiftEvent(
  row: ScheduleRow,
  news: ShiftNews,
  active: readonly IncidentRow[],
  { baseUrl, nowMicros }: { baseUrl: string; nowMicros: number },
): PublishEvent {
  const { id, organization_id, definition } = row;
  const { name, team_id: teamId, timezone } = definition;
  const { type, userId, handoff } = news;
  const team = teamId !== null && { team_id: teamId };
  const isOver = handoff.at <= nowMicros;
  const title = titleOf(type, name, clock(handoff.at, timezone));
  const { incidents, summaries } = shownTogether(active, (incident) => shown(incident, baseUrl));
  const open = active.length === 0 ? '' : ` ${count(active.length)}: ${summaries}`;
  return {
    organization_id,
    event_id: shiftEventId(id, news),
    event_type: type,
    occurred_at_micros: isOver ? handoff.at : nowMicros,
    attributes: {
      title,
      summary: `${title}.${open}`,
      schedule: { id, name, timezone, ...team },
      schedule_id: id,
      ...team,
      user_ids: [userId],
      oncall: {
        current_user_id: isOver ? handoff.to_user_id : handoff.from_user_id,
        next_user_id: isOver ? nextOnCallOf(definition, handoff.at) : handoff.to_user_id,
        transition_at: new Date(handoff.at / 1_000).toISOString(),
      },
      transition_at_micros: handoff.at,
      incident_count: active.length,
      incidents,
    },
  };
}

const shown = (incident: IncidentRow, baseUrl: string) => ({
  incident_id: incident.id,
  status: incident.status,
  severity: incident.severity,
  summary: shortened(incident.details.summary),
  started_at_micros: microsOf(incident.started_at),
  url: linkTo(baseUrl, incidentPage(incident.id)),
});

const count = (incidents: number): string =>
  incidents === 1 ? 'One incident is still active' : `${incidents} incidents are still active`;

function titleOf(type: ShiftEvent, name: string, at: string): string {
  if (type === 'oncall.shift.starting') return `Your shift of ${name} begins at ${at}`;
  return type === 'oncall.shift.started'
    ? `Your shift of ${name} has begun at ${at}`
    : `Your shift of ${name} has ended at ${at}`;
}

/** `2026-11-23 09:00` on the clocks of the schedule. */
const clock = (micros: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(micros / 1_000);
