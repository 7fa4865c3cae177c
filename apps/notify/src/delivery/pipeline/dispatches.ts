/** What goes to whom by which routes (DELIVERY-22): pure. */
import type { Chain, Route, Undeliverable } from '../../channels/outbox/chains.js';
import type { Policy } from '../../routing/policies/policy-rules.js';
import type { Plans } from '../../routing/policies/recipient-plans.js';
import type { Notice } from './notice.js';

export interface Dispatch {
  chain: Chain;
  /** In each of them the first success ends the rest. */
  routes: Route[][];
  /** Why the recipient is not notified; only then. */
  undeliverable?: Undeliverable;
}

export function dispatchesOf(
  { event, policy, escalation }: Notice,
  { plans, unreachable: noRecipient }: Plans,
): Dispatch[] {
  const { attributes: _, ...shared } = event;
  const staged = (routes: Route[]) =>
    chainsOf(policy, routes).map((chained) =>
      escalation ? chained.map((route) => ({ ...route, stage: 'escalation' as const })) : chained,
    );
  const stage = escalation ? 'escalation' : 'user_primary';
  if (noRecipient !== undefined) {
    const undeliverable: Undeliverable = { stage, code: 'no_recipient', reason: noRecipient.reason };
    return [{ chain: { ...shared, userId: undefined }, routes: staged(noRecipient.routes), undeliverable }];
  }
  return plans.map(({ recipient, routes, unreachable }) => {
    const chain = { ...shared, userId: recipient.user_id };
    if (unreachable === undefined) return { chain, routes: staged(routes) };
    return { chain, routes: [], undeliverable: { stage, code: 'no_route', reason: unreachable } };
  });
}

/** One chain of routes, of which the first success ends the rest; `multi_connector` uses every primary route by itself. */
function chainsOf(policy: Pick<Policy, 'delivery_mode'>, routes: Route[]): Route[][] {
  if (policy.delivery_mode !== 'multi_connector') return [routes];
  const primary = routes.filter(({ stage }) => stage === 'user_primary');
  return primary.length === 0 ? [routes] : primary.map((route) => [route]);
}
