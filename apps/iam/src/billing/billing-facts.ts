/** Billing as authentication reads it: columns beside those of an organization `o`. */
import type { SubscriptionState } from '@spanwise/contracts/iam-billing';
import type { BillingFacts } from './subscription-life.js';

export interface BillingRow {
  created_at: Date;
  system: boolean;
  subscription_state: SubscriptionState | null;
  billing_enabled: boolean;
  billing_enabled_at: Date | null;
  trial_days: number;
}

export const BILLING_COLUMNS = `o.subscription_state, (select enabled from billing_settings) as billing_enabled,
  (select enabled_at from billing_settings) as billing_enabled_at,
  (select trial_days from billing_settings) as trial_days`;

export const billingFacts = (row: BillingRow): BillingFacts => ({
  enabled: row.billing_enabled,
  enabledAtMs: row.billing_enabled_at?.getTime() ?? 0,
  trialDays: row.trial_days,
  organizationCreatedMs: row.created_at.getTime(),
  system: row.system,
  subscription: row.subscription_state ?? undefined,
});
