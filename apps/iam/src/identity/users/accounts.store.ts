/** Accounts, which belong to no organization. */
import type { PoolClient } from 'pg';
import { domainAdmitted, domainOf, emailKey } from '@spanwise/contracts/base/email';
import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import { uuidv7 } from '@spanwise/contracts/base/uuid';

const ADDRESS_LOCK = 0x4144;

export interface Account {
  id: string;
  email: string;
  display_name: string;
  status: 'active' | 'pending' | 'rejected';
  disabled: boolean;
  email_verified_at: Date | null;
}

/** The account that owns the address. */
export async function findAccount(client: PoolClient, key: string): Promise<Account | undefined> {
  const { rows } = await client.query<Account>(
    `select id, email, display_name, status, disabled, email_verified_at from users
      where email_key = $1 and owns_address`,
    [key],
  );
  return rows[0];
}

export interface NewAccount {
  email: string;
  displayName: string;
  passwordHash: string;
  status: 'active' | 'pending';
  /** The owner of the address has shown that it is theirs. */
  verified: boolean;
}

/** The new account's id, or undefined when the address has one already. */
export async function insertAccount(client: PoolClient, account: NewAccount): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (id, email, email_key, display_name, password_hash, status, email_verified_at)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end) on conflict (email_key) where owns_address do nothing returning id`,
    [
      uuidv7(),
      account.email,
      keyOf(account.email),
      account.displayName.trim(),
      account.passwordHash,
      account.status,
      account.verified,
    ],
  );
  return rows[0]?.id;
}

/**
 * The id of the new account, whether the address has one or not: where it has, this one is a claim. The address is locked,
 * and what is done is the same for both.
 */
export async function insertClaim(
  client: PoolClient,
  account: Pick<NewAccount, 'email' | 'displayName' | 'passwordHash'>,
  signInTag: string,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (id, email, email_key, display_name, password_hash, owns_address, sign_in_tag)
     select $1, $2, $3, $4, $5, not owned, case when owned then $6 end
       from (select exists (select from users where email_key = $3 and owns_address) as owned) o returning id`,
    [uuidv7(), account.email, keyOf(account.email), account.displayName.trim(), account.passwordHash, signInTag],
  );
  return rows[0]!.id;
}

/** Of those who make an account for an address at the same moment, one waits for the other. Before any row is locked. */
export async function lockAddress(client: PoolClient, emailKey: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADDRESS_LOCK, emailKey]);
}

export async function insertMembership(
  client: PoolClient,
  organizationId: string,
  userId: string,
  roleKeys: string[],
): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into memberships (organization_id, user_id, role_keys) values ($1, $2, $3) on conflict do nothing',
    [organizationId, userId, roleKeys],
  );
  return rowCount === 1;
}

export function keyOf(email: string): string {
  const key = emailKey(email);
  if (key === undefined) {
    throw invalidArgument('The e-mail address is not valid.', [{ field: 'email', reason: 'is not an address' }]);
  }
  return key;
}

/** The transaction is scoped to the organization, whose list counts (ACCESS-8). */
export async function requireAdmittedDomain(client: PoolClient, organizationId: string, key: string): Promise<void> {
  const { rows } = await client.query<{ domain: string }>(
    'select domain from email_domains where organization_id = $1',
    [organizationId],
  );
  const allowed = rows.map((row) => row.domain);
  if (!domainAdmitted(domainOf(key), allowed)) {
    throw forbidden('This organization does not admit e-mail addresses of that domain.');
  }
}

/** False where the hash that was verified is not the stored one any more. */
export async function replacePassword(
  client: PoolClient,
  userId: string,
  hash: string,
  verifiedHash: string,
  tag: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update users set password_hash = $2, sign_in_tag = case when not owns_address then $4 end
      where id = $1 and password_hash = $3`,
    [userId, hash, verifiedHash, tag],
  );
  return rowCount === 1;
}
