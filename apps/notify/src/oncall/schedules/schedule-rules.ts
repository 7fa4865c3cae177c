/** What a schedule may say, beyond the types of its members (ALERT-64): pure. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type {
  OverrideBody,
  OverrideInput,
  OverrideView,
  RotationBody,
  ScheduleBody,
} from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { checkedName } from '../../channels/providers/checked-name.js';
import { isNever } from '../../platform/wall-time/weekly-hours.js';
import { isTimeZone } from '../../platform/wall-time/zone-offsets.js';
import type { Rotation } from './handoffs.js';
import { firstStart } from './served-start.js';
import { membersOf } from './shifts.js';

/** A schedule as it is kept: what the caller left out has its default. */
export interface Schedule {
  name: string;
  description: string;
  team_id: string | null;
  timezone: string;
  enabled: boolean;
  rotations: Rotation[];
  /** In their order; none overlaps another. */
  overrides: OverrideView[];
}

export const MAX_OVERRIDES = 100;
/** The longest override; for longer there are rotations. */
const MAX_OVERRIDE_MICROS = 366 * 86_400_000_000;

/** `before`: what the schedule is, where it is changed. Throws `invalid_argument` naming the member. */
export function scheduleOf(body: ScheduleBody, before?: Schedule): Schedule {
  const { timezone } = body;
  if (!isTimeZone(timezone)) throw refused('timezone', 'is no time zone of the IANA database');
  const enabled = body.enabled ?? true;
  if (enabled && body.rotations.length === 0) throw refused('rotations', 'must have a rotation while it is enabled');
  return {
    name: checkedName(body.name),
    description: body.description?.trim() ?? '',
    team_id: body.team_id ?? null,
    timezone,
    enabled,
    rotations: body.rotations.map((rotation, at) => rotationOf(rotation, `rotations.${at}`, body, before)),
    overrides: body.overrides === undefined ? (before?.overrides ?? []) : ordered(body.overrides.map(overrideOf)),
  };
}

function rotationOf(
  { start_at, first_start_at, served_start_at, ...sent }: RotationBody,
  at: string,
  { rotations, timezone }: ScheduleBody,
  before: Schedule | undefined,
): Rotation {
  const hours = sent.active_window ?? null;
  if (hours !== null && isNever(hours)) {
    throw refused(`${at}.active_window`, 'is never active: hour_start and hour_end leave no hour between them');
  }
  if (rotations.filter(({ id }) => id === sent.id).length > 1) throw refused(`${at}.id`, 'is given to two rotations');
  const rotation = { ...sent, name: sent.name.trim(), active_window: hours };
  const stored = before?.rotations.find(({ id }) => id === sent.id);
  const zones = { before: before?.timezone, now: timezone };
  const first = firstStart({ ...rotation, start_at, first_start_at, served_start_at }, stored, zones);
  return { ...rotation, first_start_at: first };
}

function overrideOf({ id, user_id, start_at, end_at, reason }: OverrideInput): OverrideView {
  if (end_at - start_at > MAX_OVERRIDE_MICROS) throw refused('overrides', 'must each last at most 366 days');
  return { id: id ?? uuidv7(), user_id, start_at, end_at, reason: reason?.trim() ?? '' };
}

/** An override as its own routes send it. */
export const sentOverride = (id: string, body: OverrideBody): OverrideView =>
  overrideOf({
    id,
    user_id: body.user_id,
    start_at: body.start_at_micros,
    end_at: body.end_at_micros,
    reason: body.reason,
  });

/** In their order; throws `invalid_argument` for one that ends before it begins, and for two that overlap. */
export function ordered(overrides: OverrideView[]): OverrideView[] {
  const sorted = overrides.toSorted((one, other) => one.start_at - other.start_at);
  for (const [at, { id, start_at: start, end_at: end }] of sorted.entries()) {
    if (end <= start) throw refused('overrides', 'must each end after their start');
    const next = sorted[at + 1];
    if (next !== undefined && next.start_at < end) throw refused('overrides', 'must not overlap each other');
    if (sorted.some((other, place) => place !== at && other.id === id))
      throw refused('overrides', 'must each have an id of its own');
  }
  return sorted;
}

/** All users whom the schedule names, each once. */
export const peopleIn = (schedule: Schedule): string[] => [
  ...new Set([...membersOf(schedule), ...schedule.overrides.map(({ user_id: user }) => user)]),
];

/** Throws `invalid_argument` for a user who is no active member of the organization. `kept`: who was named already. */
export function requirePeople(schedule: Schedule, active: ReadonlySet<string>, kept: ReadonlySet<string>): void {
  const isKnown = (user: string) => active.has(user) || kept.has(user);
  for (const [at, { members }] of schedule.rotations.entries()) {
    if (!members.every(isKnown)) {
      throw refused(`rotations.${at}.members`, 'names a user who is no active member of the organization');
    }
  }
  if (!schedule.overrides.every(({ user_id: user }) => isKnown(user))) {
    throw refused('overrides', 'name a user who is no active member of the organization');
  }
}

export const refused = (field: string, reason: string) =>
  invalidArgument(`The schedule is invalid: ${field} ${reason}.`, [{ field, reason }]);
