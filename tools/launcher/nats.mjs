import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canSyncAlways, findNatsServer } from './nats-binary.mjs';
import { inRoot } from './paths.mjs';
import { Failure } from './progress.mjs';

const READY_MS = 30_000;

/**
 * A private NATS server with JetStream in `folder`, on loopback. With `passwords` it admits the users of
 * `deploy/nats/users.conf` alone, without it every client.
 * @param {{ folder: string, port: number, monitorPort: number, passwords?: Record<string, string> }} options
 */
export async function prepareNats({ folder, port, monitorPort, passwords }) {
  const { binary, version } = await findNatsServer();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const always = canSyncAlways(version);
  const config = [
    `listen: "127.0.0.1:${port}"`,
    `http: "127.0.0.1:${monitorPort}"`,
    'max_payload: 8MB',
    'max_pending: 128MB',
    'jetstream {',
    `  store_dir: ${JSON.stringify(join(folder, 'store'))}`,
    '  max_mem: 64MB',
    '  max_file: 1TB',
    ...(always ? ['  sync_interval: always'] : []),
    '}',
    ...(passwords ? ['include ./users.conf'] : []),
    '',
  ].join('\n');
  const file = join(folder, 'nats.conf');
  writeFileSync(file, config, { mode: 0o600 });
  if (passwords) {
    // Written, not copied: a copy has the mode of the program's own file.
    const users = join(folder, 'users.conf');
    writeFileSync(users, readFileSync(inRoot('deploy', 'nats', 'users.conf')), { mode: 0o600 });
  }
  return {
    command: [binary, '-c', file],
    env: { ...process.env, ...passwordVariables(passwords ?? {}) },
    url: `nats://127.0.0.1:${port}`,
    monitorUrl: `http://127.0.0.1:${monitorPort}`,
    logSync: always ? 'always' : 'interval',
    binary,
    version: version.join('.'),
  };
}

const passwordVariables = (passwords) =>
  Object.fromEntries(
    Object.entries(passwords).map(([user, password]) => [`NATS_${user.toUpperCase()}_PASSWORD`, password]),
  );

/** The same server as one of its users. @param {string} url @param {string} user @param {string} password */
export function natsUrlAs(url, user, password) {
  const { protocol, host } = new URL(url);
  return `${protocol}//${user}:${password}@${host}`;
}

export async function waitForNats(monitorUrl, failed = () => false) {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const ready = await fetch(`${monitorUrl}/healthz?js-enabled-only=true`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (failed() || performance.now() > deadline) throw new Failure('The NATS server does not become ready.');
    await sleep(50);
  }
}
