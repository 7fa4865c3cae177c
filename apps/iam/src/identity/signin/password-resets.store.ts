import type { PoolClient } from 'pg';

export interface ResettableUser {
  id: string;
  email: string;
}

export async function findResettable(
  client: PoolClient,
  emailKey: string,
  cooldownSeconds: number,
): Promise<ResettableUser | undefined> {
  const { rows } = await client.query<ResettableUser>(
    `select u.id, u.email from users u where u.email_key = $1 and u.owns_address and u.status = 'active' and not u.disabled
        and not exists (select from password_resets r
                         where r.user_id = u.id and r.created_at > now() - make_interval(secs => $2))`,
    [emailKey, cooldownSeconds],
  );
  return rows[0];
}

export async function insertReset(
  client: PoolClient,
  tokenHash: string,
  userId: string,
  expiresInSeconds: number,
): Promise<void> {
  await client.query(
    `insert into password_resets (token_hash, user_id, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))`,
    [tokenHash, userId, expiresInSeconds],
  );
}

export interface UsedReset {
  user_id: string;
}

/** Undefined where the link is unknown, used or expired. */
export async function useReset(client: PoolClient, tokenHash: string): Promise<UsedReset | undefined> {
  const { rows } = await client.query<UsedReset>(
    `update password_resets set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()
     returning user_id`,
    [tokenHash],
  );
  return rows[0];
}

export interface UpdatedUser {
  email: string;
}

/** Undefined for an account that may not sign in. */
export async function setNewPassword(
  client: PoolClient,
  userId: string,
  passwordHash: string,
): Promise<UpdatedUser | undefined> {
  const { rows } = await client.query<UpdatedUser>(
    `update users set password_hash = $2, email_verified_at = coalesce(email_verified_at, now())
      where id = $1 and status = 'active' and not disabled returning email`,
    [userId, passwordHash],
  );
  return rows[0];
}

export async function dropOtherResets(client: PoolClient, userId: string, tokenHash: string): Promise<void> {
  await client.query('delete from password_resets where user_id = $1 and token_hash <> $2', [userId, tokenHash]);
}
