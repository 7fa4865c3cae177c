/** Recipients of an event under a policy, each with the routes by which they are reached. */
import type { PoolClient } from 'pg';
import type { Route } from '../../channels/outbox/chains.js';
import { deliveryPlan, type PlanInput, unreachableBecause } from './delivery-plan.js';
import type { Attributes } from './matchers.js';
import type { Policy } from './policy-rules.js';
import { defaultsOf, endpointsOf, preferenceOf, type UsableConnectors } from './recipients.store.js';
import { onCallNow } from '../../oncall/schedules/on-call.store.js';
import { resolveRecipients, scheduleToAsk, type Recipient, type TeamMembers } from './resolvers.js';

export interface RecipientPlan {
  recipient: Recipient;
  routes: Route[];
  /** Why there is no route; only then. */
  unreachable?: string;
}

/** The recipients with their routes; where there is none, why, and the default routes that are left. */
export interface Plans {
  plans: RecipientPlan[];
  unreachable?: { reason: string; routes: Route[] };
}

/** `teams`: what `TeamDirectory` answered for this policy and event. Who is on call is looked up in this transaction. */
export async function recipientPlans(
  client: PoolClient,
  organizationId: string,
  policy: Policy,
  attributes: Attributes,
  connectors: UsableConnectors,
  teams: TeamMembers,
): Promise<Plans> {
  const { recipient_resolver: resolver, resolver_config: config } = policy;
  const scheduleId = scheduleToAsk(resolver, config);
  const onCall =
    scheduleId === undefined ? undefined : await onCallNow(client, organizationId, scheduleId, Date.now() * 1_000);
  const {
    recipients,
    unreachable: reason,
    team_id,
  } = resolveRecipients(resolver, config, attributes, { teams, onCall });
  const planned = (to: Pick<Recipient, 'team_id'> & { user_id?: string }) =>
    planInput(client, organizationId, policy, to, attributes, connectors);
  if (reason !== undefined) {
    return { plans: [], unreachable: { reason, routes: deliveryPlan(await planned({ team_id })) } };
  }
  const plans: RecipientPlan[] = [];
  for (const recipient of recipients) {
    const input = await planned(recipient);
    const routes = deliveryPlan(input);
    plans.push({ recipient, routes, ...(routes.length === 0 && { unreachable: unreachableBecause(input) }) });
  }
  return { plans };
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
