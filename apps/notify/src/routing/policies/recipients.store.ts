/** What has to be known of a recipient, and of the connectors, for a plan. */
import type { NotificationCategory, QuietHours } from '@spanwise/contracts/notify/recipients';
import type { DefaultRoute } from '@spanwise/contracts/notify/routing';
import type { PoolClient } from 'pg';
import type { ConnectorRow } from '../../channels/connectors/connector-rows.js';
import { isUsable, type PlannedEndpoint, type PlanInput, type RoutesOf } from './delivery-plan.js';

export type UsableConnectors = Map<string, Pick<ConnectorRow, 'id' | 'name' | 'enabled' | 'status'>>;

export async function usableConnectors(client: PoolClient, organizationId: string): Promise<UsableConnectors> {
  const { rows } = await client.query<Pick<ConnectorRow, 'id' | 'name' | 'enabled' | 'status'>>(
    'select id, name, enabled, status from connectors where organization_id = $1',
    [organizationId],
  );
  return new Map(rows.filter(isUsable).map((row) => [row.id, row]));
}

export async function endpointsOf(
  client: PoolClient,
  organizationId: string,
  userId: string,
): Promise<PlannedEndpoint[]> {
  const { rows } = await client.query<PlannedEndpoint>(
    'select * from user_endpoints where organization_id = $1 and user_id = $2 order by created_at, id',
    [organizationId, userId],
  );
  return rows;
}

export async function preferenceOf(
  client: PoolClient,
  organizationId: string,
  userId: string,
  category: NotificationCategory,
): Promise<PlanInput['preference']> {
  const { rows } = await client.query<{
    enabled: boolean;
    quiet_hours: QuietHours | null;
    allow_critical_bypass: boolean;
    endpoint_ids: string[];
  }>(
    `select p.enabled, p.quiet_hours, p.allow_critical_bypass,
       array(select s.endpoint_id::text from preference_steps s where s.preference_id = p.id order by s.step_order) as endpoint_ids
     from preferences p where p.organization_id = $1 and p.user_id = $2 and p.category = $3`,
    [organizationId, userId, category],
  );
  return rows[0];
}

export async function defaultsOf(
  client: PoolClient,
  organizationId: string,
  teamId: string | null,
  category: NotificationCategory,
): Promise<RoutesOf | undefined> {
  const { rows } = await client.query<{ enabled: boolean; routes: DefaultRoute[] }>(
    `select enabled, routes from default_routes
     where organization_id = $1 and team_id is not distinct from $2::uuid and category = $3`,
    [organizationId, teamId, category],
  );
  return rows[0];
}

/** Who has asked to be notified of a category, where the organization has no default routes for it; by their ids. */
export async function peopleToNotify(
  client: PoolClient,
  organizationId: string,
  category: NotificationCategory,
  limit: number,
): Promise<string[]> {
  const defaults = await defaultsOf(client, organizationId, null, category);
  if (defaults?.enabled === true) return [];
  const { rows } = await client.query<{ id: string }>(
    `select user_id as id from preferences where organization_id = $1 and category = $2 and enabled order by user_id limit $3`,
    [organizationId, category, limit],
  );
  return rows.map(({ id }) => id);
}
