import type { Policy } from '../policies/policy-rules.js';
import type { Route } from '../policies/delivery-plan.js';

/** One chain of routes, of which the first success ends the rest; `multi_connector` uses every primary route by itself. */
export function chainsOf(policy: Pick<Policy, 'delivery_mode'>, routes: Route[]): Route[][] {
  if (policy.delivery_mode !== 'multi_connector') return [routes];
  const primary = routes.filter(({ stage }) => stage === 'user_primary');
  return primary.length === 0 ? [routes] : primary.map((route) => [route]);
}
