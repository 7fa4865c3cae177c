/** Who is on call by the rule's words, moment by moment (ALERT-60 to ALERT-62). Milliseconds throughout. */
import type { Rota } from '@spanwise/notify/schedules/shifts';
import type { IntlClock } from './intl-clock.js';

const DAY_MS = 86_400_000;
type Rotation = Rota['rotations'][number];

/** Null for nobody. */
export function onCallBy({ enabled, rotations, overrides }: Rota, clock: IntlClock, ms: number): string | null {
  if (!enabled) return null;
  const cover = overrides.find(({ start_at: start, end_at: end }) => start <= ms * 1_000 && ms * 1_000 < end);
  if (cover !== undefined) return cover.user_id;
  const wall = new Date(ms + clock.offsetAt(ms));
  for (const rotation of rotations) {
    if (ms < rotation.first_start_at / 1_000 || !isActive(rotation, wall)) continue;
    return rotation.members[handoffsUntil(rotation, clock, ms) % rotation.members.length];
  }
  return null;
}

function isActive({ active_window: window }: Rotation, wall: Date): boolean {
  if (window === null) return true;
  if (Math.floor(window.weekday_mask / 2 ** wall.getUTCDay()) % 2 === 0) return false;
  const [hour, { hour_start: start, hour_end: end }] = [wall.getUTCHours(), window];
  return start <= end ? hour >= start && hour < end : hour >= start || hour < end;
}

/** How often the rotation has handed over by the moment, the first time not counted. */
function handoffsUntil(rotation: Rotation, clock: IntlClock, ms: number): number {
  const { kind } = rotation;
  const firstMs = rotation.first_start_at / 1_000;
  if (typeof kind === 'object') return Math.floor((ms - firstMs) / (kind.custom.period_secs * 1_000));
  const days = kind === 'daily' ? 1 : 7;
  const passed =
    Math.floor((ms + clock.offsetAt(ms)) / DAY_MS) - Math.floor((firstMs + clock.offsetAt(firstMs)) / DAY_MS);
  // A handoff that clocks skip comes on the next day, where the gap ends at midnight.
  let count = Math.max(0, Math.floor(passed / days) - 2);
  while (handoff(rotation, clock, count + 1) <= ms) count++;
  return count;
}

export function handoff({ kind, first_start_at: first }: Rotation, clock: IntlClock, number: number): number {
  const firstMs = first / 1_000;
  if (number === 0) return firstMs;
  if (typeof kind === 'object') return firstMs + number * kind.custom.period_secs * 1_000;
  const days = number * (kind === 'daily' ? 1 : 7);
  return clock.momentOf(firstMs + clock.offsetAt(firstMs) + days * DAY_MS);
}

/** Moments of the time at which somebody else may be on call than just before: all of them, in no order. */
export function possibleChanges(
  { rotations, overrides }: Rota,
  clock: IntlClock,
  fromMs: number,
  toMs: number,
): number[] {
  const found = [fromMs, ...clock.since];
  for (const { start_at: start, end_at: end } of overrides) found.push(start / 1_000, end / 1_000);
  for (const rotation of rotations) {
    for (let number = handoffsBefore(rotation, fromMs); ; number++) {
      const ms = handoff(rotation, clock, number);
      if (ms >= toMs) break;
      found.push(ms);
    }
    const { active_window: window } = rotation;
    if (window === null) continue;
    const hours = [...new Set([0, window.hour_start % 24, window.hour_end % 24])];
    for (let day = Math.floor(fromMs / DAY_MS) - 2; day * DAY_MS < toMs + 2 * DAY_MS; day++) {
      for (const hour of hours) found.push(...clock.momentsOf(day * DAY_MS + hour * 3_600_000));
    }
  }
  return found.filter((ms) => ms >= fromMs && ms < toMs);
}

function handoffsBefore({ kind, first_start_at: first }: Rotation, ms: number): number {
  const period = typeof kind === 'object' ? kind.custom.period_secs * 1_000 : kind === 'daily' ? DAY_MS : 7 * DAY_MS;
  return Math.max(0, Math.floor((ms - first / 1_000) / period) - 2);
}
