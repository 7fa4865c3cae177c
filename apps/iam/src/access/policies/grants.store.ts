/** Grants across organizations. Every function's transaction is scoped to one of the two organizations. */
import type { PoolClient } from 'pg';
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import type { CreateGrant, GrantView, ShareTarget } from '@spanwise/contracts/iam/policies';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { microsOf } from '@spanwise/contracts/base/micros';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { validityOf } from './validity.js';

/** Creation limit of an organization, without those that are revoked: the list is a bare array (API-6). */
const MAX_GRANTS = 1_000;

type GrantRow = Omit<
  GrantView,
  'resource_selector' | 'starts_at_micros' | 'expires_at_micros' | 'created_at_micros' | 'updated_at_micros'
> & {
  resource_ids: string[] | null;
  starts_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const GRANT =
  'g.*, o.name as organization_name from cross_org_grants g join organizations o on o.id = g.organization_id';

export async function readGrants(client: PoolClient, organizationId: string): Promise<GrantView[]> {
  const { rows } = await client.query<GrantRow>(
    `select ${GRANT} where g.organization_id = $1 or g.target_organization_id = $1
      order by g.created_at desc, g.id limit $2`,
    [organizationId, MAX_GRANTS],
  );
  return rows.map(viewOf);
}

/** Of one of its two organizations. */
export async function readGrant(client: PoolClient, organizationId: string, id: string): Promise<GrantView> {
  const { rows } = await client.query<GrantRow>(
    `select ${GRANT} where (g.organization_id = $1 or g.target_organization_id = $1) and g.id = $2`,
    [organizationId, id],
  );
  if (rows.length === 0) throw notFound('There is no such grant.');
  return viewOf(rows[0]!);
}

export async function insertGrant(client: PoolClient, organizationId: string, input: CreateGrant): Promise<GrantView> {
  const counted = await client.query<{ live: string }>(
    "select count(*) as live from cross_org_grants where organization_id = $1 and status <> 'revoked'",
    [organizationId],
  );
  if (Number(counted.rows[0]!.live) >= MAX_GRANTS) throw conflict(`An organization can give ${MAX_GRANTS} grants.`);
  const id = uuidv7();
  await client.query(
    `insert into cross_org_grants (id, organization_id, target_organization_id, grantee_type, grantee_id, resource_type,
                                   resource_ids, permissions, conditions, starts_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
             to_timestamp($10::numeric / 1000000), to_timestamp($11::numeric / 1000000))`,
    [
      id,
      organizationId,
      input.target_organization_id,
      input.grantee_type,
      input.grantee_id,
      input.resource_type,
      input.resource_selector.ids ?? null,
      input.permissions,
      storableJson(input.conditions ?? {}),
      input.starts_at_micros ?? null,
      input.expires_at_micros ?? null,
    ],
  );
  return readGrant(client, organizationId, id);
}

/** Throws 409 when another call has moved it meanwhile. */
export async function moveGrant(
  client: PoolClient,
  grant: GrantView,
  organizationId: string,
  status: GrantView['status'],
): Promise<GrantView> {
  const { rowCount } = await client.query(
    `update cross_org_grants set status = $4, updated_at = now()
      where (organization_id = $1 or target_organization_id = $1) and id = $2 and status = $3`,
    [organizationId, grant.id, grant.status, status],
  );
  if (rowCount !== 1) throw conflict('The grant has changed meanwhile.');
  return readGrant(client, organizationId, grant.id);
}

const viewOf = (row: GrantRow): GrantView => ({
  id: row.id,
  organization_id: row.organization_id,
  organization_name: row.organization_name,
  target_organization_id: row.target_organization_id,
  grantee_type: row.grantee_type,
  grantee_id: row.grantee_id,
  resource_type: row.resource_type,
  resource_selector: row.resource_ids === null ? { all: true } : { ids: row.resource_ids },
  permissions: row.permissions,
  conditions: row.conditions,
  ...validityOf(row),
  status: row.status,
  created_at_micros: microsOf(row.created_at),
  updated_at_micros: microsOf(row.updated_at),
});

/** Organizations that a user may offer something to. */
export async function readTargets(
  client: PoolClient,
  userId: string,
  organizationId: string,
  isAdministrator: boolean,
  limit: number,
): Promise<ShareTarget[]> {
  const { rows } = await client.query<ShareTarget>(
    `select o.id, o.name from organizations o
       left join memberships m on m.organization_id = o.id and m.user_id = $1 and not m.disabled
      where not o.system and not o.disabled and o.id <> $2 and ($3 or m.user_id is not null)
      order by lower(o.name), o.id limit $4`,
    [userId, organizationId, isAdministrator, limit],
  );
  return rows;
}

export async function lockInOrder(client: PoolClient, organizationIds: string[]): Promise<void> {
  await client.query('select from organizations where id = any($1::uuid[]) order by id for no key update', [
    organizationIds,
  ]);
}

export interface RaisedVersion {
  id: string;
  policy_version: number;
}

export async function raisePolicyVersions(client: PoolClient, organizationIds: string[]): Promise<RaisedVersion[]> {
  const { rows } = await client.query<RaisedVersion>(
    `update organizations set policy_version = policy_version + 1 where id = any($1::uuid[])
     returning id, policy_version`,
    [organizationIds],
  );
  return rows;
}
