import type { PoolClient } from 'pg';
import type { Scope } from '@spanwise/contracts/authz/iam-context';
import type { SetQuotas } from '@spanwise/contracts/authz/quotas';
import { BILLING_COLUMNS, type BillingRow } from '../../commerce/billing/billing.store.js';

/** A user in an organization, as every credential finds them. */
export interface StandingRow extends BillingRow {
  platform_administrator: boolean;
  role_keys: string[] | null;
  organization_id: string;
  created_at: Date;
  system: boolean;
  disabled: boolean;
  policy_version: number;
  features: string[];
  license_version_id: string | null;
  quotas: SetQuotas;
}

const STANDING = `u.platform_administrator, m.role_keys, o.id as organization_id, o.created_at, o.system, o.disabled,
  o.policy_version, o.features, o.quotas, ${BILLING_COLUMNS},
  (select id from license_versions where active) as license_version_id`;

const STANDING_OF = `join users u on u.id = c.user_id and u.status = 'active' and not u.disabled
  join organizations o on o.id = c.organization_id and o.deleted_at is null
  left join memberships m on m.organization_id = c.organization_id and m.user_id = c.user_id and not m.disabled`;

export interface TokenRow {
  id: string;
  organization_id: string;
  user_id: string;
  secret_hmac: Buffer;
  kid: string;
  expired: boolean;
  revoked: boolean;
  stale: boolean;
}

export async function findSession(
  client: PoolClient,
  id: string,
  userId: string,
  organizationId: string,
  scope: Scope,
): Promise<(StandingRow & { stale: boolean }) | undefined> {
  const { rows } = await client.query<StandingRow & { stale: boolean }>(
    `select ${STANDING}, c.last_seen_at < now() - interval '5 minutes' as stale from sessions c ${STANDING_OF}
      where c.id = $1 and c.user_id = $2 and c.organization_id = $3 and c.scope = $4
        and c.revoked_at is null and c.expires_at > now()`,
    [id, userId, organizationId, scope],
  );
  return rows[0];
}

export async function touchSession(client: PoolClient, id: string): Promise<void> {
  await client.query('update sessions set last_seen_at = now() where id = $1', [id]);
}

export async function noteActivity(client: PoolClient, userId: string): Promise<void> {
  await client.query('update users set last_active_at = now() where id = $1', [userId]);
}

export async function findTokenStanding(client: PoolClient, id: string): Promise<StandingRow | undefined> {
  const { rows } = await client.query<StandingRow>(
    `select ${STANDING} from api_tokens c ${STANDING_OF} where c.id = $1 and c.revoked_at is null`,
    [id],
  );
  return rows[0];
}

export async function touchToken(client: PoolClient, id: string): Promise<void> {
  await client.query('update api_tokens set last_used_at = now() where id = $1', [id]);
}

export async function tokenBy(
  client: PoolClient,
  column: 'prefix' | 'id',
  value: string,
): Promise<TokenRow | undefined> {
  const { rows } = await client.query<TokenRow>(
    `select id, organization_id, user_id, secret_hmac, kid, expires_at <= now() as expired,
            revoked_at is not null as revoked, coalesce(last_used_at < now() - interval '5 minutes', true) as stale
       from api_tokens where ${column} = $1`,
    [value],
  );
  return rows[0];
}

export interface SystemOrganizationRow {
  id: string;
}

export async function findSystemOrganization(client: PoolClient): Promise<SystemOrganizationRow[]> {
  const { rows } = await client.query<SystemOrganizationRow>('select id from organizations where system');
  return rows;
}
