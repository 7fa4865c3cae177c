import type { NotificationCategory } from '@spanwise/contracts/notify/recipients';
import type { DefaultRoute } from '@spanwise/contracts/notify/routing';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';

export interface DefaultRoutesRow {
  id: string;
  organization_id: string;
  team_id: string | null;
  category: NotificationCategory;
  routes: DefaultRoute[];
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
}

const OF_OWNER = 'organization_id = $1 and team_id is not distinct from $2::uuid';

/** Of a team, or of the organization without one. */
export async function defaultRoutesRows(
  client: PoolClient,
  organizationId: string,
  teamId: string | undefined,
): Promise<DefaultRoutesRow[]> {
  const { rows } = await client.query<DefaultRoutesRow>(
    `select * from default_routes where ${OF_OWNER} order by category`,
    [organizationId, teamId ?? null],
  );
  return rows;
}

export async function defaultRoutesRow(
  client: PoolClient,
  organizationId: string,
  teamId: string | undefined,
  category: NotificationCategory,
): Promise<DefaultRoutesRow | undefined> {
  const { rows } = await client.query<DefaultRoutesRow>(
    `select * from default_routes where ${OF_OWNER} and category = $3`,
    [organizationId, teamId ?? null, category],
  );
  return rows[0];
}

export async function setDefaultRoutes(
  client: PoolClient,
  row: Omit<DefaultRoutesRow, 'id' | 'created_at' | 'updated_at'>,
): Promise<DefaultRoutesRow> {
  const { rows } = await client.query<DefaultRoutesRow>(
    `insert into default_routes (id, organization_id, team_id, category, routes, enabled) values ($1, $2, $3, $4, $5, $6)
     on conflict (organization_id, team_id, category)
     do update set routes = excluded.routes, enabled = excluded.enabled, updated_at = now() returning *`,
    [uuidv7(), row.organization_id, row.team_id, row.category, storableJson(row.routes), row.enabled],
  );
  return rows[0]!;
}

/** The id of what is gone; undefined where nothing was. */
export async function removeDefaultRoutes(
  client: PoolClient,
  organizationId: string,
  teamId: string | undefined,
  category: NotificationCategory,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `delete from default_routes where ${OF_OWNER} and category = $3 returning id`,
    [organizationId, teamId ?? null, category],
  );
  return rows[0]?.id;
}
