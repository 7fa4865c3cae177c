/** What a caller may do, from the facts about them. Pure. */
import type { RoleRef } from '@spanwise/contracts/iam/iam';
import { BUILTIN_ROLES, permissionsOfRole, type BuiltinRole } from '@spanwise/contracts/authz/permissions';

/** A built-in role, or a custom one of an organization. */
export interface Role extends RoleRef {
  permissions: readonly string[];
  /** Order of display, lowest first; custom roles come last. */
  priority: number;
}

const CUSTOM_PRIORITY = 100;

export const builtinRole = (role: BuiltinRole): Role => ({
  id: role.id,
  key: role.key,
  name: role.name,
  builtin: true,
  permissions: permissionsOfRole(role.key),
  priority: role.priority,
});

export const customRole = (row: { id: string; key: string; name: string; permissions: string[] }): Role => ({
  ...row,
  builtin: false,
  priority: CUSTOM_PRIORITY,
});

export function builtinRoleByKey(key: string): Role | undefined {
  const found = BUILTIN_ROLES.find((role) => role.key === key);
  return found && builtinRole(found);
}

export const byPriority = (roles: readonly Role[]): Role[] =>
  roles.toSorted((a, b) => a.priority - b.priority || (a.key < b.key ? -1 : 1));

/** Union over the roles, sorted. */
export const permissionsOf = (roles: readonly Role[]): string[] =>
  [...new Set(roles.flatMap((role) => role.permissions))].sort();

export const roleRef = ({ id, key, name, builtin }: Role): RoleRef => ({ id, key, name, builtin });

export const displayRole = (roles: readonly Role[]): string => roles.map((role) => role.name).join(', ');

/** A user grants only what they have. */
export const isSubset = (permissions: readonly string[], of: readonly string[]): boolean =>
  permissions.every((permission) => of.includes(permission));

export interface Standing {
  scope: 'organization' | 'system';
  /** The organization is the reserved `_sys`. */
  systemOrganization: boolean;
  platformAdministrator: boolean;
  /** Roles of the enabled membership; undefined without one. */
  memberRoleKeys: string[] | undefined;
}

/**
 * Keys of the roles that a user has in an organization, or undefined when they have no business there. The platform
 * administrator is an owner everywhere (ACCESS-10); `_sys` is for them alone and has no other scope.
 */
export function roleKeysOf(standing: Standing): string[] | undefined {
  if (standing.scope === 'system' || standing.systemOrganization) {
    const entitled = standing.platformAdministrator && standing.systemOrganization && standing.scope === 'system';
    return entitled ? ['platform_owner'] : undefined;
  }
  return standing.platformAdministrator ? ['owner'] : standing.memberRoleKeys;
}

/** A token does what its role and its scopes allow, and never more than its owner may at this moment. */
export function tokenPermissions(role: Role, scopes: readonly string[] | null, owner: readonly string[]): string[] {
  return role.permissions.filter(
    (permission) => owner.includes(permission) && (scopes === null || scopes.includes(permission)),
  );
}
