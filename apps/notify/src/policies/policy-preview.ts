import { Injectable } from '@nestjs/common';
import type { NotificationCategory, QuietHours } from '@spanwise/contracts/notify-recipients';
import type { DefaultRoute, EventSample, PlannedRoute, PolicyPreview } from '@spanwise/contracts/notify-routing';
import type { PoolClient } from 'pg';
import type { ConnectorRow } from '../connectors/connector-rows.js';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import {
  deliveryPlan,
  isUsable,
  maskedTarget,
  type PlannedEndpoint,
  type PlanInput,
  type RoutesOf,
} from './delivery-plan.js';
import { matches, type Attributes, type Matchers } from './matchers.js';
import type { Policy } from './policy-rules.js';
import { resolveRecipients, type Recipient } from './resolvers.js';

type Connector = Pick<ConnectorRow, 'id' | 'name' | 'enabled' | 'status'>;

/** What a policy would do with an event; sends nothing. */
@Injectable()
export class PolicyPreviews {
  constructor(private readonly transactions: OrganizationTransactions) {}

  async preview(organizationId: string, policy: Policy, event: EventSample, id?: string): Promise<PolicyPreview> {
    const attributes = event.attributes ?? {};
    const matched =
      (event.event_type ?? policy.event_type) === policy.event_type && matches(policy.matchers as Matchers, attributes);
    const named = id !== undefined && { policy_id: id };
    if (!matched) return { ...named, matched, recipients: [] };
    const recipients = resolveRecipients(policy.recipient_resolver, policy.resolver_config, attributes);
    return this.transactions.in(organizationId, async (client) => {
      const connectors = await usableConnectors(client, organizationId);
      const planned = [];
      for (const recipient of recipients) {
        const input = await planInput(client, organizationId, policy, recipient, attributes, connectors);
        planned.push({ ...recipient, delivery_plan: deliveryPlan(input).map((route) => shown(route, connectors)) });
      }
      return { ...named, matched, recipients: planned };
    });
  }
}

async function usableConnectors(client: PoolClient, organizationId: string): Promise<Map<string, Connector>> {
  const { rows } = await client.query<Connector>(
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
  connectors: Map<string, Connector>,
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

const shown = (route: ReturnType<typeof deliveryPlan>[number], connectors: Map<string, Connector>): PlannedRoute => ({
  stage: route.stage,
  connector_id: route.connector_id,
  connector_name: connectors.get(route.connector_id)?.name ?? '',
  ...(route.endpoint_id !== undefined && { endpoint_id: route.endpoint_id }),
  target_type: route.target.type,
  target_value_masked: maskedTarget(route.target.value),
});
