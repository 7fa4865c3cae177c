// PostgreSQL, NATS and the five services of one instance, started in order and kept running.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { natsPasswords, rolePasswords } from './keys.mjs';

import { prepareNats, waitForNats } from './nats.mjs';
import { inRoot } from './paths.mjs';
import { rememberedPort } from './ports.mjs';
import { ensureDatabase, preparePostgres, waitForPostgres } from './postgres.mjs';
import { Failure, step } from './progress.mjs';
import { run } from './run.mjs';
import { entryOf, MIGRATED, serviceEnvironment, START_ORDER } from './services.mjs';

const READY_MS = 90_000;

/** @returns {Promise<Pick<import('./services.mjs').Stack, 'databaseUrl' | 'natsUrl' | 'natsPasswords' | 'logSync'>>} */
export async function startServers(instance, supervisor, environment = process.env) {
  const { dataDir } = instance;
  const databaseUrl = await startDatabase(instance, supervisor, environment);
  if (environment.NATS_URL) return { databaseUrl, natsUrl: environment.NATS_URL, logSync: 'unknown' };
  const remembered = instance.state.ports;
  const [port, monitorPort] = [await rememberedPort(remembered.nats), await rememberedPort(remembered.nats_monitor)];
  const passwords = natsPasswords(dataDir);
  const nats = await prepareNats({ folder: join(dataDir, 'nats'), port, monitorPort, durable: true, passwords });
  instance.update({ ports: { ...instance.state.ports, nats: port, nats_monitor: monitorPort } });
  await step(
    `starting NATS ${nats.version} (log reaches the disk: ${nats.logSync === 'always' ? 'before every answer' : 'at intervals'})`,
    async () => {
      supervisor.start('nats', { command: nats.command, env: nats.env });
      await waitForNats(nats.monitorUrl, () => !supervisor.runs('nats'));
    },
  );
  return { databaseUrl, natsUrl: nats.url, natsPasswords: passwords, logSync: nats.logSync };
}

async function startDatabase(instance, supervisor, environment) {
  if (environment.DATABASE_URL) {
    await step('reaching PostgreSQL', () => waitForPostgres(environment.DATABASE_URL));
    return environment.DATABASE_URL;
  }
  const { dataDir } = instance;
  const port = await rememberedPort(instance.state.ports.postgres);
  const postgres = await preparePostgres({ folder: join(dataDir, 'postgres'), dataDir, port, durable: true });
  instance.update({ ports: { ...instance.state.ports, postgres: port } });
  await step('starting PostgreSQL', async () => {
    supervisor.start('postgres', { command: postgres.command });
    await waitForPostgres(postgres.adminUrl, () => !supervisor.runs('postgres'));
  });
  return ensureDatabase(postgres.adminUrl);
}

export async function provision(databaseUrl, dataDir) {
  const env = {
    ...process.env,
    SPANWISE_ADMIN_DATABASE_URL: databaseUrl,
    SPANWISE_DB_PASSWORDS: JSON.stringify(rolePasswords(dataDir)),
  };
  await run(process.execPath, [inRoot('libs', 'postgres', 'dist', 'provision-command.js')], {
    env,
    advice: 'The database user must be a superuser.',
  });
}

/** @param {Parameters<typeof serviceEnvironment>[1]} stack */
export async function startServices(supervisor, stack) {
  await step('preparing the database', async () => {
    await provision(stack.databaseUrl, stack.dataDir);
    await Promise.all(
      MIGRATED.map((service) =>
        run(process.execPath, [entryOf(service), 'migrate'], { env: serviceEnvironment(service, stack) }),
      ),
    );
  });
  await step('starting the services', async () => {
    for (const service of START_ORDER) {
      supervisor.start(service, {
        command: [process.execPath, entryOf(service)],
        env: serviceEnvironment(service, stack),
      });
    }
    await waitForProduct(supervisor, stack.ports.gateway);
  });
}

/** The product is ready when all parts report so: the composite health of the gateway. */
async function waitForProduct(supervisor, port) {
  const deadline = performance.now() + READY_MS;
  let last = 'no answer';
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/healthz`).then(
      async (response) => ({ ok: response.ok, body: await response.json() }),
      () => undefined,
    );
    if (answer?.ok) return;
    if (answer !== undefined) last = answer.body.reason ?? JSON.stringify(answer.body);
    if (supervisor.gaveUpOn !== undefined) break;
    await sleep(150);
  }
  const name = supervisor.gaveUpOn ?? (START_ORDER.includes(last) ? last : 'gateway');
  throw new Failure(
    `The product does not become ready (${last}). The last lines of ${name}:\n${tailOf(supervisor.logFile(name))}`,
  );
}

function tailOf(file) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  } catch {
    return '(no log)';
  }
}
