/** Where a user may go: the organizations of their memberships, and for the platform administrator `_sys` and all others. */
import type { PoolClient } from 'pg';
import type { Scope } from '@spanwise/contracts/authz/iam-context';
import { roleKeysOf, type Role } from '../../access/roles/effective-access.js';
import type { User } from '../../db/entities.js';
import { nameOrganization, type Scopes } from '../../db/scopes.js';
import { ORGANIZATION_COLUMNS, type OrganizationRow } from '../../platform/organizations/organization-row.store.js';
import { rolesByKey } from '../../access/roles/roles.store.js';

export interface Destination {
  organization: OrganizationRow;
  scope: Scope;
  roles: Role[];
}

type Traveller = Pick<User, 'id' | 'platform_administrator'>;

/** The first membership whose organization is enabled; else `_sys`, for the platform administrator (ACCESS-5). */
export function findFirstOrganization(scopes: Scopes, user: Traveller): Promise<Destination | undefined> {
  return scopes.in({ userId: user.id }, async (client) => {
    const { rows } = await client.query<OrganizationRow & { role_keys: string[] | null }>(
      `select ${ORGANIZATION_COLUMNS}, m.role_keys from organizations o
         left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
        where not o.disabled and ((m.user_id is not null and not o.system) or (o.system and $2))
        order by o.system, m.created_at, o.id limit 1`,
      [user.id, user.platform_administrator],
    );
    return rows.length === 0 ? undefined : destinationOf(client, user, rows[0]!, rows[0]!.role_keys);
  });
}

/** Undefined where the user has no business; the caller decides on a disabled organization. */
export function findOrganization(
  scopes: Scopes,
  user: Traveller,
  organizationId: string,
): Promise<Destination | undefined> {
  return scopes.in({ userId: user.id }, async (client) => {
    const { rows } = await client.query<OrganizationRow & { role_keys: string[] | null }>(
      `select ${ORGANIZATION_COLUMNS}, m.role_keys from organizations o
         left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
        where o.id = $2 and o.deleted_at is null`,
      [user.id, organizationId],
    );
    return rows.length === 0 ? undefined : destinationOf(client, user, rows[0]!, rows[0]!.role_keys);
  });
}

async function destinationOf(
  client: PoolClient,
  user: Traveller,
  { id, slug, name, system, disabled }: OrganizationRow,
  memberRoleKeys: string[] | null,
): Promise<Destination | undefined> {
  const scope = system ? 'system' : 'organization';
  const keys = roleKeysOf({
    scope,
    systemOrganization: system,
    platformAdministrator: user.platform_administrator,
    memberRoleKeys: memberRoleKeys ?? undefined,
  });
  if (keys === undefined) return undefined;
  await nameOrganization(client, id);
  return { organization: { id, slug, name, system, disabled }, scope, roles: await rolesByKey(client, id, keys) };
}
