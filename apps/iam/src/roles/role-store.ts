import type { PoolClient } from 'pg';
import { BUILTIN_ROLES } from '@spanwise/contracts/permissions';
import { invalidArgument } from '@spanwise/contracts/errors';
import { builtinRole, byPriority, customRole, permissionsOf, type Role } from '../context/effective-access.js';

interface RoleRow {
  id: string;
  key: string;
  name: string;
  permissions: string[];
}

/** The roles with these keys, in order of display; the transaction is scoped to the organization. */
export async function rolesByKey(client: PoolClient, organizationId: string, keys: readonly string[]): Promise<Role[]> {
  const builtin = BUILTIN_ROLES.filter((role) => keys.includes(role.key)).map(builtinRole);
  if (builtin.length === new Set(keys).size) return byPriority(builtin);
  const { rows } = await client.query<RoleRow>(
    'select id, key, name, permissions from roles where organization_id = $1 and key = any($2)',
    [organizationId, keys],
  );
  return byPriority([...builtin, ...rows.map(customRole)]);
}

/** Every role that the organization can give, by key. */
export async function organizationRoles(client: PoolClient, organizationId: string): Promise<Map<string, Role>> {
  const { rows } = await client.query<RoleRow>(
    'select id, key, name, permissions from roles where organization_id = $1 order by key',
    [organizationId],
  );
  const builtin = BUILTIN_ROLES.filter((role) => role.scope === 'organization').map(builtinRole);
  return new Map([...builtin, ...rows.map(customRole)].map((role) => [role.key, role]));
}

/**
 * The roles with these ids, kept from being deleted until the transaction ends. An unknown id, one of another
 * organization and a role that people cannot have are the same 400.
 */
export async function rolesByIdForUse(client: PoolClient, organizationId: string, ids: string[]): Promise<Role[]> {
  const wanted = [...new Set(ids)];
  const builtin = BUILTIN_ROLES.filter(
    (role) => wanted.includes(role.id) && role.scope === 'organization' && role.key !== 'rum_client',
  ).map(builtinRole);
  const { rows } = await client.query<RoleRow>(
    'select id, key, name, permissions from roles where organization_id = $1 and id = any($2::uuid[]) for share',
    [organizationId, wanted],
  );
  const roles = byPriority([...builtin, ...rows.map(customRole)]);
  if (roles.length !== wanted.length) {
    throw invalidArgument('A role is unknown or cannot be given.', [{ field: 'role_id', reason: 'unknown role' }]);
  }
  return roles;
}

export async function permissionsOfKeys(client: PoolClient, organizationId: string, keys: string[]): Promise<string[]> {
  return permissionsOf(await rolesByKey(client, organizationId, keys));
}

/** Every change of roles, bindings or memberships raises the version that `capabilities` shows. */
export async function raisePolicyVersion(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('update organizations set policy_version = policy_version + 1 where id = $1', [organizationId]);
}
