import type { RoutedEvent } from '../../channels/outbox/chains.js';
import type { Policy } from '../../routing/policies/policy-rules.js';
import { teamToAsk, type TeamMembers } from '../../routing/policies/resolvers.js';

/** Of an event a user is to be notified as a policy says. */
export interface Notice {
  event: RoutedEvent;
  policy: Policy;
  /** What `TeamDirectory` answered; absent until asked. */
  teams?: TeamMembers;
  /** The event was not acknowledged in time: others are notified, and each delivery has that as its stage. */
  escalation: boolean;
  /** Something of the same incident waits, and this must not overtake it. */
  behindAnother?: boolean;
}

/** Whether it has to wait until its recipients are known. */
export const hasToWait = ({ event, policy, teams, behindAnother }: Notice): boolean =>
  teams === undefined &&
  (behindAnother === true ||
    teamToAsk(policy.recipient_resolver, policy.resolver_config, event.attributes) !== undefined);
