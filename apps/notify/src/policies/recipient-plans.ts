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
  unreachableBecause,
} from './delivery-plan.js';
import type { Attributes } from './matchers.js';
import type { Policy } from './policy-rules.js';
import { resolveRecipients, type Recipient, type TeamMembers } from './resolvers.js';

export type UsableConnectors = Map<string, Pick<ConnectorRow, 'id' | 'name' | 'enabled' | 'status'>>;

export interface RecipientPlan {
  recipient: Recipient;
  routes: Route[];
  /** Why there is no route; only then. */
  unreachable?: string;
}

/** The recipients with their routes; where there is nobody, why, and the default routes that are left. */
export interface Plans {
  plans: RecipientPlan[];
  nobody?: { reason: string; routes: Route[] };
}

/** `teams`: what `TeamDirectory` answered for this policy and event. */
export async function recipientPlans(
  client: PoolClient,
  organizationId: string,
  policy: Policy,
  attributes: Attributes,
  connectors: UsableConnectors,
  teams: TeamMembers,
): Promise<Plans> {
  const { recipient_resolver: resolver, resolver_config: config } = policy;
  const { recipients, nobody, team_id } = resolveRecipients(resolver, config, attributes, teams);
  const planned = (to: Pick<Recipient, 'team_id'> & { user_id?: string }) =>
    planInput(client, organizationId, policy, to, attributes, connectors);
  if (nobody !== undefined) {
    return { plans: [], nobody: { reason: nobody, routes: deliveryPlan(await planned({ team_id })) } };
  }
  const plans: RecipientPlan[] = [];
  for (const recipient of recipients) {
    const input = await planned(recipient);
    const routes = deliveryPlan(input);
    plans.push({ recipient, routes, ...(routes.length === 0 && { unreachable: unreachableBecause(input) }) });
  }
  return { plans };
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
  recipient: Pick<Recipient, 'team_id'> & { user_id?: string },
  attributes: Attributes,
  connectors: UsableConnectors,
): Promise<PlanInput> {
  const { user_id: userId } = recipient;
  return {
    mode: policy.delivery_mode,
    delivery: policy.delivery_config,
    fallback: policy.fallback_config,
    endpoints: userId === undefined ? [] : await endpointsOf(client, organizationId, userId),
    preference: userId === undefined ? undefined : await preferenceOf(client, organizationId, userId, policy.category),
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

async function endpointsOf(client: PoolClient, organizationId: string, userId: string): Promise<PlannedEndpoint[]> {
  const { rows } = await client.query<PlannedEndpoint>(
    'select * from user_endpoints where organization_id = $1 and user_id = $2 order by created_at, id',
    [organizationId, userId],
  );
  return rows;
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
