/** The event of a schedule with a gap (ALERT-65): pure. */
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import type { ScheduleRow } from '../../oncall/schedules/schedules.store.js';
import { membersOf } from '../../oncall/schedules/shifts.js';
import type { News } from './coverage-news.js';

/** Attributes of an event have a bound: a reader wants the first gaps. */
const MAX_GAPS = 20;

export function coverageEvent(
  { id, organization_id, definition }: ScheduleRow,
  news: News,
  nowMicros: number,
): PublishEvent {
  const { name, team_id: teamId, timezone } = definition;
  const team = teamId !== null && { team_id: teamId };
  const [gap] = news.gaps;
  const said = [
    ...(gap === undefined ? [] : [`no user is on call from ${clock(gap[0], timezone)} to ${clock(gap[1], timezone)}`]),
    ...(news.gaps.length > 1 ? [`there are ${news.gaps.length - 1} more gaps`] : []),
    ...(news.unreachable.length > 0
      ? [`${news.unreachable.length} of its members could not be notified of anything`]
      : []),
  ];
  return {
    organization_id,
    event_id: `oncall.coverage.missing:${id}:${nowMicros}`,
    event_type: 'oncall.coverage.missing',
    occurred_at_micros: nowMicros,
    attributes: {
      title: `The schedule ${name} is not covered`,
      summary: `${name}: ${said.join('; ')}.`,
      schedule: { id, name, timezone, ...team },
      schedule_id: id,
      ...team,
      user_ids: membersOf(definition),
      gaps: news.gaps.slice(0, MAX_GAPS).map(([from, to]) => ({ start_at: from, end_at: to })),
      gap_count: news.gaps.length,
      unreachable_user_ids: news.unreachable.slice(0, 100),
    },
  };
}

/** `2026-11-23 09:00` on the clocks of the schedule. */
const clock = (micros: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(micros / 1_000);
