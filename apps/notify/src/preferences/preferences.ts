import { Injectable } from '@nestjs/common';
import { invalidArgument } from '@spanwise/contracts/errors';
import type {
  NotificationCategory,
  PreferenceView,
  QuietHours,
  SetPreference,
} from '@spanwise/contracts/notify-recipients';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import type { PoolClient } from 'pg';
import { recordChange, type Change } from '../audit/audit-outbox.js';
import { micros, OrganizationTransactions } from '../db/organization-transactions.js';

interface PreferenceRow {
  id: string;
  organization_id: string;
  user_id: string;
  category: NotificationCategory;
  enabled: boolean;
  quiet_hours: QuietHours | null;
  allow_critical_bypass: boolean;
  created_at: Date;
  updated_at: Date;
}

interface StepRow {
  id: string;
  preference_id: string;
  endpoint_id: string;
  step_order: number;
  created_at: Date;
}

const MAX_LISTED = 5_000;

/** By which endpoints, in which order and when a user is told of a category (peer facts 4.5). */
@Injectable()
export class Preferences {
  constructor(private readonly transactions: OrganizationTransactions) {}

  list(organizationId: string, userId: string): Promise<PreferenceView[]> {
    return this.transactions.in(organizationId, (client) => read(client, organizationId, userId));
  }

  /** Of all users of the organization. */
  listAll(organizationId: string): Promise<PreferenceView[]> {
    return this.transactions.in(organizationId, (client) => read(client, organizationId, null));
  }

  /** Replaces the preference of the category; its steps are the endpoints in their order. */
  set(
    context: IamContext,
    userId: string,
    category: NotificationCategory,
    input: SetPreference,
  ): Promise<PreferenceView> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      await requireOwn(client, organizationId, userId, input.endpoint_ids);
      const { rows } = await client.query<PreferenceRow>(
        `insert into preferences (id, organization_id, user_id, category, enabled, quiet_hours, allow_critical_bypass)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (organization_id, user_id, category) do update set enabled = excluded.enabled,
           quiet_hours = excluded.quiet_hours, allow_critical_bypass = excluded.allow_critical_bypass, updated_at = now()
         returning *`,
        [
          uuidv7(),
          organizationId,
          userId,
          category,
          input.enabled ?? true,
          input.quiet_hours ? JSON.stringify(input.quiet_hours) : null,
          input.allow_critical_bypass ?? true,
        ],
      );
      const [{ id }] = rows;
      await client.query('delete from preference_steps where preference_id = $1', [id]);
      for (const [at, endpointId] of input.endpoint_ids.entries()) {
        await client.query(
          'insert into preference_steps (id, organization_id, preference_id, endpoint_id, step_order) values ($1, $2, $3, $4, $5)',
          [uuidv7(), organizationId, id, endpointId, at + 1],
        );
      }
      const preference = (await read(client, organizationId, userId)).find((one) => one.id === id)!;
      await recordChange(client, context, changeOf(preference));
      return preference;
    });
  }
}

const changeOf = ({ id, user_id, category, enabled, steps }: PreferenceView): Change => ({
  action: 'preference.set',
  target_kind: 'preference',
  target_id: id,
  payload: { user_id, category, enabled, endpoint_ids: steps.map(({ endpoint_id: endpoint }) => endpoint) },
});

/** Null stands for every user. */
async function read(client: PoolClient, organizationId: string, userId: string | null): Promise<PreferenceView[]> {
  const { rows } = await client.query<PreferenceRow>(
    'select * from preferences where organization_id = $1 and ($2::uuid is null or user_id = $2) order by user_id, category limit $3',
    [organizationId, userId, MAX_LISTED],
  );
  const steps = await client.query<StepRow>(
    'select * from preference_steps where preference_id = any($1) order by preference_id, step_order',
    [rows.map(({ id }) => id)],
  );
  return rows.map(({ quiet_hours: quietHours, created_at, updated_at, ...row }) => ({
    ...row,
    ...(quietHours !== null && { quiet_hours: quietHours }),
    steps: steps.rows
      .filter((step) => step.preference_id === row.id)
      .map(({ id, preference_id, endpoint_id, step_order, created_at: made }) => ({
        id,
        preference_id,
        endpoint_id,
        step_order,
        created_at: micros(made),
      })),
    created_at: micros(created_at),
    updated_at: micros(updated_at),
  }));
}

/** The key-share lock keeps an endpoint from being deleted before it is a step. */
async function requireOwn(client: PoolClient, organizationId: string, userId: string, ids: string[]): Promise<void> {
  const { rowCount } = await client.query(
    'select from user_endpoints where organization_id = $1 and user_id = $2 and id = any($3) for key share',
    [organizationId, userId, ids],
  );
  if (rowCount !== ids.length) {
    throw invalidArgument('An endpoint of the preference is not one of this user.', [
      { field: 'endpoint_ids', reason: 'must be endpoints of this user' },
    ]);
  }
}
