/** What a policy makes of an event: deliveries in the outbox, and in the log why somebody is not told. */
import type { PoolClient } from 'pg';
import type { Attributes } from '../policies/matchers.js';
import type { Policy } from '../policies/policy-rules.js';
import { recipientPlans, usableConnectors } from '../policies/recipient-plans.js';
import type { TeamMembers } from '../policies/resolvers.js';
import type { Route } from '../policies/delivery-plan.js';
import { chainsOf } from './chains.js';
import { enqueue, logUntold, type Chain } from './outbox.js';

export interface ToldEvent extends Omit<Chain, 'userId'> {
  attributes: Attributes;
}

/** Returns how many deliveries it put into the outbox; each of an `escalation` has that as its stage. */
export async function tell(
  client: PoolClient,
  organizationId: string,
  { attributes, ...event }: ToldEvent,
  policy: Policy,
  teams: TeamMembers,
  escalation = false,
): Promise<number> {
  const connectors = await usableConnectors(client, organizationId);
  const { plans, nobody } = await recipientPlans(client, organizationId, policy, attributes, connectors, teams);
  const stage = escalation ? 'escalation' : 'user_primary';
  const put = async (chain: Chain, routes: Route[]) => {
    let made = 0;
    for (const chained of chainsOf(policy, routes)) {
      const staged = escalation ? chained.map((route) => ({ ...route, stage: 'escalation' as const })) : chained;
      made += await enqueue(client, organizationId, chain, staged);
    }
    return made;
  };
  if (nobody !== undefined) {
    const chain = { ...event, userId: undefined };
    await logUntold(client, organizationId, chain, stage, 'no_recipient', nobody.reason);
    return put(chain, nobody.routes);
  }
  let made = 0;
  for (const { recipient, routes, unreachable } of plans) {
    const chain = { ...event, userId: recipient.user_id };
    if (unreachable !== undefined) await logUntold(client, organizationId, chain, stage, 'no_route', unreachable);
    else made += await put(chain, routes);
  }
  return made;
}
