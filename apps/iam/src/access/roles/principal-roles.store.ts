/** What a principal is given on single resources. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import type { PrincipalType } from '@spanwise/contracts/iam/roles';
import type { Role } from './effective-access.js';
import { organizationRoles } from './roles.store.js';

/** Roles that a principal is given on single resources. */
export async function rolesHeldBy(
  client: PoolClient,
  organizationId: string,
  type: PrincipalType,
  id: string,
): Promise<Role[]> {
  const { rows } = await client.query<{ role_id: string }>(
    `select role_id from role_bindings where organization_id = $1 and principal_type = $2 and principal_id = $3
     union select role_id from relationships where organization_id = $1 and subject_type = $2 and subject_id = $3`,
    [organizationId, type, id],
  );
  const held = new Set(rows.map((row) => row.role_id));
  return [...(await organizationRoles(client, organizationId)).values()].filter((role) => held.has(role.id));
}

/** Takes from a user who leaves the organization, or a team that is deleted, what they were given. */
export async function forgetPrincipal(
  client: PoolClient,
  organizationId: string,
  type: PrincipalType,
  id: string,
): Promise<void> {
  const principal = [organizationId, type, id];
  await client.query(
    'delete from role_bindings where organization_id = $1 and principal_type = $2 and principal_id = $3',
    principal,
  );
  await client.query(
    'delete from relationships where organization_id = $1 and subject_type = $2 and subject_id = $3',
    principal,
  );
  await client.query(
    `update cross_org_grants set status = 'revoked', updated_at = now()
      where target_organization_id = $1 and grantee_type = $2 and grantee_id = $3 and status <> 'revoked'`,
    principal,
  );
}
