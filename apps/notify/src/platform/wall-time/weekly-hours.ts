/** Hours of the week on the clocks of a zone (ALERT-53, ALERT-62): pure. */
import { DAY_MS, HOUR_MS, ZoneOffsets } from './zone-offsets.js';

/** Days by their bits, Sunday's the lowest. Hours from `hour_start` to before `hour_end`, each on the day that it lies in. */
export interface WeeklyHours {
  weekday_mask: number;
  hour_start: number;
  hour_end: number;
}

export interface Span {
  fromMs: number;
  toMs: number;
}

/** 1970 began on a Thursday. */
const WEEKDAY_OF_1970 = 4;

/** Whether there is no hour at all in it. */
export const isNever = ({ weekday_mask: mask, hour_start: start, hour_end: end }: WeeklyHours): boolean =>
  (mask & 127) === 0 || start === end || (start === 24 && end === 0);

export function containsWall({ weekday_mask: mask, hour_start: start, hour_end: end }: WeeklyHours, wallMs: number) {
  const day = Math.floor(wallMs / DAY_MS);
  if ((mask & (1 << weekdayOf(day))) === 0) return false;
  const hour = Math.floor((wallMs - day * DAY_MS) / HOUR_MS);
  return start <= end ? start <= hour && hour < end : hour >= start || hour < end;
}

/**
 * The spans of the hours that touch the time from `fromMs` to before `toMs`, in their order, joined where they meet, with
 * their own beginnings and ends. An hour that clocks show twice counts twice, one that they skip does not come.
 */
export function spansOf(hours: WeeklyHours, zone: string, fromMs: number, toMs: number): Span[] {
  const offsets = ZoneOffsets.of(zone);
  const found: Span[] = [];
  // Hours that never end within a week never end.
  if ((hours.weekday_mask & 127) === 127 && isWholeDay(hours)) return [{ fromMs: -Infinity, toMs: Infinity }];
  let at = fromMs - WEEK_MS;
  const endMs = toMs + WEEK_MS;
  while (at < endMs) {
    const offsetMs = offsets.offsetAt(at);
    const nextMs = Math.min(offsets.nextChange(at, endMs - at) ?? endMs, endMs);
    addSteady(found, hours, at, nextMs, offsetMs);
    at = nextMs;
  }
  return found.filter((span) => span.toMs > fromMs && span.fromMs < toMs);
}

const WEEK_MS = 8 * DAY_MS;
const isWholeDay = ({ hour_start: start, hour_end: end }: WeeklyHours): boolean => start === 0 && end === 24;
const weekdayOf = (day: number): number => (((day + WEEKDAY_OF_1970) % 7) + 7) % 7;

/** Of a time in which the clocks run evenly. */
function addSteady(found: Span[], hours: WeeklyHours, fromMs: number, toMs: number, offsetMs: number): void {
  const { weekday_mask: mask, hour_start: start, hour_end: end } = hours;
  const lastDay = Math.floor((toMs + offsetMs - 1) / DAY_MS);
  for (let day = Math.floor((fromMs + offsetMs) / DAY_MS); day <= lastDay; day++) {
    if ((mask & (1 << weekdayOf(day))) === 0) continue;
    const midnight = day * DAY_MS - offsetMs;
    if (start <= end) add(found, midnight + start * HOUR_MS, midnight + end * HOUR_MS, fromMs, toMs);
    else {
      add(found, midnight, midnight + end * HOUR_MS, fromMs, toMs);
      add(found, midnight + start * HOUR_MS, midnight + DAY_MS, fromMs, toMs);
    }
  }
}

function add(found: Span[], startMs: number, endMs: number, fromMs: number, toMs: number): void {
  const span = { fromMs: Math.max(startMs, fromMs), toMs: Math.min(endMs, toMs) };
  if (span.fromMs >= span.toMs) return;
  const last = found[found.length - 1];
  if (last !== undefined && last.toMs === span.fromMs) last.toMs = span.toMs;
  else found.push(span);
}
