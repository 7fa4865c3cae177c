/** From the payment provider's events to the state of a subscription and of its organization (ACCESS-16). Pure. */
import type { Billing } from '@spanwise/contracts/authz/billing-state';
import { SUBSCRIPTION_STATES, type SubscriptionState } from '@spanwise/contracts/iam/billing';

const STATE_OF_STATUS: Record<string, SubscriptionState> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'suspended',
  incomplete: 'suspended',
  paused: 'suspended',
  canceled: 'cancelled',
  incomplete_expired: 'cancelled',
};

export const DELETED = 'customer.subscription.deleted';

/** A status that is not known here keeps the service running: the provider may name new ones at any time. */
export const stateOfStatus = (type: string, status: string): SubscriptionState =>
  type === DELETED ? 'cancelled' : Object.hasOwn(STATE_OF_STATUS, status) ? STATE_OF_STATUS[status]! : 'pending';

/** Where in the life of its subscription an event stands, whenever it arrives. */
export interface Position {
  /** The provider never revives a subscription that has ended. */
  ended: boolean;
  /** When the provider made the event, seconds. */
  created: number;
  rank: number;
  /** Events of one second have some order that is the same everywhere. */
  eventId: string;
}

const RANK = new Map([
  ['customer.subscription.created', 0],
  [DELETED, 2],
]);

export const positionOf = (event: {
  id: string;
  type: string;
  created: number;
  state: SubscriptionState;
}): Position => ({
  ended: event.state === 'cancelled',
  created: event.created,
  rank: RANK.get(event.type) ?? 1,
  eventId: event.id,
});

/** A total order: the last position of a life is the same in whatever order its events arrive. */
export function isLater(a: Position, b: Position): boolean {
  if (a.ended !== b.ended) return a.ended;
  if (a.created !== b.created) return a.created > b.created;
  if (a.rank !== b.rank) return a.rank > b.rank;
  return a.eventId > b.eventId;
}

export const bestOf = (states: readonly SubscriptionState[]): SubscriptionState | undefined =>
  SUBSCRIPTION_STATES.find((state) => states.includes(state));

export interface BillingFacts {
  enabled: boolean;
  /** When billing was last enabled; a trial begins no earlier. */
  enabledAtMs: number;
  trialDays: number;
  organizationCreatedMs: number;
  /** The platform's own organization is never paused. */
  system: boolean;
  subscription: SubscriptionState | undefined;
}

export interface TrialTimes {
  startedAtMs: number;
  endsAtMs: number;
}

export const DAY_MS = 86_400_000;

export function trialTimes({ enabledAtMs, organizationCreatedMs, trialDays }: BillingFacts): TrialTimes {
  const startedAtMs = Math.max(enabledAtMs, organizationCreatedMs);
  return { startedAtMs, endsAtMs: startedAtMs + trialDays * DAY_MS };
}

export function billingOf(facts: BillingFacts): Billing {
  if (!facts.enabled || facts.system) return { billing_state: 'active' };
  if (facts.subscription === undefined) {
    return { billing_state: 'trial', trial_ends_micros: trialTimes(facts).endsAtMs * 1_000 };
  }
  return { billing_state: facts.subscription === 'pending' ? 'active' : facts.subscription };
}
