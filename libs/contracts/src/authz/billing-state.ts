/** What an organization's payments allow (ACCESS-16): pure. */
import type { Integer } from '../base/integer.js';

/** Best first: of several subscriptions the best one counts. `trial` is the state of an organization without any. */
export const BILLING_STATES = ['active', 'trial', 'past_due', 'suspended', 'cancelled'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

export interface Billing {
  billing_state: BillingState;
  /** End of a trial, so that it ends everywhere at its moment; absent in the other states. */
  trial_ends_micros?: Integer;
}

/** The sentence of the 402 while the organization's service is paused, or undefined while it is not. */
export function pausedBecause({ billing_state: state, trial_ends_micros: ends }: Billing, nowMicros: number) {
  switch (state) {
    case 'active':
      return undefined;
    case 'trial':
      return ends !== undefined && ends <= nowMicros ? 'The trial of this organization has ended.' : undefined;
    case 'past_due':
      return 'A payment of this organization is overdue.';
    case 'suspended':
      return 'The subscription of this organization is suspended.';
    case 'cancelled':
      return 'The subscription of this organization is cancelled.';
  }
}
