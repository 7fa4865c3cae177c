import type { PoolClient } from 'pg';
import { pausedBecause } from '@spanwise/contracts/billing-state';
import type {
  FrozenSearch,
  ShareConstraints,
  ShareMode,
  SharedResource,
  SharePolicy,
  ShareView,
} from '@spanwise/contracts/iam-shares';
import { BILLING_COLUMNS, billingFacts, type BillingRow } from '../billing/billing-facts.js';
import { billingOf } from '../billing/subscription-life.js';
import { permissionsOf, roleKeysOf } from '../context/effective-access.js';
import { nameOrganization, nameUser } from '../db/scopes.js';
import { rolesByKey } from '../roles/role-store.js';
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

const micros = (time: Date): number => time.getTime() * 1_000;

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
  expires_at: micros(row.expires_at),
  ...(row.max_views !== null && { max_views: row.max_views }),
  view_count: row.view_count,
  created_by: row.created_by,
  created_at: micros(row.created_at),
  ...(row.last_accessed_at !== null && { last_accessed_at: micros(row.last_accessed_at) }),
  ...(row.revoked_at !== null && { revoked_at: micros(row.revoked_at) }),
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
  const { rows } = await client.query<BillingRow & { disabled: boolean }>(
    `select o.created_at, o.system, o.disabled, ${BILLING_COLUMNS} from organizations o where o.id = $1`,
    [organizationId],
  );
  if (rows.length === 0 || rows[0].disabled || rows[0].system) return false;
  return pausedBecause(billingOf(billingFacts(rows[0])), nowMs * 1_000) === undefined;
}

/** Undefined for somebody who has no business in the organization any more. */
async function permissionsOfMember(
  client: PoolClient,
  userId: string,
  organizationId: string,
): Promise<string[] | undefined> {
  await nameUser(client, userId);
  const { rows } = await client.query<{ platform_administrator: boolean; role_keys: string[] | null }>(
    `select u.platform_administrator, m.role_keys from users u
       left join memberships m on m.user_id = u.id and m.organization_id = $2 and not m.disabled
      where u.id = $1 and u.status = 'active' and not u.disabled`,
    [userId, organizationId],
  );
  const keys = rows[0] && {
    scope: 'organization' as const,
    systemOrganization: false,
    platformAdministrator: rows[0].platform_administrator,
    memberRoleKeys: rows[0].role_keys ?? undefined,
  };
  const held = keys && roleKeysOf(keys);
  if (held === undefined) return undefined;
  await nameOrganization(client, organizationId);
  return permissionsOf(await rolesByKey(client, organizationId, held));
}

export const isMember = async (client: PoolClient, userId: string, organizationId: string): Promise<boolean> =>
  (await permissionsOfMember(client, userId, organizationId)) !== undefined;
