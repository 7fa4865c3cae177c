import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { PoolClient } from 'pg';
import { verifyEs256 } from '@spanwise/bus/context-verifier';
import { apiTokenPrefix, looksLikeApiToken } from '@spanwise/contracts/api-token';
import { unauthorized } from '@spanwise/contracts/errors';
import type { AuthenticateReply } from '@spanwise/contracts/iam';
import {
  CONTEXT_AUDIENCE,
  CONTEXT_ISSUER,
  CONTEXT_TTL_SECONDS,
  SIGN_IN_AUDIENCE,
  SIGN_IN_ISSUER,
  type IamContext,
  type SignInClaims,
} from '@spanwise/contracts/iam-context';
import { contextQuotas, type SetQuotas } from '@spanwise/contracts/quotas';
import { BILLING_COLUMNS, billingFacts, type BillingRow } from '../billing/billing-facts.js';
import { billingOf } from '../billing/subscription-life.js';
import { IamConfig } from '../config.js';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { Licenses } from '../license/licenses.js';
import { rolesByKey } from '../roles/role-store.js';
import { permissionsOf, roleKeysOf, tokenPermissions, type Standing } from './effective-access.js';

/** A user in an organization, as every credential finds them. */
interface StandingRow extends BillingRow {
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
  join organizations o on o.id = c.organization_id
  left join memberships m on m.organization_id = c.organization_id and m.user_id = c.user_id and not m.disabled`;

interface TokenRow {
  id: string;
  organization_id: string;
  user_id: string;
  role_key: string;
  scopes: string[] | null;
  secret_hmac: Buffer;
  kid: string;
  expired: boolean;
  revoked: boolean;
  stale: boolean;
}

/** What a context says about the credential that it was made for. */
export type ShownCredential = Pick<
  IamContext,
  'subject' | 'subject_type' | 'credential_id' | 'organization_id' | 'scope'
>;

/** Turns a credential into a signed IAM context; every credential that does not hold is the same `unauthorized`. */
@Injectable()
export class Contexts {
  private readonly jwt = new JwtService({});

  constructor(
    private readonly signing: SigningKeys,
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly licenses: Licenses,
  ) {}

  async authenticate(credential: string): Promise<AuthenticateReply> {
    return this.signed(
      looksLikeApiToken(credential) ? await this.fromApiToken(credential) : await this.fromSignIn(credential),
    );
  }

  /** The same for a credential that was shown before, as its context named it: what has ended it meanwhile counts. */
  async ofCredential(shown: ShownCredential): Promise<AuthenticateReply> {
    const { subject, credential_id: id, organization_id: organizationId, scope } = shown;
    if (shown.subject_type === 'user') {
      return this.signed(await this.ofSession({ sub: subject, sid: id, org_id: organizationId, scope }));
    }
    const row = await this.scopes.inOrganization(organizationId, (client) => tokenBy(client, 'id', id));
    const holds = row !== undefined && !row.expired && !row.revoked;
    if (!holds || row.user_id !== subject || row.organization_id !== organizationId) throw unauthorized();
    return this.signed(await this.ofToken(row));
  }

  private async signed(context: IamContext): Promise<AuthenticateReply> {
    const signed = await this.signing.sign({ context }, CONTEXT_ISSUER, CONTEXT_AUDIENCE, CONTEXT_TTL_SECONDS);
    return { signed, context, expiresAtMs: Date.now() + CONTEXT_TTL_SECONDS * 1_000 };
  }

  private async fromSignIn(token: string): Promise<IamContext> {
    const claims = await verifyEs256<SignInClaims>(this.jwt, this.signing, token, {
      issuer: SIGN_IN_ISSUER,
      audience: SIGN_IN_AUDIENCE,
    });
    if (![claims.sub, claims.sid, claims.org_id].every(isUuid)) throw unauthorized();
    return this.ofSession(claims);
  }

  private ofSession(claims: Pick<SignInClaims, 'sub' | 'sid' | 'org_id' | 'scope'>): Promise<IamContext> {
    return this.scopes.asUser(claims.sub, async (client) => {
      const { rows } = await client.query<StandingRow & { stale: boolean }>(
        `select ${STANDING}, c.last_seen_at < now() - interval '5 minutes' as stale from sessions c ${STANDING_OF}
          where c.id = $1 and c.user_id = $2 and c.organization_id = $3 and c.scope = $4
            and c.revoked_at is null and c.expires_at > now()`,
        [claims.sid, claims.sub, claims.org_id, claims.scope],
      );
      if (rows.length === 0) throw unauthorized();
      const permissions = await this.permissionsOf(client, rows[0], claims.scope);
      if (rows[0].stale) {
        await client.query('update sessions set last_seen_at = now() where id = $1', [claims.sid]);
        await client.query('update users set last_active_at = now() where id = $1', [claims.sub]);
      }
      return contextOf(await this.entitled(client, rows[0]), permissions, {
        subject: claims.sub,
        subject_type: 'user',
        credential_id: claims.sid,
        scope: claims.scope,
      });
    });
  }

  private async fromApiToken(token: string): Promise<IamContext> {
    const prefix = apiTokenPrefix(token);
    if (prefix === undefined) throw unauthorized();
    const row = await this.scopes.asToken(prefix, (client) => tokenBy(client, 'prefix', prefix));
    if (row === undefined || row.expired || row.revoked || !this.matches(row, token)) throw unauthorized();
    return this.ofToken(row);
  }

  private ofToken(row: TokenRow): Promise<IamContext> {
    return this.scopes.inOrganization(row.organization_id, async (client) => {
      const { rows } = await client.query<StandingRow>(
        `select ${STANDING} from api_tokens c ${STANDING_OF} where c.id = $1 and c.revoked_at is null`,
        [row.id],
      );
      if (rows.length === 0) throw unauthorized();
      const owner = await this.permissionsOf(client, rows[0], 'organization');
      const [role] = await rolesByKey(client, row.organization_id, [row.role_key]);
      if (role === undefined) throw unauthorized();
      if (row.stale) await client.query('update api_tokens set last_used_at = now() where id = $1', [row.id]);
      return contextOf(await this.entitled(client, rows[0]), tokenPermissions(role, row.scopes, owner), {
        subject: row.user_id,
        subject_type: 'api_token',
        credential_id: row.id,
        scope: 'organization',
      });
    });
  }

  /** What the user may do there; `unauthorized` for one who has no business there any more. */
  private async permissionsOf(client: PoolClient, row: StandingRow, scope: Standing['scope']): Promise<string[]> {
    const keys = roleKeysOf({
      scope,
      systemOrganization: row.system,
      platformAdministrator: row.platform_administrator,
      memberRoleKeys: row.role_keys ?? undefined,
    });
    if (keys === undefined) throw unauthorized();
    await nameOrganization(client, row.organization_id);
    return permissionsOf(await rolesByKey(client, row.organization_id, keys));
  }

  /** The organization's own entitlements and those of the licence. */
  private async entitled(client: PoolClient, row: StandingRow): Promise<StandingRow> {
    const features = await this.licenses.features(client, row.license_version_id);
    return { ...row, features: [...new Set([...row.features, ...features])] };
  }

  private matches(row: TokenRow, token: string): boolean {
    const key = this.config.values.tokenKeys.find((one) => one.kid === row.kid);
    if (key === undefined) return false;
    const expected = createHmac('sha256', key.key).update(token).digest();
    return expected.length === row.secret_hmac.length && timingSafeEqual(expected, row.secret_hmac);
  }
}

async function tokenBy(client: PoolClient, column: 'prefix' | 'id', value: string): Promise<TokenRow | undefined> {
  const { rows } = await client.query<TokenRow>(
    `select id, organization_id, user_id, role_key, scopes, secret_hmac, kid, expires_at <= now() as expired,
            revoked_at is not null as revoked, coalesce(last_used_at < now() - interval '5 minutes', true) as stale
       from api_tokens where ${column} = $1`,
    [value],
  );
  return rows[0];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);

function contextOf(
  row: StandingRow,
  permissions: string[],
  caller: Pick<IamContext, 'subject' | 'subject_type' | 'credential_id' | 'scope'>,
): IamContext {
  const quotas = contextQuotas(row.quotas);
  return {
    ...caller,
    organization_id: row.organization_id,
    organization_created_micros: row.created_at.getTime() * 1_000,
    ...(row.disabled && { organization_disabled: true as const }),
    permissions: row.disabled ? [] : permissions,
    features: row.features,
    ...(quotas !== undefined && { quotas }),
    ...billingOf(billingFacts(row)),
    policy_version: row.policy_version,
  };
}
