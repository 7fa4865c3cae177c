import { Injectable } from '@nestjs/common';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import type {
  OverrideBody,
  OverrideView,
  ScheduleBody,
  ScheduleView,
  Shifts,
} from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
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
import { onCallOf, shiftsOf } from './shifts.js';

const MAX_SCHEDULES = 1_000;
/** Together, so that the list of them is an answer of a size that is always sent. */
const MAX_BYTES = 2_097_152;
const DAY_MICROS = 86_400_000_000;
const DEFAULT_SPAN_MICROS = 14 * DAY_MICROS;
const MAX_SPAN_MICROS = 92 * DAY_MICROS;

export const nowMicros = (): number => Date.now() * 1_000;

/** On-call schedules (ALERT-64). */
@Injectable()
export class Schedules {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly people: PeopleDirectory,
  ) {}

  list(organizationId: string): Promise<ScheduleView[]> {
    return this.transactions.in(organizationId, async (client) =>
      (await scheduleRows(client, organizationId, MAX_SCHEDULES)).map(viewOf),
    );
  }

  async read(organizationId: string, id: string): Promise<ScheduleView> {
    return viewOf(await this.row(organizationId, id));
  }

  row(organizationId: string, id: string): Promise<ScheduleRow> {
    return this.transactions.in(organizationId, (client) => scheduleRow(client, organizationId, id));
  }

  async create(context: IamContext, body: ScheduleBody): Promise<ScheduleView> {
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

  /** Replaces the schedule; overrides that are left out stay. */
  update(context: IamContext, id: string, body: ScheduleBody): Promise<ScheduleView> {
    return this.change(context, id, { action: 'schedule.updated' }, (before) => scheduleOf(body, before));
  }

  delete(context: IamContext, id: string): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const row = await removeSchedule(client, organizationId, id);
      await recordChange(client, context, changeOf('schedule.deleted', row));
      return { deleted: true as const };
    });
  }

  addOverride(context: IamContext, id: string, body: OverrideBody): Promise<ScheduleView> {
    const overrideId = uuidv7();
    return this.change(context, id, { action: 'schedule.override_added', overrideId }, ({ overrides, ...schedule }) => {
      if (overrides.length >= MAX_OVERRIDES) throw conflict(`A schedule can have ${MAX_OVERRIDES} overrides.`);
      return { ...schedule, overrides: ordered([...overrides, sentOverride(overrideId, body)]) };
    });
  }

  setOverride(context: IamContext, id: string, overrideId: string, body: OverrideBody): Promise<ScheduleView> {
    const change = { action: 'schedule.override_updated', overrideId };
    return this.change(context, id, change, ({ overrides, ...schedule }) => ({
      ...schedule,
      overrides: ordered([...withoutOne(overrides, overrideId), sentOverride(overrideId, body)]),
    }));
  }

  removeOverride(context: IamContext, id: string, overrideId: string): Promise<ScheduleView> {
    const change = { action: 'schedule.override_removed', overrideId };
    return this.change(context, id, change, ({ overrides, ...schedule }) => ({
      ...schedule,
      overrides: withoutOne(overrides, overrideId),
    }));
  }

  async onCall(organizationId: string, id: string, atMicros = nowMicros()): Promise<string | null> {
    return onCallOf((await this.row(organizationId, id)).definition, atMicros);
  }

  async shifts(organizationId: string, id: string, asked: AskedSpan): Promise<Shifts> {
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

  /** What the change is made of is read before it: iam may take its time, and the row is locked by nobody meanwhile. */
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
        if (now.revision !== revision) throw conflict('The schedule was changed by somebody else at the same moment.');
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

/** Of an override who takes over when, and why: the history of the schedule shows it. */
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
