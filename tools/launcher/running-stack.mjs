import { readInstance } from './instance.mjs';
import { natsPasswords, readSecret } from './keys.mjs';
import { isAlive } from './processes.mjs';
import { Failure } from './progress.mjs';

/** The stack that runs for a data folder, for commands that work beside it. @returns {import('./services.mjs').Stack} */
export function runningStack(dataDir) {
  const instance = readInstance(dataDir);
  if (!isAlive(instance?.processes?.iam))
    throw new Failure('Start Spanwise for this data folder first: its database must run.');
  const databaseUrl =
    process.env.DATABASE_URL ??
    `postgres://postgres:${readSecret(dataDir, 'db-superuser')}@127.0.0.1:${instance.ports.postgres}/spanwise`;
  return {
    dataDir,
    ports: instance.ports,
    databaseUrl,
    natsUrl: process.env.NATS_URL ?? `nats://127.0.0.1:${instance.ports.nats}`,
    ...(process.env.NATS_URL === undefined && { natsPasswords: natsPasswords(dataDir) }),
    baseUrl: instance.base_url,
    logSync: instance.log_sync ?? 'unknown',
    adminPassword: undefined,
  };
}
