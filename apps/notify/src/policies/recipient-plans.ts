/** Recipients of an event under a policy, each with the routes by which they are reached. */
import type { NotificationCategory, QuietHours } from '@spanwise/contracts/notify-recipients';
import type { DefaultRoute } from '@spanwise/contracts/notify-routing';
import type { PoolClient } from 'pg';
import type { ConnectorRow } from '../connectors/connector-rows.js';
import {
  deliveryPlan,
  isUsable,
  type PlannedEndpoint,
  type PlanInput,
  type Route,
  type RoutesOf,
} from './delivery-plan.js';
import type { Attributes } from './matchers.js';
import type { Policy } from './policy-rules.js';
import { resolveRecipients, type Recipient } from './resolvers.js';

export type UsableConnectors = Map<string, Pick<ConnectorRow, 'id' | 'name' | 'enabled' | 'status'>>;

export async function recipientPlans(
  client: PoolClient,
  organizationId: string,
  policy: Policy,
  attributes: Attributes,
  connectors: UsableConnectors,
): Promise<{ recipient: Recipient; routes: Route[] }[]> {
  const plans = [];
  for (const recipient of resolveRecipients(policy.recipient_resolver, policy.resolver_config, attributes)) {
    const input = await planInput(client, organizationId, policy, recipient, attributes, connectors);
    plans.push({ recipient, routes: deliveryPlan(input) });
  }
  return plans;
}

export async function usableConnectors(client: PoolClient, organizationId: string): Promise<UsableConnectors> {
  const { rows } = await client.query<Pick<ConnectorRow, 'id' | 'name' | 'enabled' | 'status'>>(
    'select id, name, enabled, status from connectors where organization_id = $1',
    [organizationId],
  );
  return new Map(rows.filter(isUsable).map((row) => [row.id, row]));
}

async function planInput(
  client: PoolClient,
  organizationId: string,
  policy: Policy,
  recipient: Recipient,
  attributes: Attributes,
  connectors: UsableConnectors,
): Promise<PlanInput> {
  const { rows: endpoints } = await client.query<PlannedEndpoint>(
    'select * from user_endpoints where organization_id = $1 and user_id = $2 order by created_at, id',
    [organizationId, recipient.user_id],
  );
  return {
    mode: policy.delivery_mode,
    delivery: policy.delivery_config,
    fallback: policy.fallback_config,
    endpoints,
    preference: await preferenceOf(client, organizationId, recipient.user_id, policy.category),
    teamDefaults:
      recipient.team_id === undefined
        ? undefined
        : await defaultsOf(client, organizationId, recipient.team_id, policy.category),
    organizationDefaults: await defaultsOf(client, organizationId, null, policy.category),
    usableConnectors: new Set(connectors.keys()),
    critical: attributes.severity === 'critical',
    nowMs: Date.now(),
  };
}

async function preferenceOf(
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

async function defaultsOf(
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
