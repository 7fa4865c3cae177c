import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/base/uuid';

const BOOTSTRAP_LOCK = 0x5353;

const SYSTEM_SLUG = '_sys';

export async function countUsers(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ users: string }>('select count(*) as users from users');
  return Number(rows[0]!.users);
}

export async function lockBootstrap(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
}

export async function isAnybodyThere(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query('select from users limit 1');
  return rowCount !== 0;
}

export async function insertFirstOrganization(client: PoolClient, id: string, name: string): Promise<void> {
  await client.query("insert into organizations (id, slug, name) values ($1, 'default', $2)", [id, name]);
}

export async function insertSystemOrganization(client: PoolClient): Promise<void> {
  await client.query('insert into organizations (id, slug, name, system) values ($1, $2, $2, true)', [
    uuidv7(),
    SYSTEM_SLUG,
  ]);
}

export async function insertFirstUser(
  client: PoolClient,
  user: { id: string; email: string; emailKey: string | undefined; displayName: string; passwordHash: string },
): Promise<void> {
  await client.query(
    `insert into users (id, email, email_key, display_name, password_hash, platform_administrator)
     values ($1, $2, $3, $4, $5, true)`,
    [user.id, user.email, user.emailKey, user.displayName, user.passwordHash],
  );
}

export async function insertOwner(client: PoolClient, organizationId: string, userId: string): Promise<void> {
  await client.query("insert into memberships (organization_id, user_id, role_keys) values ($1, $2, '{owner}')", [
    organizationId,
    userId,
  ]);
}

export async function isAddressKnown(
  client: Pick<PoolClient, 'query'>,
  emailKey: string | undefined,
): Promise<boolean> {
  const { rowCount } = await client.query('select from users where email_key = $1', [emailKey]);
  return rowCount !== 0;
}

export interface FoundUser {
  id: string;
}

export async function findOwnerOfAddress(
  client: Pick<PoolClient, 'query'>,
  emailKey: string | undefined,
): Promise<FoundUser | undefined> {
  const { rows } = await client.query<FoundUser>('select id from users where email_key = $1 and owns_address', [
    emailKey,
  ]);
  return rows[0];
}

export async function setPassword(client: PoolClient, userId: string, passwordHash: string): Promise<void> {
  await client.query('update users set password_hash = $2 where id = $1', [userId, passwordHash]);
}

export async function forgetResets(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from password_resets where user_id = $1', [userId]);
}
