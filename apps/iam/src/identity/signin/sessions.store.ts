import type { PoolClient } from 'pg';
import type { Scope } from '@spanwise/contracts/authz/iam-context';

export async function insertSession(
  client: PoolClient,
  session: {
    id: string;
    userId: string;
    organizationId: string;
    scope: Scope;
    expiresInSeconds: number;
    address: string | null;
    userAgent: string | null;
  },
): Promise<void> {
  await client.query(
    `insert into sessions (id, user_id, organization_id, scope, expires_at, address, user_agent)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7)`,
    [
      session.id,
      session.userId,
      session.organizationId,
      session.scope,
      session.expiresInSeconds,
      session.address,
      session.userAgent,
    ],
  );
}

export async function endOpenSession(client: PoolClient, id: string, userId: string): Promise<void> {
  await client.query('update sessions set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null', [
    id,
    userId,
  ]);
}

export async function endUserSessions(client: PoolClient, userId: string): Promise<void> {
  await client.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [userId]);
}
