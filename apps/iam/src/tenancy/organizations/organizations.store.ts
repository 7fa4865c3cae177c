import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { ORGANIZATION_COLUMNS, type OrganizationRow } from '../../platform/organizations/organization-row.store.js';

/** With the roles that the asking user has as a member. */
export type OrgRow = OrganizationRow & { role_keys?: string[] | null };

const STATUS_LOCK = 0x5354;

/** Those that the user may see, or just the one. */
export async function readOrganizations(
  client: PoolClient,
  userId: string,
  isAdministrator: boolean,
  onlyId: string | null,
  limit: number,
): Promise<OrgRow[]> {
  const { rows } = await client.query<OrgRow>(
    `select ${ORGANIZATION_COLUMNS}, m.role_keys from organizations o
       left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
      where o.deleted_at is null and ($2 or (m.user_id is not null and not o.system)) and ($3::uuid is null or o.id = $3)
      order by o.system, lower(o.name), o.id limit $4`,
    [userId, isAdministrator, onlyId, limit],
  );
  return rows;
}

export async function countOrganizations(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ all: string }>(
    'select count(*) as all from organizations where deleted_at is null',
  );
  return Number(rows[0]!.all);
}

/** Undefined where the slug is taken. */
export async function insertOrganization(client: PoolClient, slug: string, name: string): Promise<OrgRow | undefined> {
  const { rows } = await client.query<OrgRow>(
    `insert into organizations as o (id, slug, name) values ($1, $2, $3) on conflict (slug) do nothing
     returning ${ORGANIZATION_COLUMNS}`,
    [uuidv7(), slug, name],
  );
  return rows[0];
}

export async function setOrganizationName(client: PoolClient, id: string, name: string): Promise<void> {
  await client.query('update organizations set name = $2 where id = $1', [id, name]);
}

/** Of two requests that each leave one enabled organization, one must see the other. */
export async function lockStatus(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [STATUS_LOCK]);
}

export async function setOrganizationDisabled(client: PoolClient, id: string, disabled: boolean): Promise<void> {
  await client.query('update organizations set disabled = $2, policy_version = policy_version + 1 where id = $1', [
    id,
    disabled,
  ]);
}

export async function isAnotherEnabled(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from organizations where not system and not disabled and id <> $1 limit 1',
    [id],
  );
  return rowCount !== 0;
}
