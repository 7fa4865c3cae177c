/** Who is an owner, and what a grantor may grant at this moment. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { forbidden } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { isSubset, permissionsOf, roleKeysOf, type Role } from './effective-access.js';
import { rolesByKey } from './roles.store.js';
import { findStanding } from './standing.store.js';

/** Roles of a user who may act in the organization now; undefined for others. */
export async function standingRoles(
  client: PoolClient,
  organizationId: string,
  userId: string,
): Promise<Role[] | undefined> {
  const standing = await findStanding(client, userId, organizationId);
  const keys =
    standing &&
    roleKeysOf({
      scope: 'organization',
      systemOrganization: false,
      platformAdministrator: standing.platform_administrator,
      memberRoleKeys: standing.role_keys ?? undefined,
    });
  return keys && rolesByKey(client, organizationId, keys);
}

/** Signed in, and an owner. A token acts for its owner and is none. */
export async function isOwner(client: PoolClient, context: IamContext): Promise<boolean> {
  if (context.subject_type !== 'user' || context.scope !== 'organization') return false;
  const roles = await standingRoles(client, context.organization_id, context.subject);
  return roles?.some((role) => role.key === 'owner') ?? false;
}

/** A user grants, revokes and manages only what they have, and Owner is given and taken by signed-in owners alone. */
export async function requireGrantable(client: PoolClient, context: IamContext, roles: readonly Role[]): Promise<void> {
  if (!isSubset(permissionsOf(roles), context.permissions)) {
    throw forbidden('You cannot give or change a role with permissions that you do not have.');
  }
  if (roles.some((role) => role.key === 'owner') && !(await isOwner(client, context))) {
    throw forbidden('The role Owner is given and taken by signed-in owners alone.');
  }
}

/** What a user granted holds: they may act in the organization still, and could give it now. */
export async function canGrant(
  client: PoolClient,
  organizationId: string,
  grantorId: string,
  role: Role,
): Promise<boolean> {
  const held = await standingRoles(client, organizationId, grantorId);
  if (held === undefined || !isSubset(role.permissions, permissionsOf(held))) return false;
  return role.key !== 'owner' || held.some((one) => one.key === 'owner');
}
