import type { PoolClient } from 'pg';
import type {
  FrozenSearch,
  ShareConstraints,
  SharedResource,
  ShareMode,
  SharePolicy,
  ShareView,
} from '@spanwise/contracts/iam/shares';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { microsOf } from '@spanwise/contracts/base/micros';
import { nameOrganization, nameUser } from '../../db/scopes.js';
import { readServing } from '../../commerce/billing/serving.store.js';
import { permissionsOf } from '../roles/effective-access.js';
import { standingRoles } from '../roles/ownership.js';
import type { ShareFacts } from './share-rules.js';

export interface ShareRow {
  id: string;
  organization_id: string;
  resource_type: SharedResource;
  resource_id: string | null;
  share_mode: ShareMode;
  constraints: ShareConstraints;
  search: FrozenSearch | null;
  password_hash: string | null;
  target_organization_id: string | null;
  expires_at: Date;
  max_views: number | null;
  view_count: number;
  created_by: string;
  created_at: Date;
  last_accessed_at: Date | null;
  revoked_at: Date | null;
}

export const SHARE_COLUMNS = `id, organization_id, resource_type, resource_id, share_mode, constraints, search, password_hash,
  target_organization_id, expires_at, max_views, view_count, created_by, created_at, last_accessed_at, revoked_at`;

export const shareView = (row: ShareRow): ShareView => ({
  id: row.id,
  organization_id: row.organization_id,
  resource_type: row.resource_type,
  ...(row.resource_id !== null && { resource_id: row.resource_id }),
  share_mode: row.share_mode,
  constraints: row.constraints,
  ...(row.search !== null && { search: row.search }),
  requires_password: row.password_hash !== null,
  ...(row.target_organization_id !== null && { target_organization_id: row.target_organization_id }),
  expires_at: microsOf(row.expires_at),
  ...(row.max_views !== null && { max_views: row.max_views }),
  view_count: row.view_count,
  created_by: row.created_by,
  created_at: microsOf(row.created_at),
  ...(row.last_accessed_at !== null && { last_accessed_at: microsOf(row.last_accessed_at) }),
  ...(row.revoked_at !== null && { revoked_at: microsOf(row.revoked_at) }),
});

const DEFAULT_POLICY: SharePolicy = {
  allow_public_links: false,
  max_public_expiry_secs: 604_800,
  require_public_password: true,
  deny_production_public_shares: true,
};

export async function readPolicy(client: PoolClient, organizationId: string): Promise<SharePolicy> {
  const { rows } = await client.query<SharePolicy>(
    `select allow_public_links, max_public_expiry_secs, require_public_password, deny_production_public_shares
       from share_policies where organization_id = $1`,
    [organizationId],
  );
  return rows[0] ?? DEFAULT_POLICY;
}

/** Everything that decides about a share, as it is now; the transaction is scoped to the share's organization. */
export async function factsOf(client: PoolClient, row: ShareRow, nowMs: number): Promise<ShareFacts> {
  const serving = [await isServing(client, row.organization_id, nowMs)];
  if (row.target_organization_id !== null) serving.push(await isServing(client, row.target_organization_id, nowMs));
  return {
    type: row.resource_type,
    mode: row.share_mode,
    hasPassword: row.password_hash !== null,
    constraints: row.constraints,
    expiresAtMs: row.expires_at.getTime(),
    revoked: row.revoked_at !== null,
    maxViews: row.max_views ?? undefined,
    views: row.view_count,
    policy: await readPolicy(client, row.organization_id),
    organizationsServe: serving.every(Boolean),
    authorPermissions: await permissionsOfMember(client, row.created_by, row.organization_id),
  };
}

async function isServing(client: PoolClient, organizationId: string, nowMs: number): Promise<boolean> {
  return (await readServing(client, [organizationId], nowMs)).length === 1;
}

/** Undefined for a user who may not act in the organization any more. */
async function permissionsOfMember(
  client: PoolClient,
  userId: string,
  organizationId: string,
): Promise<string[] | undefined> {
  await nameUser(client, userId);
  await nameOrganization(client, organizationId);
  const roles = await standingRoles(client, organizationId, userId);
  return roles && permissionsOf(roles);
}

export const isMember = async (client: PoolClient, userId: string, organizationId: string): Promise<boolean> =>
  (await permissionsOfMember(client, userId, organizationId)) !== undefined;

export async function readShares(
  client: PoolClient,
  organizationId: string,
  type: SharedResource | null,
  id: string | null,
  limit: number,
): Promise<ShareRow[]> {
  const { rows } = await client.query<ShareRow>(
    `select ${SHARE_COLUMNS} from resource_shares
      where organization_id = $1 and ($2::text is null or resource_type = $2)
        and ($3::text is null or resource_id = $3) order by created_at desc, id desc limit $4`,
    [organizationId, type, id, limit],
  );
  return rows;
}

export async function findShare(client: PoolClient, id: string, organizationId: string): Promise<ShareRow | undefined> {
  const { rows } = await client.query<ShareRow>(
    `select ${SHARE_COLUMNS} from resource_shares where id = $1 and organization_id = $2`,
    [id, organizationId],
  );
  return rows[0];
}

export async function insertPolicy(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('insert into share_policies (organization_id) values ($1) on conflict do nothing', [
    organizationId,
  ]);
}

/** What is null stays as it is. */
export async function changePolicy(
  client: PoolClient,
  policy: {
    organizationId: string;
    allowPublicLinks: boolean | null;
    maxPublicExpirySeconds: number | null;
    requirePublicPassword: boolean | null;
    denyProductionPublicShares: boolean | null;
  },
): Promise<void> {
  await client.query(
    `update share_policies set allow_public_links = coalesce($2, allow_public_links),
       max_public_expiry_secs = coalesce($3, max_public_expiry_secs),
       require_public_password = coalesce($4, require_public_password),
       deny_production_public_shares = coalesce($5, deny_production_public_shares)
      where organization_id = $1`,
    [
      policy.organizationId,
      policy.allowPublicLinks,
      policy.maxPublicExpirySeconds,
      policy.requirePublicPassword,
      policy.denyProductionPublicShares,
    ],
  );
}

export async function endShareSessions(client: PoolClient, shareId: string, organizationId: string): Promise<void> {
  await client.query('delete from share_sessions where organization_id = $2 and share_id = $1', [
    shareId,
    organizationId,
  ]);
}

export async function countLive(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ all: string }>(
    `select count(*) as all from resource_shares
      where organization_id = $1 and revoked_at is null and expires_at > now()`,
    [organizationId],
  );
  return Number(rows[0]!.all);
}

export async function storeShare(
  client: PoolClient,
  share: {
    organizationId: string;
    resourceType: SharedResource;
    resourceId: string | null;
    mode: ShareMode;
    constraints: string;
    search: string | null;
    tokenHash: string;
    passwordHash: string | null;
    targetOrganizationId: string | null;
    maxViews: number | null;
    createdBy: string;
    expiresInSeconds: number;
  },
): Promise<ShareRow> {
  const { rows } = await client.query<ShareRow>(
    `insert into resource_shares (id, organization_id, resource_type, resource_id, share_mode, constraints, search, token_hash,
                                  password_hash, target_organization_id, max_views, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(secs => $13))
     returning ${SHARE_COLUMNS}`,
    [
      uuidv7(),
      share.organizationId,
      share.resourceType,
      share.resourceId,
      share.mode,
      share.constraints,
      share.search,
      share.tokenHash,
      share.passwordHash,
      share.targetOrganizationId,
      share.maxViews,
      share.createdBy,
      share.expiresInSeconds,
    ],
  );
  return rows[0]!;
}

/** Undefined where there is no such share that is not revoked. */
export async function replaceLink(
  client: PoolClient,
  id: string,
  organizationId: string,
  tokenHash: string,
): Promise<ShareRow | undefined> {
  const { rows } = await client.query<ShareRow>(
    `update resource_shares set token_hash = $3
      where id = $1 and organization_id = $2 and revoked_at is null returning ${SHARE_COLUMNS}`,
    [id, organizationId, tokenHash],
  );
  return rows[0];
}

/** Undefined where there is no such share that is not revoked. */
export async function markRevoked(
  client: PoolClient,
  id: string,
  organizationId: string,
): Promise<ShareRow | undefined> {
  const { rows } = await client.query<ShareRow>(
    `update resource_shares set revoked_at = now()
      where id = $1 and organization_id = $2 and revoked_at is null returning ${SHARE_COLUMNS}`,
    [id, organizationId],
  );
  return rows[0];
}
