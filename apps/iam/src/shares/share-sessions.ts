import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { notFound, unauthorized } from '@spanwise/contracts/errors';
import {
  CONTEXT_AUDIENCE,
  CONTEXT_ISSUER,
  CONTEXT_TTL_SECONDS,
  type IamContext,
} from '@spanwise/contracts/iam-context';
import { isShareSecret, type OpenedShare, type ShareSession } from '@spanwise/contracts/iam-shares';
import { contextQuotas, type SetQuotas } from '@spanwise/contracts/quotas';
import { audit } from '../audit/audit.js';
import { Clock } from '../clock.js';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { hashOfSecret, makeSecret } from '../mail/secrets.js';
import { Passwords } from '../signin/passwords.js';
import { SignInLimits } from '../signin/sign-in-limits.js';
import { hasViewLeft, isLive, readingNeeds, SESSION_SECONDS, shownRange } from './share-rules.js';
import { factsOf, isMember, SHARE_COLUMNS, type ShareRow } from './share-rows.js';

interface SessionRow {
  hash: string;
  organization_id: string;
  share_id: string;
  viewer_id: string | null;
  unlocked: boolean;
  from_micros: string;
  to_micros: string;
  expires_at: Date;
}

/** Who opens a link that is not public. */
export type Viewer = Pick<IamContext, 'subject' | 'organization_id'>;

/**
 * From a link to a session, and from a session to what it may read. Nothing of it is remembered between two uses: a share
 * that was revoked, or whose author, policy or organization has changed, is gone at the next one. Every fault is the same.
 */
@Injectable()
export class ShareSessions {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
  ) {}

  open(token: string, viewer?: Viewer): Promise<ShareSession> {
    if (!isShareSecret(token)) throw dead();
    return this.scopes.unscoped(async (client) => {
      const share = await this.shareOfLink(client, hashOfSecret(token));
      const facts = await factsOf(client, share, this.clock.nowMs());
      if (!isLive(facts, this.clock.nowMs()) || !hasViewLeft(facts)) throw dead();
      if (share.share_mode !== 'public_link') requireInvited(share, viewer);
      const locked = share.password_hash !== null;
      if (!locked) await countView(client, share, viewer);
      return this.begin(client, share, locked, viewer);
    });
  }

  async read(secret: string): Promise<OpenedShare> {
    const { share, session } = await this.live(secret);
    const expiry = { expires_at_micros: session.expires_at.getTime() * 1_000 };
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

  async unlock(secret: string, password: string): Promise<void> {
    const { share, session } = await this.live(secret);
    if (session.unlocked) return;
    await this.limits.sharePassword(share.id);
    const right = await this.passwords.verify(share.password_hash ?? undefined, password);
    await this.scopes.inOrganization(share.organization_id, async (client) => {
      if (!right) return note(client, share, 'resource_share.password_failure', session.viewer_id);
      const { rowCount } = await client.query(
        'update share_sessions set unlocked = true where hash = $1 and not unlocked',
        [session.hash],
      );
      if (rowCount === 1) await countView(client, share, session.viewer_id === null ? undefined : viewerOf(session));
    });
    if (!right) throw unauthorized('The password is wrong.');
  }

  private async shareOfLink(client: PoolClient, hash: string): Promise<ShareRow> {
    await client.query("select set_config('spanwise.share_hash', $1, true)", [hash]);
    const { rows } = await client.query<ShareRow>(
      `select ${SHARE_COLUMNS} from resource_shares where token_hash = $1`,
      [hash],
    );
    if (rows.length === 0) throw dead();
    await nameOrganization(client, rows[0].organization_id);
    return rows[0];
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
    await client.query('delete from share_sessions where organization_id = $1 and expires_at < now()', [
      share.organization_id,
    ]);
    await client.query(
      `insert into share_sessions (hash, organization_id, share_id, viewer_id, unlocked, from_micros, to_micros, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::numeric / 1000))`,
      [hash, share.organization_id, share.id, viewer?.subject ?? null, !locked, from, to, endsAtMs],
    );
    return {
      session: secret,
      share_mode: share.share_mode,
      requires_password: locked,
      expires_at_micros: endsAtMs * 1_000,
    };
  }

  private async live(secret: string): Promise<{ share: ShareRow; session: SessionRow }> {
    if (!isShareSecret(secret)) throw unauthorized();
    return this.scopes.unscoped(async (client) => {
      const hash = hashOfSecret(secret);
      await client.query("select set_config('spanwise.share_session', $1, true)", [hash]);
      const { rows: sessions } = await client.query<SessionRow>('select * from share_sessions where hash = $1', [hash]);
      const session = sessions[0];
      if (session === undefined || session.expires_at.getTime() <= this.clock.nowMs()) throw unauthorized();
      await nameOrganization(client, session.organization_id);
      const { rows } = await client.query<ShareRow>(`select ${SHARE_COLUMNS} from resource_shares where id = $1`, [
        session.share_id,
      ]);
      const [share] = rows;
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
    const created = await this.scopes.unscoped((client) =>
      client.query<{ created_at: Date; policy_version: number; quotas: SetQuotas }>(
        'select created_at, policy_version, quotas from organizations where id = $1',
        [share.organization_id],
      ),
    );
    const [{ created_at: createdAt, policy_version: policyVersion, quotas: set }] = created.rows;
    const quotas = contextQuotas(set);
    const context: IamContext = {
      subject: share.id,
      subject_type: 'share',
      credential_id: share.id,
      scope: 'organization',
      organization_id: session.organization_id,
      organization_created_micros: createdAt.getTime() * 1_000,
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

/** One statement, so that views at once are counted one by one. */
async function countView(client: PoolClient, share: ShareRow, viewer: Viewer | undefined): Promise<void> {
  const { rowCount } = await client.query(
    `update resource_shares set view_count = view_count + 1, last_accessed_at = now()
      where id = $1 and revoked_at is null and (max_views is null or view_count < max_views)`,
    [share.id],
  );
  if (rowCount === 0) throw dead();
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
