import type { PoolClient } from 'pg';
import { pausedBecause, type Billing } from '@spanwise/contracts/authz/billing-state';
import { microsOf } from '@spanwise/contracts/base/micros';
import { BILLING_COLUMNS, billingFacts, type BillingRow } from './billing.store.js';
import { billingOf } from './subscription-life.js';

export interface ServingOrganization {
  id: string;
  slug: string;
  createdMicros: number;
  policyVersion: number;
  billing: Billing;
}

/** Those of the organizations whose things others may see: neither disabled, deleted nor paused, and not the platform's own. */
export async function readServing(
  client: PoolClient,
  organizationIds: readonly string[],
  nowMs: number,
): Promise<ServingOrganization[]> {
  if (organizationIds.length === 0) return [];
  const { rows } = await client.query<BillingRow & { id: string; slug: string; policy_version: number }>(
    `select o.id, o.slug, o.created_at, o.system, o.policy_version, ${BILLING_COLUMNS} from organizations o
      where o.id = any ($1::uuid[]) and not o.disabled and not o.system and o.deleted_at is null`,
    [organizationIds],
  );
  return rows
    .map((row) => ({
      id: row.id,
      slug: row.slug,
      createdMicros: microsOf(row.created_at),
      policyVersion: row.policy_version,
      billing: billingOf(billingFacts(row)),
    }))
    .filter(({ billing }) => pausedBecause(billing, nowMs * 1_000) === undefined);
}
