// PostgreSQL, NATS and the five services of one instance, started in order and kept running.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { natsPasswords } from './keys.mjs';
import { prepareNats, waitForNats } from './nats.mjs';
import { rememberedPort } from './ports.mjs';
import { ensureDatabase, preparePostgres, waitForPostgres } from './postgres.mjs';
import { Failure, say, step } from './progress.mjs';
import { prepareDatabase } from './schemas.mjs';
import { entryOf, inspectWords, serviceEnvironment, START_ORDER } from './services.mjs';

const READY_MS = 90_000;

/** @returns {Promise<Pick<import('./services.mjs').Stack, 'databaseUrl' | 'natsUrl' | 'natsPasswords' | 'logSync'>>} */
export async function startServers(instance, supervisor, environment = process.env) {
  const { dataDir } = instance;
  const databaseUrl = await startDatabase(instance, supervisor, environment);
  if (environment.NATS_URL) return { databaseUrl, natsUrl: environment.NATS_URL, logSync: 'unknown' };
  const remembered = instance.state.ports;
  const [port, monitorPort] = [await rememberedPort(remembered.nats), await rememberedPort(remembered.nats_monitor)];
  const passwords = natsPasswords(dataDir);
  const nats = await prepareNats({ folder: join(dataDir, 'nats'), port, monitorPort, passwords });
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

/** @param {Omit<import('./services.mjs').Stack, 'ports'>} found */
export async function startServices(instance, supervisor, found) {
  const stack = { ...found, ports: instance.state.ports };
  await step('preparing the database', () => prepareDatabase(stack));
  await step('starting the services', async () => {
    const listens = new Promise((resolve) => {
      const onMessage = ({ ports }) => {
        void notePorts(instance, supervisor, { ...found, ports });
        resolve();
      };
      for (const service of START_ORDER) {
        supervisor.start(service, {
          command: [process.execPath, ...inspectWords(stack.ports, service), entryOf(service)],
          env: serviceEnvironment(service, stack),
          ...(service === 'gateway' && { onMessage }),
        });
      }
    });
    await waitForProduct(supervisor, stack.ports.gateway);
    await listens;
  });
}

/**
 * What the gateway says, at each of its starts, of where it listens beside HTTP: the instance names it, and notify, which
 * sends nothing there, is restarted when that is another port than it had.
 */
export async function notePorts(instance, supervisor, stack) {
  const before = instance.state.ports;
  const ports = { ...before, ...stack.ports };
  if (Object.keys(ports).every((name) => ports[name] === before[name])) return;
  try {
    instance.update({ ports });
  } catch (error) {
    say(`! where the gateway listens is not recorded: ${error.message}`);
  }
  await supervisor.restart('notify', serviceEnvironment('notify', { ...stack, ports }));
}

/** Returns when a service answers that it can serve, or when `givenUp`. @param {number} port of the service */
export async function waitForService(port, givenUp) {
  const deadline = performance.now() + READY_MS;
  while (!givenUp() && performance.now() < deadline) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
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
    if (answer?.ok || isHeld(answer?.body)) return;
    if (answer !== undefined) last = answer.body.reason ?? JSON.stringify(answer.body);
    if (supervisor.gaveUpOn !== undefined) break;
    await sleep(150);
  }
  const name = supervisor.gaveUpOn ?? (START_ORDER.includes(last) ? last : 'gateway');
  throw new Failure(
    `The product does not become ready (${last}). The last lines of ${name}:\n${tailOf(supervisor.logFile(name))}`,
  );
}

/** All parts work, and an operator has to look at the object store: for that the product must run. */
const isHeld = (health) =>
  health?.reason === 'object_store' && health.subsystems.object_store.reason === 'deletion of files is held';

function tailOf(file) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
  } catch {
    return '(no log)';
  }
}
