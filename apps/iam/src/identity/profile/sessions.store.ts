import type { PoolClient } from 'pg';
import type { SessionView } from '@spanwise/contracts/iam/profile';

export interface SessionRow {
  id: string;
  organization_id: string;
  scope: SessionView['scope'];
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** The current one first. */
export async function readSessions(
  client: PoolClient,
  userId: string,
  currentId: string,
  limit: number,
): Promise<SessionRow[]> {
  const { rows } = await client.query<SessionRow>(
    `select id, organization_id, scope, address, user_agent, created_at, last_seen_at, expires_at from sessions
      where user_id = $1 and revoked_at is null and expires_at > now()
      order by (id = $2) desc, last_seen_at desc, id limit $3`,
    [userId, currentId, limit],
  );
  return rows;
}

export async function endSession(client: PoolClient, id: string, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update sessions set revoked_at = coalesce(revoked_at, now()) where id = $1 and user_id = $2',
    [id, userId],
  );
  return rowCount === 1;
}

export async function endOtherSessions(client: PoolClient, userId: string, sessionId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'update sessions set revoked_at = now() where user_id = $1 and id <> $2 and revoked_at is null returning id',
    [userId, sessionId],
  );
  return rows.map((row) => row.id);
}

export async function forgetPasswordResets(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from password_resets where user_id = $1', [userId]);
}

export interface StoredPassword {
  password_hash: string;
  email_key: string;
}

export async function findPassword(client: PoolClient, userId: string): Promise<StoredPassword | undefined> {
  const { rows } = await client.query<StoredPassword>('select password_hash, email_key from users where id = $1', [
    userId,
  ]);
  return rows[0];
}
