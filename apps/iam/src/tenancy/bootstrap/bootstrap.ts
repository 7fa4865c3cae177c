/** The first organization, its owner, and the reserved `_sys` organization (ACCESS-9); idempotent and race-safe. */
import { randomBytes } from 'node:crypto';
import { busOptions } from '@spanwise/bus/connection';
import { emailKey } from '@spanwise/contracts/base/email';
import { INVALIDATION_SUBJECT } from '@spanwise/contracts/authz/invalidation';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Logger } from '@spanwise/host/logger';
import { inTransaction } from '@spanwise/postgres/transaction';
import { connect } from 'nats';
import { Database } from '@spanwise/postgres/database';
import { audit } from '../../platform/audit/audit.js';
import type { IamVariables } from '../../config.js';
import { nameOrganization, nameUser } from '../../db/scopes.js';
import { systemOrganizationId } from '../../platform/organizations/organization-row.store.js';
import { endUserSessions } from '../../identity/signin/sessions.store.js';
import type { Passwords } from '../../platform/passwords/passwords.js';
import {
  countUsers,
  findOwnerOfAddress,
  forgetResets,
  insertFirstOrganization,
  insertFirstUser,
  insertOwner,
  insertSystemOrganization,
  isAnybodyThere,
  isAddressKnown,
  lockBootstrap,
  setPassword,
} from './bootstrap.store.js';

export async function bootstrap(
  source: Database,
  config: IamVariables,
  passwords: Passwords,
  logger: Logger,
): Promise<void> {
  const pool = source.pool;
  const users = await countUsers(pool);
  if (users > 0) return noteChanges(source, config, logger);
  if (config.adminPassword === undefined) {
    throw new Error(
      'SPANWISE_ADMIN_PASSWORD is required for the first start: it becomes the password of the first owner',
    );
  }
  const passwordHash = await passwords.hash(config.adminPassword);
  const organizationId = uuidv7();
  const userId = uuidv7();
  await inTransaction(pool, { organizationId }, async (client) => {
    await lockBootstrap(client);
    if (await isAnybodyThere(client)) return;
    await insertFirstOrganization(client, organizationId, config.organizationName);
    await insertSystemOrganization(client);
    await insertFirstUser(client, {
      id: userId,
      email: config.adminEmail,
      emailKey: emailKey(config.adminEmail),
      displayName: config.adminEmail.split('@')[0]!,
      passwordHash,
    });
    await insertOwner(client, organizationId, userId);
    logger.info('bootstrap: created the first organization and its owner');
  });
}

/** A variable that changed after the first start changes nothing, and that is said. */
async function noteChanges(source: Database, config: IamVariables, logger: Logger): Promise<void> {
  const known = await isAddressKnown(source.pool, emailKey(config.adminEmail));
  if (!known) {
    logger.warn('bootstrap: SPANWISE_ADMIN_EMAIL is no user; it only applies on the first start');
  }
}

/** Sets a new random password and ends the user's sessions; returns the password, which is stored nowhere in clear. */
export async function resetPassword(
  source: Database,
  config: IamVariables,
  passwords: Passwords,
  email: string,
): Promise<string> {
  const pool = source.pool;
  const user = await findOwnerOfAddress(pool, emailKey(email));
  if (user === undefined) throw new Error('there is no user with this e-mail address');
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await passwords.hash(password);
  await inTransaction(pool, {}, async (client) => {
    await nameUser(client, user.id);
    await setPassword(client, user.id, passwordHash);
    await endUserSessions(client, user.id);
    await forgetResets(client, user.id);
    const organizationId = await systemOrganizationId(client);
    await nameOrganization(client, organizationId);
    const entry = { organizationId, actorId: null, actorKind: 'anonymous' as const, action: 'password.reset_command' };
    await audit(client, { ...entry, targetKind: 'user', target: user.id });
  });
  const bus = await connect({ ...busOptions(config.natsUrl, 'iam'), maxReconnectAttempts: 0 }).catch(() => undefined);
  bus?.publish(INVALIDATION_SUBJECT, JSON.stringify({ subject: user.id }));
  await bus?.drain();
  return password;
}
