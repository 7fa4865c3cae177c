// The compose file played on this machine without an engine: its environment, commands, order and NATS configuration, with
// processes in the place of containers and loopback ports in the place of names.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findNatsServer } from '../../launcher/nats-binary.mjs';
import { waitForNats } from '../../launcher/nats.mjs';
import { inRoot, ROOT } from '../../launcher/paths.mjs';
import { anyPort } from '../../launcher/ports.mjs';
import { ensureDatabase, preparePostgres, waitForPostgres } from '../../launcher/postgres.mjs';
import { recordOf, stopProcess } from '../../launcher/processes.mjs';
import { interpolate } from './compose.mjs';
import { composeSurroundings } from './deployment.mjs';
import { yamlDocuments } from './kustomize.mjs';

const READY_MS = 60_000;
const SERVICES = ['iam', 'projector', 'apm', 'notify', 'gateway'];
const folder = mkdtempSync(join(tmpdir(), 'spanwise-compose-'));
const running = new Map();
let compose;
let postgresUrl;
let natsPort;

const launch = (name, [command, ...args], environment) => {
  const child = spawn(command, args, { cwd: ROOT, env: { PATH: process.env.PATH, ...environment }, stdio: 'pipe' });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const ended = new Promise((resolve) => child.on('close', resolve));
  running.set(name, { child, ended, record: recordOf(child.pid), text: () => Buffer.concat(output).toString() });
  return running.get(name);
};

/** The environment of a compose service, with the addresses that its names have here. */
function environmentHere(name, port) {
  const environment = { ...compose.services[name].environment, HOST: '127.0.0.1', ...(port && { PORT: String(port) }) };
  // Its default may be taken on this machine.
  if (name === 'gateway') environment.SPANWISE_OTLP_GRPC_PORT = '0';
  if (environment.SPANWISE_OBJECT_STORE) {
    environment.SPANWISE_OBJECT_STORE = pathToFileURL(join(folder, 'objects')).href;
    environment.SPANWISE_WORK_DIR = join(folder, 'work');
  }
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.endsWith('_URL') || variable === 'SPANWISE_BASE_URL' || value === '') continue;
    const url = new URL(value);
    if (url.hostname === 'nats') url.host = `127.0.0.1:${natsPort}`;
    else if (variable === 'SPANWISE_ADMIN_DATABASE_URL') url.href = postgresUrl;
    else url.host = new URL(postgresUrl).host;
    environment[variable] = url.href;
  }
  return environment;
}

before(async () => {
  const { environment, natsConf } = await composeSurroundings();
  const [written] = yamlDocuments(readFileSync(inRoot('docker-compose.yml'), 'utf8'), 'docker-compose.yml');
  compose = interpolate(written, environment);
  mkdirSync(join(folder, 'keys'));
  const postgres = await preparePostgres({
    folder: join(folder, 'postgres'),
    dataDir: folder,
    port: await anyPort(),
    durable: false,
  });
  launch('postgres', postgres.command, {});
  await waitForPostgres(postgres.adminUrl);
  postgresUrl = await ensureDatabase(postgres.adminUrl);
  natsPort = await anyPort();
  const monitorPort = await anyPort();
  const file = join(folder, 'nats.conf');
  // Both files in one text, so that there is nothing to include.
  const conf = natsConf
    .replace(/^include .*$/m, '')
    .replaceAll('0.0.0.0', '127.0.0.1')
    .replaceAll(/\b4222\b/g, natsPort)
    .replaceAll(/\b8222\b/g, monitorPort)
    .replace(/(store_dir\s*[:=]\s*)"?\/data"?/, `$1${JSON.stringify(join(folder, 'nats'))}`);
  writeFileSync(file, conf);
  const binary = process.env.SPANWISE_NATS_SERVER_BIN ?? (await findNatsServer()).binary;
  launch('nats', [binary, '--config', file], compose.services.nats.environment);
  await waitForNats(`http://127.0.0.1:${monitorPort}`);
});

after(async () => {
  const signals = { postgres: 'SIGINT' };
  for (const [name, { child, record }] of [...running].toReversed())
    if (child.exitCode === null) await stopProcess(record, signals[name] ?? 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test('what runs once ends well, and again', async () => {
  const once = Object.keys(compose.services).filter((name) => compose.services[name].restart === 'no');
  assert.deepEqual(once, ['provision', 'migrate-iam', 'migrate-apm', 'migrate-notify', 'migrate-projector']);
  for (const name of [...once, once[0], once[1]]) {
    const run = launch(name, [process.execPath, ...compose.services[name].command], environmentHere(name));
    assert.equal(await run.ended, 0, `${name}: ${run.text()}`);
  }
});

test('every service becomes ready, and the whole of them healthy', async () => {
  const ports = {};
  for (const name of SERVICES) {
    ports[name] = await anyPort();
    const { command } = compose.services[name];
    launch(name, [process.execPath, ...command], environmentHere(name, ports[name]));
    await answering(name, `http://127.0.0.1:${ports[name]}/readyz`);
  }
  const body = await answering('gateway', `http://127.0.0.1:${ports.gateway}/api/v1/healthz`);
  assert.equal(body.status, 'ok');
  assert.equal(body.log_sync, 'always');
  const { SPANWISE_ADMIN_EMAIL: email, SPANWISE_ADMIN_PASSWORD: password } = compose.services.iam.environment;
  const signIn = await fetch(`http://127.0.0.1:${ports.gateway}/api/v1/auth/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(signIn.status, 200, await signIn.text());
});

test('every service ends in order within its time', async () => {
  for (const name of SERVICES.toReversed()) {
    const { child, ended, text } = running.get(name);
    const graceMs = Number.parseInt(compose.services[name].stop_grace_period, 10) * 1_000;
    child.kill('SIGTERM');
    const code = await Promise.race([ended, sleep(graceMs, 'too late', { ref: false })]);
    assert.equal(code, 0, `${name}: ${text().slice(-2_000)}`);
  }
});

async function answering(name, url) {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return response.json();
    const { child, text } = running.get(name);
    const last = response === undefined ? 'no answer' : await response.text();
    if (child.exitCode !== null || performance.now() > deadline)
      assert.fail(`${name} does not become ready (${last}): ${text().slice(-2_000)}`);
    await sleep(100);
  }
}
