/** What a caller may do: built-in roles to permissions. Pure. */
import type { RoleRef } from '@spanwise/contracts/iam';
import { BUILTIN_ROLES, permissionsOfRole, type BuiltinRole } from '@spanwise/contracts/permissions';

export function roleByKey(key: string): BuiltinRole | undefined {
  return BUILTIN_ROLES.find((role) => role.key === key);
}

export const rolesOf = (keys: readonly string[]): BuiltinRole[] =>
  BUILTIN_ROLES.filter((role) => keys.includes(role.key)).toSorted((a, b) => a.priority - b.priority);

/** Union over the roles, sorted. */
export const permissionsOf = (keys: readonly string[]): string[] =>
  [...new Set(rolesOf(keys).flatMap((role) => permissionsOfRole(role.key)))].sort();

export const roleRef = (role: BuiltinRole): RoleRef => ({ id: role.id, key: role.key, name: role.name, builtin: true });

export const displayRole = (keys: readonly string[]): string =>
  rolesOf(keys)
    .map((role) => role.name)
    .join(', ');

/** A token must not do what its maker may not. */
export const isSubset = (permissions: readonly string[], of: readonly string[]): boolean =>
  permissions.every((permission) => of.includes(permission));
