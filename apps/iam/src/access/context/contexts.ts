import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { PoolClient } from 'pg';
import { verifyEs256 } from '@spanwise/bus/context-verifier';
import { apiTokenPrefix, looksLikeApiToken } from '@spanwise/contracts/authz/api-token';
import { unauthorized } from '@spanwise/contracts/base/errors';
import type { AuthenticateReply } from '@spanwise/contracts/iam/iam';
import {
  CONTEXT_AUDIENCE,
  CONTEXT_ISSUER,
  CONTEXT_TTL_SECONDS,
  SIGN_IN_AUDIENCE,
  SIGN_IN_ISSUER,
  type Held,
  type IamContext,
  type SignInClaims,
} from '@spanwise/contracts/authz/iam-context';
import { contextQuotas } from '@spanwise/contracts/authz/quotas';
import { microsOf } from '@spanwise/contracts/base/micros';
import { billingFacts } from '../../commerce/billing/billing.store.js';
import { billingOf } from '../../commerce/billing/subscription-life.js';
import { IamConfig } from '../../config.js';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { SigningKeys } from '../../platform/keys/signing-keys.js';
import { Licenses } from '../../commerce/license/licenses.js';
import type { ServingOrganization } from '../../commerce/billing/serving.store.js';
import { rolesByKey } from '../roles/roles.store.js';
import { activeTokenChain } from '../tokens/token-chain.store.js';
import { permissionsOf, roleKeysOf, tokenPermissions, type Standing } from '../roles/effective-access.js';
import {
  findSession,
  findTokenStanding,
  noteActivity,
  tokenBy,
  touchSession,
  touchToken,
  type StandingRow,
  type TokenRow,
} from './contexts.store.js';

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
    return this.signed(await this.now(shown));
  }

  /** The context of such a credential as it is now, unsigned. */
  async now(shown: ShownCredential): Promise<IamContext> {
    const { subject, credential_id: id, organization_id: organizationId, scope } = shown;
    if (shown.subject_type === 'user') {
      return this.ofSession({ sub: subject, sid: id, org_id: organizationId, scope });
    }
    const row = await this.scopes.in({ organizationId }, (client) => tokenBy(client, 'id', id));
    const holds = row !== undefined && !row.expired && !row.revoked;
    if (!holds || row.user_id !== subject || row.organization_id !== organizationId) throw unauthorized();
    return this.ofToken(row);
  }

  /** The caller in `owner`, who may do there what `held` says and nothing else. */
  narrowed(caller: IamContext, owner: ServingOrganization, held: Held): Promise<AuthenticateReply> {
    const { subject, subject_type, credential_id, scope } = caller;
    return this.signed({
      subject,
      subject_type,
      credential_id,
      scope,
      organization_id: owner.id,
      organization_created_micros: owner.createdMicros,
      permissions: [],
      features: [],
      ...owner.billing,
      policy_version: owner.policyVersion,
      held,
    });
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
    return this.scopes.in({ userId: claims.sub }, async (client) => {
      const row = await findSession(client, claims.sid, claims.sub, claims.org_id, claims.scope);
      if (row === undefined) throw unauthorized();
      const permissions = await this.permissionsOf(client, row, claims.scope);
      if (row.stale) {
        await touchSession(client, claims.sid);
        await noteActivity(client, claims.sub);
      }
      return contextOf(await this.entitled(client, row), permissions, {
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
    const row = await this.scopes.in({ tokenPrefix: prefix }, (client) => tokenBy(client, 'prefix', prefix));
    if (row === undefined || row.expired || row.revoked || !this.matches(row, token)) throw unauthorized();
    return this.ofToken(row);
  }

  private ofToken(row: TokenRow): Promise<IamContext> {
    return this.scopes.in({ organizationId: row.organization_id }, async (client) => {
      const standing = await findTokenStanding(client, row.id);
      if (standing === undefined) throw unauthorized();
      const owner = await this.permissionsOf(client, standing, 'organization');
      // One that was made with another token ends with it, and can do no more than it.
      const line = await activeTokenChain(client, row.organization_id, row.id);
      if (line === undefined) throw unauthorized();
      let permissions = owner;
      for (const { role_key: key, scopes } of line) {
        const [role] = await rolesByKey(client, row.organization_id, [key]);
        if (role === undefined) throw unauthorized();
        permissions = tokenPermissions(role, scopes, permissions);
      }
      if (row.stale) await touchToken(client, row.id);
      return contextOf(await this.entitled(client, standing), permissions, {
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
    organization_created_micros: microsOf(row.created_at),
    ...(row.disabled && { organization_disabled: true as const }),
    permissions: row.disabled ? [] : permissions,
    features: row.features,
    ...(quotas !== undefined && { quotas }),
    ...billingOf(billingFacts(row)),
    policy_version: row.policy_version,
  };
}
