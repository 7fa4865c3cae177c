import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import {
  addOverride,
  AddOverrideTo,
  createSchedule,
  deleteSchedule,
  listSchedules,
  OnCallOf,
  OverrideOf,
  readGaps,
  readOnCall,
  readSchedule,
  readShifts,
  removeOverride,
  ScheduleBody,
  ScheduleId,
  setOverride,
  SetOverrideOf,
  SetScheduleOf,
  SpanOf,
  updateSchedule,
  type Gaps,
  type OverrideView,
  type ScheduleView,
  type Shifts,
} from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { requireRoom, uniquelyNamed } from '../../db/named-things.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { PeopleDirectory } from './people.js';
import {
  MAX_OVERRIDES,
  ordered,
  peopleIn,
  refused,
  requirePeople,
  scheduleOf,
  sentOverride,
  type Schedule,
} from './schedule-rules.js';
import {
  addSchedule,
  removeSchedule,
  scheduleBytes,
  scheduleRow,
  scheduleRows,
  setSchedule,
  type ScheduleRow,
} from './schedules.store.js';
import { servedStart } from './served-start.js';
import { gapsOf, membersOf, onCallOf, shiftsOf } from './shifts.js';
import { UnreachableMembers } from './unreachable-members.js';

const MAX_SCHEDULES = 1_000;
/** Together, so that the list of them is an answer of a size that is always sent. */
const MAX_BYTES = 2_097_152;
const DAY_MICROS = 86_400_000_000;
const DEFAULT_SPAN_MICROS = 14 * DAY_MICROS;
const MAX_SPAN_MICROS = 92 * DAY_MICROS;

export const nowMicros = (): number => Date.now() * 1_000;

/** On-call schedules (ALERT-64). */
@Controller()
export class Schedules {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly people: PeopleDirectory,
    private readonly unreachable: UnreachableMembers,
  ) {}

  @HandleRpc(listSchedules)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<ScheduleView[]> {
    return this.transactions.in(organizationId, async (client) =>
      (await scheduleRows(client, organizationId, MAX_SCHEDULES)).map(viewOf),
    );
  }

  @HandleRpc(readSchedule)
  async read({ id }: ScheduleId, { organization_id: organizationId }: IamContext): Promise<ScheduleView> {
    return viewOf(await this.row(organizationId, id));
  }

  row(organizationId: string, id: string): Promise<ScheduleRow> {
    return this.transactions.in(organizationId, (client) => scheduleRow(client, organizationId, id));
  }

  @HandleRpc(createSchedule)
  async create(body: ScheduleBody, context: IamContext): Promise<ScheduleView> {
    const { organization_id: organizationId } = context;
    const schedule = scheduleOf(body);
    await this.requireNamed(organizationId, schedule);
    return uniquelyNamed('schedule', () =>
      this.transactions.in(organizationId, async (client) => {
        await requireRoom(client, organizationId, 'schedules', MAX_SCHEDULES);
        const row = await addSchedule(client, organizationId, uuidv7(), schedule, context.subject);
        return this.written(client, context, 'schedule.created', row);
      }),
    );
  }

  /** Replaces the schedule; omitted overrides are unchanged. */
  @HandleRpc(updateSchedule)
  update({ id, body }: SetScheduleOf, context: IamContext): Promise<ScheduleView> {
    return this.change(context, id, { action: 'schedule.updated' }, (before) => scheduleOf(body, before));
  }

  @HandleRpc(deleteSchedule)
  delete({ id }: ScheduleId, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const row = await removeSchedule(client, organizationId, id);
      await recordChange(client, context, changeOf('schedule.deleted', row));
      return { deleted: true as const };
    });
  }

  @HandleRpc(addOverride)
  addOverride({ id, body }: AddOverrideTo, context: IamContext): Promise<ScheduleView> {
    const overrideId = uuidv7();
    return this.change(context, id, { action: 'schedule.override_added', overrideId }, ({ overrides, ...schedule }) => {
      if (overrides.length >= MAX_OVERRIDES) throw conflict(`A schedule can have ${MAX_OVERRIDES} overrides.`);
      return { ...schedule, overrides: ordered([...overrides, sentOverride(overrideId, body)]) };
    });
  }

  @HandleRpc(setOverride)
  setOverride({ id, override_id: overrideId, body }: SetOverrideOf, context: IamContext): Promise<ScheduleView> {
    const change = { action: 'schedule.override_updated', overrideId };
    return this.change(context, id, change, ({ overrides, ...schedule }) => ({
      ...schedule,
      overrides: ordered([...withoutOne(overrides, overrideId), sentOverride(overrideId, body)]),
    }));
  }

  @HandleRpc(removeOverride)
  removeOverride({ id, override_id: overrideId }: OverrideOf, context: IamContext): Promise<ScheduleView> {
    const change = { action: 'schedule.override_removed', overrideId };
    return this.change(context, id, change, ({ overrides, ...schedule }) => ({
      ...schedule,
      overrides: withoutOne(overrides, overrideId),
    }));
  }

  @HandleRpc(readOnCall)
  async onCall(
    { id, at = nowMicros() }: OnCallOf,
    { organization_id: organizationId }: IamContext,
  ): Promise<{ user_id: string | null }> {
    return { user_id: onCallOf((await this.row(organizationId, id)).definition, at) };
  }

  @HandleRpc(readGaps)
  async gaps({ id, ...asked }: SpanOf, { organization_id: organizationId }: IamContext): Promise<Gaps> {
    const { from, to } = spanOf(asked);
    const { definition } = await this.row(organizationId, id);
    const gaps = gapsOf(definition, from, to).map(({ from: start, to: end }) => ({ start_at: start, end_at: end }));
    const unreachable = await this.unreachable.of(organizationId, membersOf(definition));
    return { from, to, gaps, unreachable_user_ids: unreachable };
  }

  @HandleRpc(readShifts)
  async shifts({ id, ...asked }: SpanOf, { organization_id: organizationId }: IamContext): Promise<Shifts> {
    const { from, to } = spanOf(asked);
    const { definition } = await this.row(organizationId, id);
    const shifts = shiftsOf(definition, from, to).map(({ from: start, to: end, ...shift }) => ({
      ...shift,
      start_at: start,
      end_at: end,
      source: shift.override_id === undefined ? ('rotation' as const) : ('override' as const),
    }));
    return { from, to, shifts };
  }

  /** What the change is made of is read before it: iam may take its time, and the row is not locked meanwhile. */
  private async change(
    context: IamContext,
    id: string,
    { action, overrideId }: { action: string; overrideId?: string },
    changed: (before: Schedule) => Schedule,
  ): Promise<ScheduleView> {
    const { organization_id: organizationId } = context;
    const { definition, revision } = await this.row(organizationId, id);
    const schedule = changed(definition);
    await this.requireNamed(organizationId, schedule, definition);
    return uniquelyNamed('schedule', () =>
      this.transactions.in(organizationId, async (client) => {
        const now = await scheduleRow(client, organizationId, id, 'for update');
        if (now.revision !== revision) throw conflict('The schedule was changed by another user at the same moment.');
        const row = await setSchedule(client, organizationId, id, schedule, context.subject);
        const isChanged = ({ id: one }: OverrideView) => one === overrideId;
        const override = schedule.overrides.find(isChanged) ?? definition.overrides.find(isChanged);
        return this.written(client, context, action, row, override);
      }),
    );
  }

  private async written(
    client: PoolClient,
    context: IamContext,
    action: string,
    row: ScheduleRow,
    override?: OverrideView,
  ): Promise<ScheduleView> {
    if ((await scheduleBytes(client, row.organization_id)) > MAX_BYTES) {
      throw conflict('The schedules of an organization can hold 2 MiB together.');
    }
    await recordChange(client, context, changeOf(action, row, override));
    return viewOf(row);
  }

  /** Whom the schedule names has to be there, but for those whom it named before: they may have left meanwhile. */
  private async requireNamed(organizationId: string, schedule: Schedule, before?: Schedule): Promise<void> {
    const { team_id: teamId } = schedule;
    const newTeam = teamId !== null && teamId !== before?.team_id ? teamId : undefined;
    const { people, team_exists: exists } = await this.people.asked(organizationId, peopleIn(schedule), newTeam);
    if (exists === false) throw refused('team_id', 'names no team of the organization');
    requirePeople(schedule, new Set(people.map((one) => one.id)), new Set(before && peopleIn(before)));
  }
}

export interface AskedSpan {
  from?: number;
  to?: number;
}

/** Throws `invalid_argument` for a span that is empty or too long. */
export function spanOf({ from = nowMicros(), to = from + DEFAULT_SPAN_MICROS }: AskedSpan): {
  from: number;
  to: number;
} {
  const reason =
    to <= from ? 'must be after from' : to - from > MAX_SPAN_MICROS ? 'must be at most 92 days after from' : '';
  if (reason !== '') throw invalidArgument(`The parameter to ${reason}.`, [{ field: 'to', reason }]);
  return { from, to };
}

function withoutOne(overrides: readonly OverrideView[], id: string): OverrideView[] {
  const left = overrides.filter((override) => override.id !== id);
  if (left.length === overrides.length) throw notFound('There is no such override.');
  return left;
}

/** Of an override who is on call when, and why: the history of the schedule shows it. */
const changeOf = (action: string, { id, definition }: ScheduleRow, override?: OverrideView): Change => ({
  action,
  target_kind: 'schedule',
  target_id: id,
  payload: {
    name: definition.name,
    enabled: definition.enabled,
    timezone: definition.timezone,
    rotations: definition.rotations.length,
    overrides: definition.overrides.length,
    ...(override !== undefined && {
      override_id: override.id,
      user_id: override.user_id,
      start_at: override.start_at,
      end_at: override.end_at,
      reason: override.reason,
    }),
  },
});

function viewOf({ definition, ...row }: ScheduleRow): ScheduleView {
  const { rotations, ...schedule } = definition;
  return {
    id: row.id,
    org_id: row.organization_id,
    ...schedule,
    rotations: rotations.map((rotation) => {
      const start = servedStart(rotation, definition.timezone, nowMicros());
      return { ...rotation, start_at: start, served_start_at: start };
    }),
    ...(row.created_by !== null && { created_by: row.created_by }),
    ...(row.updated_by !== null && { updated_by: row.updated_by }),
    created_at: microsOf(row.created_at),
    updated_at: microsOf(row.updated_at),
  };
}
