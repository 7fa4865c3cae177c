/** Billing as authentication reads it: columns beside those of an organization `o`. */
import type { PoolClient } from 'pg';
import type { BillingSettings, SubscriptionState } from '@spanwise/contracts/iam/billing';
import { microsOf } from '@spanwise/contracts/base/micros';
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

export interface SettingsRow {
  enabled: boolean;
  trial_days: number;
  signature_tolerance_secs: number;
  secret_set: boolean;
  updated_at: Date;
}

/** What is null stays as it is. */
export async function changeBillingSettings(
  client: PoolClient,
  enabled: boolean | null,
  trialDays: number | null,
  signatureToleranceSeconds: number | null,
  secret: Buffer | null,
): Promise<void> {
  await client.query(
    `update billing_settings set
       enabled_at = case when $1 and not enabled then now() else enabled_at end,
       enabled = coalesce($1, enabled), trial_days = coalesce($2, trial_days),
       signature_tolerance_secs = coalesce($3, signature_tolerance_secs),
       webhook_secret = coalesce($4, webhook_secret), updated_at = now()`,
    [enabled, trialDays, signatureToleranceSeconds, secret],
  );
}

export async function findBilling(client: PoolClient, organizationId: string): Promise<BillingRow | undefined> {
  const { rows } = await client.query<BillingRow>(
    `select o.created_at, o.system, ${BILLING_COLUMNS} from organizations o where o.id = $1`,
    [organizationId],
  );
  return rows[0];
}

export async function readSettings(client: PoolClient): Promise<BillingSettings> {
  const { rows } = await client.query<SettingsRow>(
    `select enabled, trial_days, signature_tolerance_secs, webhook_secret is not null as secret_set, updated_at
       from billing_settings`,
  );
  const [row] = rows;
  return {
    enabled: row!.enabled,
    trial_days: row!.trial_days,
    signature_tolerance_secs: row!.signature_tolerance_secs,
    webhook_secret_set: row!.secret_set,
    updated_at_micros: microsOf(row!.updated_at),
  };
}
