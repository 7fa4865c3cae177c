import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, invalidArgument, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  createShare,
  getShare,
  ListShares,
  listShares,
  MakeShare,
  revokeShare,
  rotateShare,
  SHARED_DETAILS,
  ShareId,
  sharePolicy,
  UpdateSharePolicy,
  updateSharePolicy,
  type SharedLink,
  type SharePolicy,
  type ShareView,
} from '@spanwise/contracts/iam-shares';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { IamConfig } from '../config.js';
import { Scopes } from '../db/scopes.js';
import { makeSecret } from '../mail/secrets.js';
import { requireUser } from '../profile/profile.controller.js';
import { Passwords } from '../signin/passwords.js';
import { authorNeeds, constraintFault, policyFault, rangeFault } from './share-rules.js';
import { readPolicy, SHARE_COLUMNS, shareView, type ShareRow } from './share-rows.js';

/** The list is a bare array (decisions 1.8). */
const MAX_SHARES = 1_000;
const DEFAULT_EXPIRY_SECONDS = 604_800;

/** How an organization manages its shares. */
@Controller()
export class SharesController {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly passwords: Passwords,
  ) {}

  @HandleRpc(createShare)
  create(input: MakeShare, { context }: ScopedCall): Promise<SharedLink> {
    checkShare(input, context);
    return translateFaults(async () => {
      const passwordHash = input.password === undefined ? null : await this.passwords.hash(input.password);
      const { secret, hash } = makeSecret();
      const share = await this.scopes.inOrganization(context.organization_id, async (client) => {
        const row = await insertShare(client, context, input, { passwordHash, hash });
        const { resource_type: type, resource_id: id, share_mode: mode } = input;
        const payload = { type, id, mode, target_organization: input.target_organization_id };
        await this.note(client, context, 'resource_share.create', row.id, payload);
        return shareView(row);
      });
      return { share, url: this.urlOf(secret) };
    });
  }

  @HandleRpc(listShares)
  list({ resource_type: type, resource_id: id }: ListShares, { context }: ScopedCall): Promise<ShareView[]> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<ShareRow>(
          `select ${SHARE_COLUMNS} from resource_shares
            where organization_id = $1 and ($2::text is null or resource_type = $2)
              and ($3::text is null or resource_id = $3) order by created_at desc, id desc limit $4`,
          [context.organization_id, type ?? null, id ?? null, MAX_SHARES],
        );
        return rows.map(shareView);
      }),
    );
  }

  @HandleRpc(getShare)
  get({ id }: ShareId, { context }: ScopedCall): Promise<ShareView> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<ShareRow>(
          `select ${SHARE_COLUMNS} from resource_shares where id = $1 and organization_id = $2`,
          [id, context.organization_id],
        );
        if (rows.length === 0) throw notFound('There is no such share.');
        return shareView(rows[0]);
      }),
    );
  }

  @HandleRpc(rotateShare)
  async rotate({ id }: ShareId, { context }: ScopedCall): Promise<SharedLink> {
    const { secret, hash } = makeSecret();
    const share = await this.change(context, id, 'rotate', 'token_hash = $3', [hash]);
    return { share, url: this.urlOf(secret) };
  }

  @HandleRpc(revokeShare)
  async revoke({ id }: ShareId, { context }: ScopedCall): Promise<{ revoked: true }> {
    await this.change(context, id, 'revoke', 'revoked_at = now()', []);
    return { revoked: true };
  }

  @HandleRpc(sharePolicy)
  policy(_: Empty, { context }: ScopedCall): Promise<SharePolicy> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, (client) => readPolicy(client, context.organization_id)),
    );
  }

  @HandleRpc(updateSharePolicy)
  updatePolicy(input: UpdateSharePolicy, { context }: ScopedCall): Promise<SharePolicy> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await client.query('insert into share_policies (organization_id) values ($1) on conflict do nothing', [
          context.organization_id,
        ]);
        await client.query(
          `update share_policies set allow_public_links = coalesce($2, allow_public_links),
             max_public_expiry_secs = coalesce($3, max_public_expiry_secs),
             require_public_password = coalesce($4, require_public_password),
             deny_production_public_shares = coalesce($5, deny_production_public_shares)
            where organization_id = $1`,
          [
            context.organization_id,
            input.allow_public_links ?? null,
            input.max_public_expiry_secs ?? null,
            input.require_public_password ?? null,
            input.deny_production_public_shares ?? null,
          ],
        );
        await audit(client, { ...actorOf(context), action: 'resource_share.policy.update', payload: { ...input } });
        return readPolicy(client, context.organization_id);
      }),
    );
  }

  /** Changes a share that is not revoked, and ends its sessions. */
  private change(
    context: IamContext,
    id: string,
    action: 'rotate' | 'revoke',
    assignment: string,
    values: string[],
  ): Promise<ShareView> {
    requireUser(context);
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<ShareRow>(
          `update resource_shares set ${assignment}
            where id = $1 and organization_id = $2 and revoked_at is null returning ${SHARE_COLUMNS}`,
          [id, context.organization_id, ...values],
        );
        if (rows.length === 0) throw notFound('There is no such share.');
        await client.query('delete from share_sessions where organization_id = $2 and share_id = $1', [
          id,
          context.organization_id,
        ]);
        await this.note(client, context, `resource_share.${action}`, id, {});
        return shareView(rows[0]);
      }),
    );
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
    return `${this.config.values.baseUrl.replace(/\/$/, '')}/s/${secret}`;
  }
}

/** What is wrong with a share whatever the organization's policy is. */
function checkShare(input: MakeShare, context: IamContext): void {
  requireUser(context);
  const missing = authorNeeds(input.resource_type).find((permission) => !context.permissions.includes(permission));
  if (missing !== undefined) throw forbidden(`The permission ${missing} is missing.`);
  const isDetail = (SHARED_DETAILS as readonly string[]).includes(input.resource_type);
  if (isDetail !== (input.resource_id !== undefined)) {
    throw invalidArgument(`The view ${input.resource_type} ${isDetail ? 'needs a' : 'has no'} resource_id.`);
  }
  if ((input.resource_type === 'saved_view') !== (input.search !== undefined)) {
    throw invalidArgument('A share of a saved search, and no other, has its statement.');
  }
  const { constraints = {} } = input;
  const fault = rangeFault(constraints) ?? constraintFault(input.resource_type, constraints);
  if (fault !== undefined) throw invalidArgument(fault);
  if ((input.share_mode === 'cross_org') !== (input.target_organization_id !== undefined)) {
    throw invalidArgument('A share across organizations, and no other, has a target_organization_id.');
  }
  if (input.share_mode !== 'cross_org') return;
  if (!context.permissions.includes('iam.policies.manage')) {
    throw forbidden('The permission iam.policies.manage is missing.');
  }
  if (input.target_organization_id === context.organization_id) {
    throw invalidArgument('The target_organization_id must be another organization.');
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
  const { rows: counted } = await client.query<{ all: string }>(
    `select count(*) as all from resource_shares
      where organization_id = $1 and revoked_at is null and expires_at > now()`,
    [context.organization_id],
  );
  if (Number(counted[0].all) >= MAX_SHARES) throw conflict(`An organization can have ${MAX_SHARES} shares.`);
  const { rows } = await client.query<ShareRow>(
    `insert into resource_shares (id, organization_id, resource_type, resource_id, share_mode, constraints, search, token_hash,
                                  password_hash, target_organization_id, max_views, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(secs => $13))
     returning ${SHARE_COLUMNS}`,
    [
      uuidv7(),
      context.organization_id,
      input.resource_type,
      input.resource_id ?? null,
      mode,
      JSON.stringify(constraints),
      input.search === undefined ? null : JSON.stringify(input.search),
      made.hash,
      made.passwordHash,
      input.target_organization_id ?? null,
      input.max_views ?? null,
      context.subject,
      seconds,
    ],
  );
  return rows[0];
}
