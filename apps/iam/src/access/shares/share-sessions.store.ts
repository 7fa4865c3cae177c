import type { PoolClient } from 'pg';
import type { SetQuotas } from '@spanwise/contracts/authz/quotas';
import { SHARE_COLUMNS, type ShareRow } from './shares.store.js';

export interface SessionRow {
  hash: string;
  organization_id: string;
  share_id: string;
  viewer_id: string | null;
  unlocked: boolean;
  from_micros: string;
  to_micros: string;
  expires_at: Date;
}

export async function unlockSession(client: PoolClient, hash: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update share_sessions set unlocked = true where hash = $1 and not unlocked',
    [hash],
  );
  return rowCount === 1;
}

/** Lets the transaction see the share of one link. */
export async function nameShareLink(client: PoolClient, tokenHash: string): Promise<void> {
  await client.query("select set_config('spanwise.share_hash', $1, true)", [tokenHash]);
}

export async function findShareOfLink(client: PoolClient, tokenHash: string): Promise<ShareRow | undefined> {
  const { rows } = await client.query<ShareRow>(`select ${SHARE_COLUMNS} from resource_shares where token_hash = $1`, [
    tokenHash,
  ]);
  return rows[0];
}

export async function dropExpiredSessions(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('delete from share_sessions where organization_id = $1 and expires_at < now()', [organizationId]);
}

export async function insertShareSession(
  client: PoolClient,
  session: {
    hash: string;
    organizationId: string;
    shareId: string;
    viewerId: string | null;
    unlocked: boolean;
    fromMicros: number;
    toMicros: number;
    expiresAtMs: number;
  },
): Promise<void> {
  await client.query(
    `insert into share_sessions (hash, organization_id, share_id, viewer_id, unlocked, from_micros, to_micros, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::numeric / 1000))`,
    [
      session.hash,
      session.organizationId,
      session.shareId,
      session.viewerId,
      session.unlocked,
      session.fromMicros,
      session.toMicros,
      session.expiresAtMs,
    ],
  );
}

/** Lets the transaction see one session. */
export async function nameShareSession(client: PoolClient, hash: string): Promise<void> {
  await client.query("select set_config('spanwise.share_session', $1, true)", [hash]);
}

export async function findShareSession(client: PoolClient, hash: string): Promise<SessionRow | undefined> {
  const { rows } = await client.query<SessionRow>('select * from share_sessions where hash = $1', [hash]);
  return rows[0];
}

export async function findShareById(client: PoolClient, id: string): Promise<ShareRow> {
  const { rows } = await client.query<ShareRow>(`select ${SHARE_COLUMNS} from resource_shares where id = $1`, [id]);
  return rows[0]!;
}

export interface SharingOrganization {
  created_at: Date;
  policy_version: number;
  quotas: SetQuotas;
}

export async function readSharing(client: PoolClient, organizationId: string): Promise<SharingOrganization> {
  const { rows } = await client.query<SharingOrganization>(
    'select created_at, policy_version, quotas from organizations where id = $1',
    [organizationId],
  );
  return rows[0]!;
}

/** One statement, so that views at once are counted one by one. */
export async function addView(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update resource_shares set view_count = view_count + 1, last_accessed_at = now()
      where id = $1 and revoked_at is null and (max_views is null or view_count < max_views)`,
    [id],
  );
  return rowCount !== 0;
}
