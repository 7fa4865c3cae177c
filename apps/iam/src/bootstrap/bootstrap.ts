/** The first organization, its owner, and the reserved `_sys` organization (decisions 2.5); idempotent and race-safe. */
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { busOptions } from '@spanwise/bus/connection';
import { emailKey } from '@spanwise/contracts/email';
import { INVALIDATION_SUBJECT } from '@spanwise/contracts/invalidation';
import { uuidv7 } from '@spanwise/contracts/uuid';
import type { Logger } from '@spanwise/host/logger';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { connect } from 'nats';
import { audit } from '../audit/audit.js';
import type { IamVariables } from '../config.js';
import { nameOrganization } from '../db/scopes.js';
import { systemOrganizationIdIn } from '../signin/destinations.js';
import type { Passwords } from '../signin/passwords.js';

const BOOTSTRAP_LOCK = 0x5353;
const SYSTEM_SLUG = '_sys';

export async function bootstrap(
  source: DataSource,
  config: IamVariables,
  passwords: Passwords,
  logger: Logger,
): Promise<void> {
  const pool = poolOf(source);
  const { rows } = await pool.query<{ users: string }>('select count(*) as users from users');
  if (Number(rows[0].users) > 0) return noteChanges(source, config, logger);
  if (config.adminPassword === undefined) {
    throw new Error(
      'SPANWISE_ADMIN_PASSWORD is required for the first start: it becomes the password of the first owner',
    );
  }
  const passwordHash = await passwords.hash(config.adminPassword);
  const organizationId = uuidv7();
  const userId = uuidv7();
  await inTransaction(pool, { organizationId }, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
    if ((await client.query('select from users limit 1')).rowCount !== 0) return;
    await client.query("insert into organizations (id, slug, name) values ($1, 'default', $2)", [
      organizationId,
      config.organizationName,
    ]);
    await client.query('insert into organizations (id, slug, name, system) values ($1, $2, $2, true)', [
      uuidv7(),
      SYSTEM_SLUG,
    ]);
    await client.query(
      `insert into users (id, email, email_key, display_name, password_hash, platform_administrator)
       values ($1, $2, $3, $4, $5, true)`,
      [userId, config.adminEmail, emailKey(config.adminEmail), config.adminEmail.split('@')[0], passwordHash],
    );
    await client.query("insert into memberships (organization_id, user_id, role_keys) values ($1, $2, '{owner}')", [
      organizationId,
      userId,
    ]);
    logger.info('the first organization and its owner were made');
  });
}

/** A variable that changed after the first start changes nothing, and that is said. */
async function noteChanges(source: DataSource, config: IamVariables, logger: Logger): Promise<void> {
  const { rowCount } = await poolOf(source).query('select from users where email_key = $1', [
    emailKey(config.adminEmail),
  ]);
  if (rowCount === 0) {
    logger.warn('SPANWISE_ADMIN_EMAIL names no user: it takes effect on the first start alone');
  }
}

/** Sets a new random password and ends the user's sessions; returns the password, which is stored nowhere in clear. */
export async function resetPassword(
  source: DataSource,
  config: IamVariables,
  passwords: Passwords,
  email: string,
): Promise<string> {
  const pool = poolOf(source);
  const { rows } = await pool.query<{ id: string }>('select id from users where email_key = $1', [emailKey(email)]);
  if (rows.length === 0) throw new Error('there is no user with this e-mail address');
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await passwords.hash(password);
  await inTransaction(pool, {}, async (client) => {
    await client.query("select set_config('spanwise.user_id', $1, true)", [rows[0].id]);
    await client.query('update users set password_hash = $2 where id = $1', [rows[0].id, passwordHash]);
    await client.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [
      rows[0].id,
    ]);
    await client.query('delete from password_resets where user_id = $1', [rows[0].id]);
    const organizationId = await systemOrganizationIdIn(client);
    await nameOrganization(client, organizationId);
    const entry = { organizationId, actorId: null, actorKind: 'anonymous' as const, action: 'password.reset_command' };
    await audit(client, { ...entry, targetKind: 'user', target: rows[0].id });
  });
  const bus = await connect({ ...busOptions(config.natsUrl, 'iam'), maxReconnectAttempts: 0 }).catch(() => undefined);
  bus?.publish(INVALIDATION_SUBJECT, JSON.stringify({ subject: rows[0].id }));
  await bus?.drain();
  return password;
}
