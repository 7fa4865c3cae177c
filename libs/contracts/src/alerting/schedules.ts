/** On-call schedules (ALERT-60 to ALERT-66). Times are microseconds since the epoch. */
import 'reflect-metadata';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, IsObjectOf, Nullable, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

/** The years that a time of a schedule may lie in: 2000 to 2100. */
export const FIRST_MICROS = 946_684_800_000_000;
export const LAST_MICROS = 4_102_444_800_000_000;
const IsMoment = (): PropertyDecorator => (target, member) => {
  for (const decorate of [IsInt(), Min(FIRST_MICROS), Max(LAST_MICROS)]) decorate(target, member);
};

/** Hours of the week on the clocks of the schedule's zone. */
export class ActiveWindow {
  /** A bit for each day, Sunday's the lowest. */
  @IsInt() @Min(1) @Max(127) weekday_mask: number;
  @IsInt() @Min(0) @Max(24) hour_start: number;
  /** Before the start: over midnight, where the hours after midnight are those of their own day. */
  @IsInt() @Min(0) @Max(24) hour_end: number;
}

/** An hour to a year. */
const MIN_PERIOD_SECS = 3_600;
const MAX_PERIOD_SECS = 31_622_400;

/** Days and weeks of the clocks, or a period of fixed length. */
export type RotationKind = 'daily' | 'weekly' | { custom: { period_secs: Integer } };

const IsRotationKind = (): PropertyDecorator =>
  ValidateBy({
    name: 'isRotationKind',
    validator: {
      validate: isRotationKind,
      defaultMessage: () =>
        `kind must be daily, weekly or {"custom":{"period_secs":…}} of ${MIN_PERIOD_SECS} to ${MAX_PERIOD_SECS} seconds`,
    },
  });

function isRotationKind(value: unknown): boolean {
  if (value === 'daily' || value === 'weekly') return true;
  const custom = onlyMember(value, 'custom');
  const seconds = onlyMember(custom, 'period_secs');
  return Number.isInteger(seconds) && Number(seconds) >= MIN_PERIOD_SECS && Number(seconds) <= MAX_PERIOD_SECS;
}

function onlyMember(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Object.keys(value).join() !== name) return undefined;
  return (value as Record<string, unknown>)[name];
}

export class RotationBody {
  /** Made by the client, unique in the schedule. */
  @Matches(/^[\w.:-]{1,64}$/, { message: 'id must be 1 to 64 of letters, digits, _ . : -' }) id: string;
  @IsPlainText(0, 255) name: string;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(50) @ArrayUnique() @IsUUID(undefined, { each: true }) members: string[];
  @AsSent() @IsRotationKind() kind: RotationKind;
  @Optional() @Nullable() @IsObjectOf(() => ActiveWindow) active_window?: ActiveWindow | null;
  /** A handoff to the first member. */
  @IsMoment() start_at: number;
  /** Both as they were answered: together with an unchanged `start_at` they say that the rotation goes on as it was. */
  @Optional() @IsMoment() first_start_at?: number;
  @Optional() @IsMoment() served_start_at?: number;
}

export class OverrideInput {
  /** Of one that is there already; without it a new one. */
  @Optional() @IsUUID() id?: string;
  @IsUUID() user_id: string;
  @IsMoment() start_at: number;
  @IsMoment() end_at: number;
  @Optional() @Nullable() @IsString() @MaxLength(1_024) reason?: string | null;
}

export class ScheduleBody {
  @IsPlainText(1, 255) name: string;
  @Optional() @Nullable() @IsString() @MaxLength(2_048) description?: string | null;
  @Optional() @Nullable() @IsUUID() team_id?: string | null;
  /** Of the IANA database. */
  @IsString() @MaxLength(64) timezone: string;
  @Optional() @IsBoolean() enabled?: boolean;
  @ArrayMaxSize(10) @IsListOf(() => RotationBody) rotations: RotationBody[];
  /** Omitted in a change: they stay. */
  @Optional()
  @ArrayMaxSize(100)
  @IsListOf(() => OverrideInput)
  overrides?: OverrideInput[];
}

export class OverrideBody {
  @IsUUID() user_id: string;
  @IsMoment() start_at_micros: number;
  @IsMoment() end_at_micros: number;
  @Optional() @Nullable() @IsString() @MaxLength(1_024) reason?: string | null;
}

export interface RotationView {
  id: string;
  name: string;
  members: string[];
  kind: RotationKind;
  active_window: ActiveWindow | null;
  /** From here periods of fixed length lead to who is on call now and to every handoff until the clocks change. */
  start_at: Integer;
  first_start_at: Integer;
  served_start_at: Integer;
}

export interface OverrideView {
  id: string;
  user_id: string;
  start_at: Integer;
  end_at: Integer;
  reason: string;
}

export interface ScheduleView {
  id: string;
  org_id: string;
  name: string;
  description: string;
  team_id: string | null;
  timezone: string;
  enabled: boolean;
  rotations: RotationView[];
  overrides: OverrideView[];
  created_by?: string;
  updated_by?: string;
  created_at: Integer;
  updated_at: Integer;
}

export class ScheduleId {
  @IsUUID() id: string;
}

export class SetScheduleOf extends ScheduleId {
  @IsObjectOf(() => ScheduleBody) body: ScheduleBody;
}

export class AddOverrideTo extends ScheduleId {
  @IsObjectOf(() => OverrideBody) body: OverrideBody;
}

export class OverrideOf extends ScheduleId {
  @IsUUID() override_id: string;
}

export class SetOverrideOf extends OverrideOf {
  @IsObjectOf(() => OverrideBody) body: OverrideBody;
}

export class OnCallQuery {
  /** Now without a value. */
  @Optional() @IsMoment() at?: number;
}

export class OnCallOf extends OnCallQuery {
  @IsUUID() id: string;
}

/** At most 92 days. */
export class SpanQuery {
  /** Now without a value. */
  @Optional() @IsMoment() from?: number;
  /** 14 days after `from` without a value. */
  @Optional() @IsMoment() to?: number;
}

export class SpanOf extends SpanQuery {
  @IsUUID() id: string;
}

export interface ShiftView {
  user_id: string;
  start_at: Integer;
  end_at: Integer;
  source: 'rotation' | 'override';
  rotation_id?: string;
  override_id?: string;
}

export interface Shifts {
  from: Integer;
  to: Integer;
  /** Those that touch the time, with their own beginnings and ends. */
  shifts: ShiftView[];
}

export interface Gaps {
  from: Integer;
  to: Integer;
  /** Spans within the time in which no user is on call. */
  gaps: { start_at: Integer; end_at: Integer }[];
  /** Members whom nothing would reach: without a verified, enabled endpoint, or no longer active in the organization. */
  unreachable_user_ids: string[];
}

/** A client that has the address needs no other credential. It is shown once. */
export interface CalendarLink {
  calendar_url: string;
  created_at: Integer;
}

export const MAX_CALENDAR_TOKEN_CHARS = 128;
export const CALENDAR_PATH = '/api/v1/public/calendars/';

export class CalendarToken {
  @IsString() @MaxLength(MAX_CALENDAR_TOKEN_CHARS) token: string;
}

export interface CalendarFile {
  ics: string;
}

export const SCHEDULES_READ = { organization: 'schedules.read' } as const;
export const SCHEDULES_MANAGE = { organization: 'schedules.manage' } as const;

export const listSchedules = rpc<ScheduleView[]>()('svc.notify.schedules.list', Empty, SCHEDULES_READ);
export const readSchedule = rpc<ScheduleView>()('svc.notify.schedules.read', ScheduleId, SCHEDULES_READ);
export const createSchedule = rpc<ScheduleView>()('svc.notify.schedules.create', ScheduleBody, SCHEDULES_MANAGE, {
  audit: 'recorded',
});
export const updateSchedule = rpc<ScheduleView>()('svc.notify.schedules.update', SetScheduleOf, SCHEDULES_MANAGE, {
  audit: 'recorded',
});
export const deleteSchedule = rpc<{ deleted: true }>()('svc.notify.schedules.delete', ScheduleId, SCHEDULES_MANAGE, {
  audit: 'recorded',
});
export const addOverride = rpc<ScheduleView>()('svc.notify.schedules.overrides.add', AddOverrideTo, SCHEDULES_MANAGE, {
  audit: 'recorded',
});
export const setOverride = rpc<ScheduleView>()('svc.notify.schedules.overrides.set', SetOverrideOf, SCHEDULES_MANAGE, {
  audit: 'recorded',
});
export const removeOverride = rpc<ScheduleView>()(
  'svc.notify.schedules.overrides.remove',
  OverrideOf,
  SCHEDULES_MANAGE,
  { audit: 'recorded' },
);
export const readOnCall = rpc<{ user_id: string | null }>()('svc.notify.schedules.on-call', OnCallOf, SCHEDULES_READ);
export const readShifts = rpc<Shifts>()('svc.notify.schedules.shifts', SpanOf, SCHEDULES_READ);
export const readGaps = rpc<Gaps>()('svc.notify.schedules.gaps', SpanOf, SCHEDULES_READ);
export const readCalendar = rpc<CalendarFile>()('svc.notify.schedules.calendar', ScheduleId, SCHEDULES_READ);
export const makeCalendarLink = rpc<CalendarLink>()(
  'svc.notify.schedules.calendar_link.make',
  ScheduleId,
  SCHEDULES_MANAGE,
  { audit: 'recorded' },
);
export const revokeCalendarLink = rpc<{ deleted: true }>()(
  'svc.notify.schedules.calendar_link.revoke',
  ScheduleId,
  SCHEDULES_MANAGE,
  { audit: 'recorded' },
);
/** `not_found` for one that is not valid: never made, revoked, or of a user who may not read the schedule any more. */
export const openCalendar = rpc<CalendarFile>()(
  'svc.notify.schedules.calendar_link.open',
  CalendarToken,
  'internal',
  READS,
);
