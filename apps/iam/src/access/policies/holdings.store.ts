/** What a user holds on single resources, as the one evaluation takes it. */
import type { PoolClient } from 'pg';
import { NO_HOLDINGS, type Holdings } from '@spanwise/contracts/authz/authorize';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { Conditions } from '@spanwise/contracts/authz/decisions';
import { microsOf } from '@spanwise/contracts/base/micros';
import { organizationRoles } from '../roles/roles.store.js';
import { principalIdsOf } from './principals.js';

/** Of one kind and one caller; more than an organization can give. */
const MAX_HELD = 1_000;

interface HeldRow {
  id: string;
  organization_id: string;
  role_id: string;
  resource_type: string;
  resource_id: string;
  resource_ids: string[] | null;
  container_type: string | null;
  container_id: string | null;
  permissions: string[];
  conditions: Conditions;
  starts_at: Date | null;
  expires_at: Date | null;
}

/** Nothing for an API token, which has its role alone. The transaction is scoped to the caller's organization. */
export async function holdingsOf(client: PoolClient, context: IamContext): Promise<Holdings> {
  if (context.subject_type !== 'user' || context.scope === 'system') return NO_HOLDINGS;
  const { organization_id: organizationId } = context;
  const principals = await principalIdsOf(client, organizationId, context.subject);
  const read = async (statement: string): Promise<HeldRow[]> =>
    (await client.query<HeldRow>(`${statement} limit $3`, [organizationId, principals, MAX_HELD])).rows;
  const bindings = await read(
    'select * from role_bindings where organization_id = $1 and principal_id = any($2::uuid[])',
  );
  const relationships = await read(
    'select * from relationships where organization_id = $1 and subject_id = any($2::uuid[])',
  );
  // What a disabled organization gave is closed with it.
  const grants = await read(
    `select g.* from cross_org_grants g join organizations o on o.id = g.organization_id and not o.disabled
      where g.target_organization_id = $1 and g.grantee_id = any($2::uuid[]) and g.status = 'active'`,
  );
  const roles = [...(await organizationRoles(client, organizationId)).values()];
  const permissionsOf = (row: HeldRow) => roles.find((role) => role.id === row.role_id)?.permissions ?? [];
  return {
    bindings: bindings.map((row) => ({ ...heldOf(row), permissions: permissionsOf(row), resource: resourceOf(row) })),
    relationships: relationships.map((row) => ({
      id: row.id,
      permissions: permissionsOf(row),
      resource: resourceOf(row),
      ...(row.container_type !== null &&
        row.container_id !== null && { container: { type: row.container_type, id: row.container_id } }),
    })),
    grants: grants.map((row) => ({
      ...heldOf(row),
      permissions: row.permissions,
      organizationId: row.organization_id,
      resourceType: row.resource_type,
      resourceIds: row.resource_ids ?? ('all' as const),
    })),
  };
}

const heldOf = ({ id, conditions, starts_at: startsAt, expires_at: expiresAt }: HeldRow) => ({
  id,
  conditions,
  ...(startsAt !== null && { startsAtMicros: microsOf(startsAt) }),
  ...(expiresAt !== null && { expiresAtMicros: microsOf(expiresAt) }),
});

const resourceOf = (row: HeldRow) => ({ type: row.resource_type, id: row.resource_id });
