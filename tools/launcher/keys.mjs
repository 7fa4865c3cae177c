// Secrets of an instance: made once, in files of the user alone.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './progress.mjs';

const keyFile = (dataDir, name) => join(dataDir, 'keys', name);

/** Path of a secret; its text is made by `make` the first time. */
export function secretFile(dataDir, name, make) {
  const path = keyFile(dataDir, name);
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600, flag: 'wx' });
  return path;
}

export const secretText = (dataDir, name, make) => readFileSync(secretFile(dataDir, name, make), 'utf8').trim();

/**
 * A secret that data was made with is never recreated: what it opens would be lost silently.
 * @param {string} advice what else may be done than putting the file back
 */
export function requireKept(dataDir, name, advice) {
  const path = keyFile(dataDir, name);
  if (existsSync(path)) return;
  throw new Failure(
    `The key file ${path} is missing, and there is data that was made with it.\nPut it back from a backup, ${advice}.`,
  );
}

export const randomPassword = () => randomBytes(24).toString('base64url');
export const randomKeyring = () => `k1:${randomBytes(32).toString('base64')}`;

export function readSecret(dataDir, name) {
  const path = keyFile(dataDir, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

export function writeSecret(dataDir, name, text) {
  const path = keyFile(dataDir, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const ROLES = ['iam', 'apm', 'apm_writer', 'notify', 'projector', 'projector_writer'].map((role) => `spanwise_${role}`);

const NATS_USERS = ['gateway', 'iam', 'apm', 'notify', 'projector', 'operator'];

/** Password of each user of the bus; it begins with a letter, as NATS wants of a text in its environment. */
export const natsPasswords = (dataDir) =>
  Object.fromEntries(
    NATS_USERS.map((user) => [user, secretText(dataDir, `nats-${user}`, () => `p-${randomPassword()}`)]),
  );

/** Password of each database role. */
export const rolePasswords = (dataDir) =>
  Object.fromEntries(ROLES.map((role) => [role, secretText(dataDir, `db-${role}`, randomPassword)]));
