/** What goes to whom by which routes (DELIVERY-22): pure. */
import type { Chain, Route, Undeliverable } from '../../channels/outbox/chains.js';
import type { Policy } from '../../routing/policies/policy-rules.js';
import type { Plans } from '../../routing/policies/recipient-plans.js';
import type { Notice } from './notice.js';

export interface Dispatch {
  chain: Chain;
  /** In each of them the first success ends the rest. */
  routes: Route[][];
  /** Why the recipient is not told; only then. */
  undeliverable?: Undeliverable;
}

export function dispatchesOf({ event, policy, escalation }: Notice, { plans, unreachable: nobody }: Plans): Dispatch[] {
  const { attributes: _, ...told } = event;
  const staged = (routes: Route[]) =>
    chainsOf(policy, routes).map((chained) =>
      escalation ? chained.map((route) => ({ ...route, stage: 'escalation' as const })) : chained,
    );
  const stage = escalation ? 'escalation' : 'user_primary';
  if (nobody !== undefined) {
    const untold: Undeliverable = { stage, code: 'no_recipient', reason: nobody.reason };
    return [{ chain: { ...told, userId: undefined }, routes: staged(nobody.routes), undeliverable: untold }];
  }
  return plans.map(({ recipient, routes, unreachable }) => {
    const chain = { ...told, userId: recipient.user_id };
    if (unreachable === undefined) return { chain, routes: staged(routes) };
    return { chain, routes: [], untold: { stage, code: 'no_route', reason: unreachable } };
  });
}

/** One chain of routes, of which the first success ends the rest; `multi_connector` uses every primary route by itself. */
function chainsOf(policy: Pick<Policy, 'delivery_mode'>, routes: Route[]): Route[][] {
  if (policy.delivery_mode !== 'multi_connector') return [routes];
  const primary = routes.filter(({ stage }) => stage === 'user_primary');
  return primary.length === 0 ? [routes] : primary.map((route) => [route]);
}
