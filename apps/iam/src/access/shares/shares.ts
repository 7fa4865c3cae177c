import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  createShare,
  getShare,
  ListShares,
  listShares,
  MakeShare,
  revokeShare,
  rotateShare,
  ShareId,
  sharePolicy,
  UpdateSharePolicy,
  updateSharePolicy,
  type SharedLink,
  type SharePolicy,
  type ShareView,
} from '@spanwise/contracts/iam/shares';
import { linkTo, sharedPage } from '@spanwise/contracts/base/page-links';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { IamConfig } from '../../config.js';
import { Scopes } from '../../db/scopes.js';
import { makeSecret } from '../../platform/mail/secrets.js';
import { requireUser } from '../roles/require-user.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { checkShare, policyFault } from './share-rules.js';
import {
  changePolicy,
  countLive,
  endShareSessions,
  findShare,
  insertPolicy,
  markRevoked,
  readPolicy,
  readShares,
  replaceLink,
  shareView,
  storeShare,
  type ShareRow,
} from './shares.store.js';

/** The list is a bare array (API-6). */
const MAX_SHARES = 1_000;
const DEFAULT_EXPIRY_SECONDS = 604_800;

/** How an organization manages its shares. */
@Controller()
export class Shares {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly passwords: Passwords,
  ) {}

  @HandleRpc(createShare)
  async create(input: MakeShare, context: IamContext): Promise<SharedLink> {
    checkShare(input, context);
    const passwordHash = input.password === undefined ? null : await this.passwords.hash(input.password);
    const { secret, hash } = makeSecret();
    const share = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const row = await insertShare(client, context, input, { passwordHash, hash });
      const { resource_type: type, resource_id: id, share_mode: mode } = input;
      const payload = { type, id, mode, target_organization: input.target_organization_id };
      await this.note(client, context, 'resource_share.create', row.id, payload);
      return shareView(row);
    });
    return { share, url: this.urlOf(secret) };
  }

  @HandleRpc(listShares)
  list({ resource_type: type, resource_id: id }: ListShares, context: IamContext): Promise<ShareView[]> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const rows = await readShares(client, context.organization_id, type ?? null, id ?? null, MAX_SHARES);
      return rows.map(shareView);
    });
  }

  @HandleRpc(getShare)
  get({ id }: ShareId, context: IamContext): Promise<ShareView> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const share = await findShare(client, id, context.organization_id);
      if (share === undefined) throw notFound('There is no such share.');
      return shareView(share);
    });
  }

  @HandleRpc(rotateShare)
  async rotate({ id }: ShareId, context: IamContext): Promise<SharedLink> {
    const { secret, hash } = makeSecret();
    const share = await this.change(context, id, 'rotate', (client) =>
      replaceLink(client, id, context.organization_id, hash),
    );
    return { share, url: this.urlOf(secret) };
  }

  @HandleRpc(revokeShare)
  async revoke({ id }: ShareId, context: IamContext): Promise<{ revoked: true }> {
    await this.change(context, id, 'revoke', (client) => markRevoked(client, id, context.organization_id));
    return { revoked: true };
  }

  @HandleRpc(sharePolicy)
  policy(_: Empty, context: IamContext): Promise<SharePolicy> {
    return this.scopes.in({ organizationId: context.organization_id }, (client) =>
      readPolicy(client, context.organization_id),
    );
  }

  @HandleRpc(updateSharePolicy)
  updatePolicy(input: UpdateSharePolicy, context: IamContext): Promise<SharePolicy> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await insertPolicy(client, context.organization_id);
      await changePolicy(client, {
        organizationId: context.organization_id,
        allowPublicLinks: input.allow_public_links ?? null,
        maxPublicExpirySeconds: input.max_public_expiry_secs ?? null,
        requirePublicPassword: input.require_public_password ?? null,
        denyProductionPublicShares: input.deny_production_public_shares ?? null,
      });
      await audit(client, { ...actorOf(context), action: 'resource_share.policy.update', payload: { ...input } });
      return readPolicy(client, context.organization_id);
    });
  }

  /** Changes a share that is not revoked, and ends its sessions. */
  private change(
    context: IamContext,
    id: string,
    action: 'rotate' | 'revoke',
    work: (client: PoolClient) => Promise<ShareRow | undefined>,
  ): Promise<ShareView> {
    requireUser(context);
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const row = await work(client);
      if (row === undefined) throw notFound('There is no such share.');
      await endShareSessions(client, id, context.organization_id);
      await this.note(client, context, `resource_share.${action}`, id, {});
      return shareView(row);
    });
  }

  private note(
    client: PoolClient,
    context: IamContext,
    action: string,
    target: string,
    payload: Record<string, unknown>,
  ): Promise<void> {
    return audit(client, { ...actorOf(context), action, targetKind: 'resource_share', target, payload });
  }

  private urlOf(secret: string): string {
    return linkTo(this.config.values.baseUrl, sharedPage(secret));
  }
}

async function insertShare(
  client: PoolClient,
  context: IamContext,
  input: MakeShare,
  made: { passwordHash: string | null; hash: string },
): Promise<ShareRow> {
  const policy = await readPolicy(client, context.organization_id);
  const { share_mode: mode, constraints = {} } = input;
  const fault = policyFault(policy, { mode, hasPassword: made.passwordHash !== null, constraints });
  if (fault !== undefined) throw forbidden(fault);
  const longest = mode === 'public_link' ? policy.max_public_expiry_secs : Infinity;
  const seconds = input.expires_in_secs ?? Math.min(longest, DEFAULT_EXPIRY_SECONDS);
  if (seconds > longest) throw invalidArgument(`A public link may hold for ${longest} seconds here.`);
  const count = await countLive(client, context.organization_id);
  if (count >= MAX_SHARES) throw conflict(`An organization can have ${MAX_SHARES} shares.`);
  return storeShare(client, {
    organizationId: context.organization_id,
    resourceType: input.resource_type,
    resourceId: input.resource_id ?? null,
    mode,
    constraints: storableJson(constraints),
    search: input.search === undefined ? null : storableJson(input.search),
    tokenHash: made.hash,
    passwordHash: made.passwordHash,
    targetOrganizationId: input.target_organization_id ?? null,
    maxViews: input.max_views ?? null,
    createdBy: context.subject,
    expiresInSeconds: seconds,
  });
}
