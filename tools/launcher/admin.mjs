import { spawnSync } from 'node:child_process';
import { UsageError } from './arguments.mjs';
import { readInstance } from './instance.mjs';
import { Failure } from './progress.mjs';
import { isAlive } from './processes.mjs';
import { readSecret } from './keys.mjs';
import { entryOf, serviceEnvironment } from './services.mjs';

/** `admin reset-password EMAIL`: the way back in when a password is lost. */
export async function admin({ dataDir, rest }) {
  const [command, email] = rest;
  if (command !== 'reset-password' || email === undefined)
    throw new UsageError('usage: npm run admin -- reset-password EMAIL');
  const instance = readInstance(dataDir);
  if (!isAlive(instance?.processes?.iam))
    throw new Failure('Start Spanwise for this data folder first: its database must run.');
  const databaseUrl =
    process.env.DATABASE_URL ??
    `postgres://postgres:${readSecret(dataDir, 'db-superuser')}@127.0.0.1:${instance.ports.postgres}/spanwise`;
  const stack = {
    dataDir,
    ports: instance.ports,
    databaseUrl,
    natsUrl: process.env.NATS_URL ?? `nats://127.0.0.1:${instance.ports.nats}`,
    baseUrl: instance.base_url,
    logSync: instance.log_sync ?? 'unknown',
    adminPassword: undefined,
  };
  const result = spawnSync(process.execPath, [entryOf('iam'), command, email], {
    env: serviceEnvironment('iam', stack),
    stdio: 'inherit',
  });
  return result.status ?? 1;
}
