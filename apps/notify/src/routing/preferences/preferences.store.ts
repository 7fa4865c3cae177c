import type { NotificationCategory, QuietHours } from '@spanwise/contracts/notify/recipients';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';

export interface PreferenceRow {
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

export interface StepRow {
  id: string;
  preference_id: string;
  endpoint_id: string;
  step_order: number;
  created_at: Date;
}

/** Null stands for every user. */
export async function preferenceRows(
  client: PoolClient,
  organizationId: string,
  userId: string | null,
  limit: number,
): Promise<PreferenceRow[]> {
  const { rows } = await client.query<PreferenceRow>(
    'select * from preferences where organization_id = $1 and ($2::uuid is null or user_id = $2) order by user_id, category limit $3',
    [organizationId, userId, limit],
  );
  return rows;
}

export async function stepRows(client: PoolClient, preferenceIds: string[]): Promise<StepRow[]> {
  const { rows } = await client.query<StepRow>(
    'select * from preference_steps where preference_id = any($1) order by preference_id, step_order',
    [preferenceIds],
  );
  return rows;
}

/** Returns the id of the one that it replaces, or makes. */
export async function storePreference(
  client: PoolClient,
  row: Omit<PreferenceRow, 'id' | 'created_at' | 'updated_at'>,
): Promise<string> {
  const { rows } = await client.query<Pick<PreferenceRow, 'id'>>(
    `insert into preferences (id, organization_id, user_id, category, enabled, quiet_hours, allow_critical_bypass)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organization_id, user_id, category) do update set enabled = excluded.enabled,
       quiet_hours = excluded.quiet_hours, allow_critical_bypass = excluded.allow_critical_bypass, updated_at = now()
     returning id`,
    [
      uuidv7(),
      row.organization_id,
      row.user_id,
      row.category,
      row.enabled,
      row.quiet_hours === null ? null : storableJson(row.quiet_hours),
      row.allow_critical_bypass,
    ],
  );
  return rows[0]!.id;
}

/** The endpoints in their order, instead of those before. */
export async function setSteps(
  client: PoolClient,
  organizationId: string,
  preferenceId: string,
  endpointIds: string[],
): Promise<void> {
  await client.query('delete from preference_steps where preference_id = $1', [preferenceId]);
  for (const [at, endpointId] of endpointIds.entries()) {
    await client.query(
      'insert into preference_steps (id, organization_id, preference_id, endpoint_id, step_order) values ($1, $2, $3, $4, $5)',
      [uuidv7(), organizationId, preferenceId, endpointId, at + 1],
    );
  }
}

/** How many of them the user has. The key-share lock keeps an endpoint from being deleted before it is a step. */
export async function keptEndpoints(
  client: PoolClient,
  organizationId: string,
  userId: string,
  ids: string[],
): Promise<number> {
  const { rowCount } = await client.query(
    'select from user_endpoints where organization_id = $1 and user_id = $2 and id = any($3) for key share',
    [organizationId, userId, ids],
  );
  return rowCount ?? 0;
}
