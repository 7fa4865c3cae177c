import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { DataSource } from 'typeorm';
import { PublicKeys, verifyEs256 } from '@spanwise/bus/context-verifier';
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
import { IamConfig } from '../config.js';
import { Organization, User } from '../db/entities.js';
import { Scopes } from '../db/scopes.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { permissionsOf } from './effective-access.js';

interface TokenRow {
  id: string;
  organization_id: string;
  user_id: string;
  role_key: string;
  secret_hmac: Buffer;
  kid: string;
  expired: boolean;
  revoked: boolean;
  stale: boolean;
}

/** Turns a credential into a signed IAM context; every credential that does not hold is the same `unauthorized`. */
@Injectable()
export class Contexts {
  private readonly jwt = new JwtService({});
  private readonly keys: PublicKeys;

  constructor(
    private readonly signing: SigningKeys,
    private readonly scopes: Scopes,
    private readonly source: DataSource,
    private readonly config: IamConfig,
  ) {
    this.keys = new PublicKeys(async () => this.signing.publicKeys);
  }

  async authenticate(credential: string): Promise<AuthenticateReply> {
    const context = looksLikeApiToken(credential)
      ? await this.fromApiToken(credential)
      : await this.fromSignIn(credential);
    const signed = await this.signing.sign({ context }, CONTEXT_ISSUER, CONTEXT_AUDIENCE, CONTEXT_TTL_SECONDS);
    return { signed, context, expiresAtMs: Date.now() + CONTEXT_TTL_SECONDS * 1_000 };
  }

  private async fromSignIn(token: string): Promise<IamContext> {
    const claims = await verifyEs256<SignInClaims>(this.jwt, this.keys, token, {
      issuer: SIGN_IN_ISSUER,
      audience: SIGN_IN_AUDIENCE,
    });
    const user = await this.activeUser(claims.sub);
    const live = await this.scopes.asUser(claims.sub, async (client) => {
      const session = await client.query(
        'select from sessions where id = $1 and organization_id = $2 and scope = $3 and revoked_at is null and expires_at > now()',
        [claims.sid, claims.org_id, claims.scope],
      );
      const roles = await client.query<{ role_keys: string[] }>(
        'select role_keys from memberships where user_id = $1 and organization_id = $2',
        [claims.sub, claims.org_id],
      );
      return session.rowCount === 1 ? { roleKeys: roles.rows[0]?.role_keys } : undefined;
    });
    if (live === undefined) throw unauthorized();
    const organization = await this.enabledOrganization(claims.org_id);
    const system = claims.scope === 'system';
    if (system ? !(user.platform_administrator && organization.system) : live.roleKeys === undefined)
      throw unauthorized();
    const roleKeys = system ? ['platform_owner'] : live.roleKeys!;
    return this.contextOf(organization, permissionsOf(roleKeys), {
      subject: user.id,
      subject_type: 'user',
      credential_id: claims.sid,
      scope: claims.scope,
    });
  }

  private async fromApiToken(token: string): Promise<IamContext> {
    const prefix = apiTokenPrefix(token);
    if (prefix === undefined) throw unauthorized();
    const row = await this.scopes.asToken(prefix, async (client) => {
      const { rows } = await client.query<TokenRow>(
        `select id, organization_id, user_id, role_key, secret_hmac, kid, expires_at <= now() as expired,
                revoked_at is not null as revoked, coalesce(last_used_at < now() - interval '5 minutes', true) as stale
           from api_tokens where prefix = $1`,
        [prefix],
      );
      if (rows[0]?.stale) await client.query('update api_tokens set last_used_at = now() where prefix = $1', [prefix]);
      return rows[0] as TokenRow | undefined;
    });
    if (row === undefined || row.expired || row.revoked || !this.matches(row, token)) throw unauthorized();
    await this.activeUser(row.user_id);
    const member = await this.scopes.asUser(row.user_id, (client) =>
      client.query('select from memberships where user_id = $1 and organization_id = $2', [
        row.user_id,
        row.organization_id,
      ]),
    );
    if (member.rowCount !== 1) throw unauthorized();
    const organization = await this.enabledOrganization(row.organization_id);
    return this.contextOf(organization, permissionsOf([row.role_key]), {
      subject: row.user_id,
      subject_type: 'api_token',
      credential_id: row.id,
      scope: 'organization',
    });
  }

  private matches(row: TokenRow, token: string): boolean {
    const key = this.config.values.tokenKeys.find((one) => one.kid === row.kid);
    if (key === undefined) return false;
    const expected = createHmac('sha256', key.key).update(token).digest();
    return expected.length === row.secret_hmac.length && timingSafeEqual(expected, row.secret_hmac);
  }

  private async activeUser(id: string): Promise<User> {
    const user = await this.source.manager.findOneBy(User, { id });
    if (user === null || user.disabled || user.status !== 'active') throw unauthorized();
    return user;
  }

  private async enabledOrganization(id: string): Promise<Organization> {
    const organization = await this.source.manager.findOneBy(Organization, { id });
    if (organization === null || organization.disabled) throw unauthorized();
    return organization;
  }

  private contextOf(
    organization: Organization,
    permissions: string[],
    caller: Pick<IamContext, 'subject' | 'subject_type' | 'credential_id' | 'scope'>,
  ): IamContext {
    return {
      ...caller,
      organization_id: organization.id,
      organization_created_micros: organization.created_at.getTime() * 1_000,
      permissions,
      features: [],
      billing_state: 'active',
      policy_version: organization.policy_version,
    };
  }
}
