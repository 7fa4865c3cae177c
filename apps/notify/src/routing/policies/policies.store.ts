import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { existing } from '../../db/named-things.js';
import type { Policy } from './policy-rules.js';

export interface PolicyRow {
  id: string;
  organization_id: string;
  definition: Policy;
  created_at: Date;
  updated_at: Date;
}

export interface PolicyOfType {
  id: string;
  definition: Policy;
  template_id: string | null;
}

/** Those that are enabled, in their order. */
export async function policiesOfType(
  client: PoolClient,
  organizationId: string,
  eventType: string,
): Promise<PolicyOfType[]> {
  const { rows } = await client.query<PolicyOfType>(
    `select id, definition, template_id from policies
     where organization_id = $1 and event_type = $2 and enabled order by priority, created_at, id`,
    [organizationId, eventType],
  );
  return rows;
}

/** As the policy is now; undefined for one that is gone or disabled. */
export async function policyNow(client: PoolClient, organizationId: string, id: string): Promise<Policy | undefined> {
  const { rows } = await client.query<{ definition: Policy }>(
    'select definition from policies where organization_id = $1 and id = $2 and enabled',
    [organizationId, id],
  );
  return rows[0]?.definition;
}

export async function policyRows(client: PoolClient, organizationId: string, limit: number): Promise<PolicyRow[]> {
  const { rows } = await client.query<PolicyRow>(
    'select * from policies where organization_id = $1 order by priority, created_at, id limit $2',
    [organizationId, limit],
  );
  return rows;
}

/** Throws `not_found`, as the others do. */
export async function policyRow(client: PoolClient, organizationId: string, id: string): Promise<PolicyRow> {
  const { rows } = await client.query<PolicyRow>('select * from policies where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return existing(rows, 'policy');
}

const COLUMNS = 'name, event_type, category, definition, template_id, enabled, priority';
const valuesOf = (policy: Policy) => [
  policy.name,
  policy.event_type,
  policy.category,
  storableJson(policy),
  policy.template_id ?? null,
  policy.enabled,
  policy.priority,
];

export async function addPolicy(
  client: PoolClient,
  organizationId: string,
  id: string,
  policy: Policy,
): Promise<PolicyRow> {
  const { rows } = await client.query<PolicyRow>(
    `insert into policies (organization_id, id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`,
    [organizationId, id, ...valuesOf(policy)],
  );
  return rows[0]!;
}

/** Replaces the whole policy. */
export async function setPolicy(
  client: PoolClient,
  organizationId: string,
  id: string,
  policy: Policy,
): Promise<PolicyRow> {
  const { rows } = await client.query<PolicyRow>(
    `update policies set (${COLUMNS}, updated_at) = ($3, $4, $5, $6, $7, $8, $9, now())
     where organization_id = $1 and id = $2 returning *`,
    [organizationId, id, ...valuesOf(policy)],
  );
  return existing(rows, 'policy');
}

export async function removePolicy(client: PoolClient, organizationId: string, id: string): Promise<PolicyRow> {
  const { rows } = await client.query<PolicyRow>(
    'delete from policies where organization_id = $1 and id = $2 returning *',
    [organizationId, id],
  );
  return existing(rows, 'policy');
}
