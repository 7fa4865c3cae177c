/** Where a user may go: the organizations of their memberships, and for the platform administrator `_sys` and all others. */
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { Scope } from '@spanwise/contracts/iam-context';
import { poolOf } from '@spanwise/postgres/database';
import { roleKeysOf, type Role } from '../context/effective-access.js';
import type { User } from '../db/entities.js';
import { nameOrganization, type Scopes } from '../db/scopes.js';
import { rolesByKey } from '../roles/role-store.js';

export interface DestinationOrganization {
  id: string;
  slug: string;
  name: string;
  system: boolean;
  disabled: boolean;
}

export interface Destination {
  organization: DestinationOrganization;
  scope: Scope;
  roles: Role[];
}

type Traveller = Pick<User, 'id' | 'platform_administrator'>;

const COLUMNS = 'o.id, o.slug, o.name, o.system, o.disabled';

/** The first membership whose organization is enabled; else `_sys`, for the platform administrator (peer facts 2.2). */
export function findFirstOrganization(scopes: Scopes, user: Traveller): Promise<Destination | undefined> {
  return scopes.asUser(user.id, async (client) => {
    const { rows } = await client.query<DestinationOrganization & { role_keys: string[] | null }>(
      `select ${COLUMNS}, m.role_keys from organizations o
         left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
        where not o.disabled and ((m.user_id is not null and not o.system) or (o.system and $2))
        order by o.system, m.created_at, o.id limit 1`,
      [user.id, user.platform_administrator],
    );
    return rows.length === 0 ? undefined : destinationOf(client, user, rows[0], rows[0].role_keys);
  });
}

/** Undefined where the user has no business; the caller judges a disabled organization. */
export function findOrganization(
  scopes: Scopes,
  user: Traveller,
  organizationId: string,
): Promise<Destination | undefined> {
  return scopes.asUser(user.id, async (client) => {
    const { rows } = await client.query<DestinationOrganization & { role_keys: string[] | null }>(
      `select ${COLUMNS}, m.role_keys from organizations o
         left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
        where o.id = $2`,
      [user.id, organizationId],
    );
    return rows.length === 0 ? undefined : destinationOf(client, user, rows[0], rows[0].role_keys);
  });
}

async function destinationOf(
  client: PoolClient,
  user: Traveller,
  { id, slug, name, system, disabled }: DestinationOrganization,
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

export const systemOrganizationId = (source: DataSource): Promise<string> => systemOrganizationIdIn(poolOf(source));

export async function systemOrganizationIdIn(client: Pick<PoolClient, 'query'>): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from organizations where system limit 1');
  return rows[0].id;
}
