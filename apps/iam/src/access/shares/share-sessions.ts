import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { notFound, unauthorized } from '@spanwise/contracts/base/errors';
import {
  CONTEXT_AUDIENCE,
  CONTEXT_ISSUER,
  CONTEXT_TTL_SECONDS,
  type IamContext,
} from '@spanwise/contracts/authz/iam-context';
import {
  isShareSecret,
  openShare,
  openShareAsMember,
  readShareSession,
  ShareLink,
  ShareSessionSecret,
  unlockShare,
  UnlockShareSession,
  type OpenedShare,
  type ShareSession,
} from '@spanwise/contracts/iam/shares';
import { contextQuotas } from '@spanwise/contracts/authz/quotas';
import { microsOf } from '@spanwise/contracts/base/micros';
import { audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { SigningKeys } from '../../platform/keys/signing-keys.js';
import { hashOfSecret, makeSecret } from '../../platform/mail/secrets.js';
import { requireUser } from '../roles/require-user.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';
import { hasViewLeft, isLive, readingNeeds, SESSION_SECONDS, shownRange } from './share-rules.js';
import {
  addView,
  dropExpiredSessions,
  findShareById,
  findShareOfLink,
  findShareSession,
  insertShareSession,
  nameShareLink,
  nameShareSession,
  readSharing,
  unlockSession,
  type SessionRow,
} from './share-sessions.store.js';
import { factsOf, isMember, type ShareRow } from './shares.store.js';

/** Who opens a link that is not public. */
export type Viewer = Pick<IamContext, 'subject' | 'organization_id'>;

/**
 * From a link to a session, and from a session to what it may read. Nothing of it is remembered between two uses: a share
 * that was revoked, or whose author, policy or organization has changed, is gone at the next one. Every fault is the same.
 */
@Controller()
export class ShareSessions {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
  ) {}

  @HandleRpc(openShareAsMember)
  async openAsMember({ token }: ShareLink, context: IamContext): Promise<ShareSession> {
    requireUser(context);
    return this.openFor(token, context);
  }

  @HandleRpc(openShare)
  async open({ token }: ShareLink): Promise<ShareSession> {
    return this.openFor(token);
  }

  private openFor(token: string, viewer?: Viewer): Promise<ShareSession> {
    if (!isShareSecret(token)) throw dead();
    return this.scopes.in({}, async (client) => {
      const share = await this.shareOfLink(client, hashOfSecret(token));
      const facts = await factsOf(client, share, this.clock.nowMs());
      if (!isLive(facts, this.clock.nowMs()) || !hasViewLeft(facts)) throw dead();
      if (share.share_mode !== 'public_link') requireInvited(share, viewer);
      const locked = share.password_hash !== null;
      if (!locked) await countView(client, share, viewer);
      return this.begin(client, share, locked, viewer);
    });
  }

  @HandleRpc(readShareSession)
  async read({ session: secret }: ShareSessionSecret): Promise<OpenedShare> {
    const { share, session } = await this.live(secret);
    const expiry = { expires_at_micros: microsOf(session.expires_at) };
    if (!session.unlocked) return { requires_password: true, ...expiry };
    return {
      requires_password: false,
      ...expiry,
      resource_type: share.resource_type,
      ...(share.resource_id !== null && { resource_id: share.resource_id }),
      constraints: share.constraints,
      ...(share.search !== null && { search: share.search }),
      range: { from: Number(session.from_micros), to: Number(session.to_micros) },
      ...(await this.contextOf(share, session)),
    };
  }

  @HandleRpc(unlockShare)
  async unlock({ session: secret, password }: UnlockShareSession): Promise<{ unlocked: true }> {
    const { share, session } = await this.live(secret);
    if (session.unlocked) return { unlocked: true };
    await this.limits.sharePassword(share.id);
    const right = await this.passwords.verify(share.password_hash ?? undefined, password);
    await this.scopes.in({ organizationId: share.organization_id }, async (client) => {
      if (!right) return note(client, share, 'resource_share.password_failure', session.viewer_id);
      const isFirst = await unlockSession(client, session.hash);
      if (isFirst) await countView(client, share, session.viewer_id === null ? undefined : viewerOf(session));
    });
    if (!right) throw unauthorized('The password is wrong.');
    return { unlocked: true };
  }

  private async shareOfLink(client: PoolClient, hash: string): Promise<ShareRow> {
    await nameShareLink(client, hash);
    const share = await findShareOfLink(client, hash);
    if (share === undefined) throw dead();
    await nameOrganization(client, share.organization_id);
    return share;
  }

  private async begin(
    client: PoolClient,
    share: ShareRow,
    locked: boolean,
    viewer: Viewer | undefined,
  ): Promise<ShareSession> {
    const nowMs = this.clock.nowMs();
    const endsAtMs = Math.min(nowMs + SESSION_SECONDS * 1_000, share.expires_at.getTime());
    const { from, to } = shownRange(share.constraints, nowMs, share.search?.time_range_secs);
    const { secret, hash } = makeSecret();
    await dropExpiredSessions(client, share.organization_id);
    await insertShareSession(client, {
      hash,
      organizationId: share.organization_id,
      shareId: share.id,
      viewerId: viewer?.subject ?? null,
      unlocked: !locked,
      fromMicros: from,
      toMicros: to,
      expiresAtMs: endsAtMs,
    });
    return {
      session: secret,
      share_mode: share.share_mode,
      requires_password: locked,
      expires_at_micros: endsAtMs * 1_000,
    };
  }

  private async live(secret: string): Promise<{ share: ShareRow; session: SessionRow }> {
    if (!isShareSecret(secret)) throw unauthorized();
    return this.scopes.in({}, async (client) => {
      const hash = hashOfSecret(secret);
      await nameShareSession(client, hash);
      const session = await findShareSession(client, hash);
      if (session === undefined || session.expires_at.getTime() <= this.clock.nowMs()) throw unauthorized();
      await nameOrganization(client, session.organization_id);
      const share = await findShareById(client, session.share_id);
      if (!isLive(await factsOf(client, share, this.clock.nowMs()), this.clock.nowMs())) throw unauthorized();
      if (session.viewer_id !== null) {
        const home = share.target_organization_id ?? share.organization_id;
        if (!(await isMember(client, session.viewer_id, home))) throw unauthorized();
      }
      return { share, session };
    });
  }

  /** Good for the queries of the one view that the gateway asks with it, in the share's organization alone. */
  private async contextOf(share: ShareRow, session: SessionRow): Promise<Pick<OpenedShare, 'context' | 'signed'>> {
    const organization = await this.scopes.in({}, (client) => readSharing(client, share.organization_id));
    const { created_at: createdAt, policy_version: policyVersion, quotas: set } = organization;
    const quotas = contextQuotas(set);
    const context: IamContext = {
      subject: share.id,
      subject_type: 'share',
      credential_id: share.id,
      scope: 'organization',
      organization_id: session.organization_id,
      organization_created_micros: microsOf(createdAt),
      permissions: readingNeeds(share.resource_type),
      features: [],
      ...(quotas !== undefined && { quotas }),
      billing_state: 'active',
      policy_version: policyVersion,
    };
    return {
      context,
      signed: await this.keys.sign({ context }, CONTEXT_ISSUER, CONTEXT_AUDIENCE, CONTEXT_TTL_SECONDS),
    };
  }
}

function requireInvited(share: ShareRow, viewer: Viewer | undefined): void {
  if (viewer === undefined) throw unauthorized('Sign in to open this link.');
  if (viewer.organization_id !== (share.target_organization_id ?? share.organization_id)) throw dead();
}

const viewerOf = (session: SessionRow): Viewer => ({
  subject: session.viewer_id!,
  organization_id: session.organization_id,
});

async function countView(client: PoolClient, share: ShareRow, viewer: Viewer | undefined): Promise<void> {
  const counted = await addView(client, share.id);
  if (!counted) throw dead();
  await note(client, share, 'resource_share.open', viewer?.subject ?? null);
}

const note = (client: PoolClient, share: ShareRow, action: string, viewerId: string | null): Promise<void> =>
  audit(client, {
    organizationId: share.organization_id,
    actorId: viewerId,
    actorKind: viewerId === null ? 'anonymous' : 'user',
    action,
    targetKind: 'resource_share',
    target: share.id,
  });

const dead = () => notFound('There is no such share.');
