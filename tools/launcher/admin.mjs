import { spawnSync } from 'node:child_process';
import { UsageError } from './arguments.mjs';
import { readInstance } from './instance.mjs';
import { Failure } from './progress.mjs';
import { isAlive } from './processes.mjs';
import { natsPasswords, readSecret } from './keys.mjs';
import { natsUrlAs } from './nats.mjs';
import { entryOf, serviceEnvironment } from './services.mjs';

const USAGE = `usage: npm run admin -- reset-password EMAIL
       npm run admin -- verify-audit
       npm run admin -- dead-letters [replay|discard ID]`;

const SERVICES = { 'reset-password': 'iam', 'verify-audit': 'iam', 'dead-letters': 'projector' };

/** `reset-password`: the way back in when a password is lost. `verify-audit`: walks the chains of the audit log. `dead-letters`: what the projector could not read. */
export async function admin({ dataDir, rest }) {
  const [command, ...words] = rest;
  const service = SERVICES[command];
  if (service === undefined || (command === 'reset-password' && words.length !== 1)) throw new UsageError(USAGE);
  const instance = readInstance(dataDir);
  if (!isAlive(instance?.processes?.iam))
    throw new Failure('Start Spanwise for this data folder first: its database must run.');
  const own = process.env.NATS_URL === undefined;
  const databaseUrl =
    process.env.DATABASE_URL ??
    `postgres://postgres:${readSecret(dataDir, 'db-superuser')}@127.0.0.1:${instance.ports.postgres}/spanwise`;
  const stack = {
    dataDir,
    ports: instance.ports,
    databaseUrl,
    natsUrl: process.env.NATS_URL ?? `nats://127.0.0.1:${instance.ports.nats}`,
    ...(own && { natsPasswords: natsPasswords(dataDir) }),
    baseUrl: instance.base_url,
    logSync: instance.log_sync ?? 'unknown',
    adminPassword: undefined,
  };
  const env = serviceEnvironment(service, stack);
  if (own && service === 'projector') env.NATS_URL = natsUrlAs(stack.natsUrl, 'operator', stack.natsPasswords.operator);
  const result = spawnSync(process.execPath, [entryOf(service), command, ...words], { env, stdio: 'inherit' });
  return result.status ?? 1;
}
