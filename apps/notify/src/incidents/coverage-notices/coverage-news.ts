/** What of a schedule's gaps and members was not notified yet (ALERT-65): pure. Times are microseconds. */
import type { Schedule } from '../../oncall/schedules/schedule-rules.js';
import { gapsOf } from '../../oncall/schedules/shifts.js';
import type { Notified } from '../../oncall/schedules/schedules.store.js';

const DAY_MICROS = 86_400_000_000;
const AHEAD_MICROS = 14 * DAY_MICROS;
/** Of a schedule that does not change, what comes into sight is notified together. */
const TOGETHER_MICROS = 7 * DAY_MICROS;
/** An hourly rotation can leave more; an event has to stay small. */
const MAX_GAPS = 400;

export type Gap = [from: number, to: number];

export interface News {
  gaps: Gap[];
  unreachable: string[];
}

export interface Seen {
  revision: number;
  unreachable: readonly string[];
}

/** `notified` is what is stored; `news` is absent where there is nothing to notify of. */
export function coverageNews(
  schedule: Schedule,
  { revision, unreachable }: Seen,
  before: Notified | null,
  nowMicros: number,
): { notified: Notified; news?: News } {
  const isDue = before?.revision !== revision || before.until - nowMicros <= TOGETHER_MICROS;
  const foreseen = isDue ? gapsAhead(schedule, nowMicros) : before.gaps;
  const notified: Notified = {
    revision,
    until: isDue ? nowMicros + AHEAD_MICROS : before.until,
    gaps: foreseen,
    unreachable: [...unreachable],
  };
  const news = {
    gaps: foreseen.filter((gap) => !wasNotified(gap, before)),
    unreachable: unreachable.filter((user) => !(before?.unreachable ?? []).includes(user)),
  };
  return { notified, ...((news.gaps.length > 0 || news.unreachable.length > 0) && { news }) };
}

const gapsAhead = (schedule: Schedule, nowMicros: number): Gap[] =>
  gapsOf(schedule, nowMicros, nowMicros + AHEAD_MICROS)
    .slice(0, MAX_GAPS)
    .map(({ from, to }) => [from, to]);

/** What reached as far as was looked may have no end there. */
const wasNotified = ([from, to]: Gap, before: Notified | null): boolean =>
  before !== null &&
  before.gaps.some((gap) => gap[0] <= from && from < gap[1] && (to <= gap[1] || gap[1] >= before.until));
