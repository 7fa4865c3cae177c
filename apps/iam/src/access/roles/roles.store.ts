import type { PoolClient } from 'pg';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { builtinRole, byPriority, customRole, permissionsOf, type Role } from './effective-access.js';

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

/** The role with this id, as a list: empty when it is gone. */
export async function rolesById(client: PoolClient, organizationId: string, id: string): Promise<Role[]> {
  return [...(await organizationRoles(client, organizationId)).values()].filter((role) => role.id === id);
}

export async function permissionsOfKeys(client: PoolClient, organizationId: string, keys: string[]): Promise<string[]> {
  return permissionsOf(await rolesByKey(client, organizationId, keys));
}

/** Every change of roles, bindings or memberships raises the version that `capabilities` shows. */
export async function raisePolicyVersion(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('update organizations set policy_version = policy_version + 1 where id = $1', [organizationId]);
}

export interface StoredRole {
  id: string;
  key: string;
  name: string;
  description: string;
  permissions: string[];
  created_at: Date;
  updated_at: Date;
}

export async function readRoles(client: PoolClient, organizationId: string, limit: number): Promise<StoredRole[]> {
  const { rows } = await client.query<StoredRole>(
    'select * from roles where organization_id = $1 order by key limit $2',
    [organizationId, limit],
  );
  return rows;
}

export async function countRoles(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ all: string }>('select count(*) as all from roles where organization_id = $1', [
    organizationId,
  ]);
  return Number(rows[0]!.all);
}

/** Undefined when the organization has a role with this key. */
export async function insertRole(
  client: PoolClient,
  row: { organizationId: string; key: string; name: string; description: string; permissions: string[] },
): Promise<StoredRole | undefined> {
  const { rows } = await client.query<StoredRole>(
    `insert into roles (id, organization_id, key, name, description, permissions)
     values ($1, $2, $3, $4, $5, $6) on conflict (organization_id, key) do nothing returning *`,
    [uuidv7(), row.organizationId, row.key, row.name, row.description, row.permissions],
  );
  return rows[0];
}

/** What is null stays as it is. */
export async function changeRole(
  client: PoolClient,
  row: {
    organizationId: string;
    id: string;
    name: string | null;
    description: string | null;
    permissions: string[] | null;
  },
): Promise<StoredRole> {
  const { rows } = await client.query<StoredRole>(
    `update roles set name = coalesce($3, name), description = coalesce($4, description),
                      permissions = coalesce($5, permissions), updated_at = now()
      where organization_id = $1 and id = $2 returning *`,
    [row.organizationId, row.id, row.name, row.description, row.permissions],
  );
  return rows[0]!;
}

export async function removeRole(client: PoolClient, organizationId: string, id: string): Promise<void> {
  await client.query('delete from roles where organization_id = $1 and id = $2', [organizationId, id]);
}

export async function findRoleForUpdate(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<StoredRole | undefined> {
  const { rows } = await client.query<StoredRole>(
    'select * from roles where organization_id = $1 and id = $2 for update',
    [organizationId, id],
  );
  return rows[0];
}

export async function policyVersionOf(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ policy_version: number }>(
    'select policy_version from organizations where id = $1',
    [organizationId],
  );
  return rows[0]!.policy_version;
}
