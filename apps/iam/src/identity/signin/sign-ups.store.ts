import type { PoolClient } from 'pg';
import type { SignupPolicy } from '@spanwise/contracts/iam/orgs';

export interface Target extends SignupPolicy {
  id: string;
}

export interface SignUpRow {
  id: string;
  email: string;
  email_key: string;
  display_name: string;
  password_hash: string;
}

export async function dropExpiredSignUps(client: PoolClient): Promise<void> {
  await client.query('delete from sign_ups where expires_at < now()');
}

export async function insertSignUp(
  client: PoolClient,
  made: {
    id: string;
    email: string;
    emailKey: string;
    displayName: string;
    passwordHash: string;
    expiresInSeconds: number;
  },
): Promise<void> {
  await client.query(
    `insert into sign_ups (id, email, email_key, display_name, password_hash, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [made.id, made.email, made.emailKey, made.displayName, made.passwordHash, made.expiresInSeconds],
  );
}

export async function findSignUp(client: PoolClient, id: string): Promise<SignUpRow | undefined> {
  const { rows } = await client.query<SignUpRow>('select * from sign_ups where id = $1 and expires_at > now()', [id]);
  return rows[0];
}

export async function removeSignUp(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from sign_ups where id = $1', [id]);
}

export async function setSignUpToken(client: PoolClient, id: string, tokenHash: string): Promise<void> {
  await client.query('update sign_ups set token_hash = $2 where id = $1', [id, tokenHash]);
}

export async function removeSignUpsOf(client: PoolClient, emailKey: string): Promise<void> {
  await client.query('delete from sign_ups where email_key = $1', [emailKey]);
}

export async function lockSignUp(client: PoolClient, tokenHash: string): Promise<SignUpRow | undefined> {
  const { rows } = await client.query<SignUpRow>(
    'select * from sign_ups where token_hash = $1 and expires_at > now() for update',
    [tokenHash],
  );
  return rows[0];
}

/** Sign-up leads into the first enabled organization, whose policy counts. */
export async function findTarget(client: PoolClient): Promise<Target | undefined> {
  const { rows } = await client.query<Target>(
    `select id, signup_enabled, signup_require_approval from organizations
      where not system and not disabled order by created_at, id limit 1`,
  );
  return rows[0];
}

export async function reviveRejected(
  client: PoolClient,
  row: Omit<SignUpRow, 'id'>,
  status: 'pending' | 'active',
  verified: boolean,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `update users set email = $2, display_name = $3, password_hash = $4, status = $5,
                      email_verified_at = case when $6 then now() end
      where email_key = $1 and owns_address and status = 'rejected' returning id`,
    [row.email_key, row.email, row.display_name, row.password_hash, status, verified],
  );
  return rows[0]?.id;
}

export async function readSignupPolicy(client: PoolClient, organizationId: string): Promise<SignupPolicy> {
  const { rows } = await client.query<SignupPolicy>(
    'select signup_enabled, signup_require_approval from organizations where id = $1',
    [organizationId],
  );
  return rows[0]!;
}

export async function writeSignupPolicy(
  client: PoolClient,
  organizationId: string,
  isEnabled: boolean,
  isApprovalRequired: boolean,
): Promise<void> {
  await client.query('update organizations set signup_enabled = $2, signup_require_approval = $3 where id = $1', [
    organizationId,
    isEnabled,
    isApprovalRequired,
  ]);
}
