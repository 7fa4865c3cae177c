import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { parseArguments, UsageError } from './arguments.mjs';
import { bundledServices, bundlesIn, MADE_OF, madeOf } from './bundles.mjs';
import { claim, readInstance } from './instance.mjs';
import { aptMirror, canSyncAlways } from './nats-binary.mjs';
import { anyPort, isFree, otlpGrpcPort, SERVICE_ORDER, servicePorts } from './ports.mjs';
import { Failure } from './progress.mjs';
import { ROOT } from './paths.mjs';
import { isAlive, leftBehind, recordOf, stopProcess } from './processes.mjs';
import { readyScreen } from './ready-screen.mjs';
import { preparePostgres } from './postgres.mjs';
import { isSame } from './schemas.mjs';
import { entryOf, requireKeys, serviceEnvironment } from './services.mjs';
import { notePorts } from './stack.mjs';
import { cutLog, diesTooOften, Supervisor } from './supervisor.mjs';
import { checkNode } from './workspace.mjs';

const folder = mkdtempSync(join(tmpdir(), 'spanwise-launcher-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const listen = (port) =>
  new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });

test('a port that was given and is taken is an error that names it', async () => {
  const port = await anyPort();
  const server = await listen(port);
  await assert.rejects(
    servicePorts(String(port)),
    (error) => error instanceof Failure && error.message.includes(String(port)),
  );
  server.close();
});

test('auto finds five free ports in a row', async () => {
  const { ports } = await servicePorts('auto');
  assert.deepEqual(
    Object.values(ports).map((port) => port - ports.gateway),
    [0, 1, 2, 3, 4],
  );
  assert.ok(await isFree(ports.projector));
});

test('who chooses ports at the same time never gets the same ones', async () => {
  const blocks = await Promise.all(Array.from({ length: 100 }, () => servicePorts('auto')));
  const ports = blocks.flatMap((block) => Object.values(block.ports));
  assert.equal(new Set(ports).size, 500);
});

test('gRPC takes its usual port or another one; a port that was asked for must be free', async () => {
  const port = await anyPort();
  const server = await listen(port);
  await assert.rejects(otlpGrpcPort(String(port)), (error) => error instanceof Failure);
  server.close();
  assert.equal(await otlpGrpcPort('0'), 0);
  assert.ok((await otlpGrpcPort(undefined, 'auto')) > 0);
});

test('unknown flags and impossible ports are usage errors', () => {
  assert.throws(() => parseArguments('start', ['--prot', '1'], {}), UsageError);
  assert.throws(() => parseArguments('start', ['--port', '70000'], {}), UsageError);
  assert.throws(() => parseArguments('start', ['--port'], {}), UsageError);
  assert.equal(parseArguments('start', ['--port=9000'], { SPANWISE_PORT: '1' }).port, '9000');
  assert.equal(parseArguments('start', [], { SPANWISE_PORT: '8181' }).port, '8181');
});

test('a data folder belongs to one launcher at a time', async () => {
  const dataDir = join(folder, 'single');
  const instance = await claim(dataDir);
  instance.update({ base_url: 'http://localhost:1' });
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  instance.setProcess('launcher', other.pid);
  await assert.rejects(claim(dataDir), /already runs for this data folder: http:\/\/localhost:1/);
  other.kill('SIGKILL');
  await new Promise((resolve) => other.once('exit', resolve));
  await claim(dataDir);
  assert.equal(readInstance(dataDir).processes.launcher.pid, process.pid);
  assert.equal(statSync(join(dataDir, 'keys')).mode & 0o777, 0o700);
});

test('what a killed launcher left running is stopped; a process that only reuses its id is not', async () => {
  const dataDir = join(folder, 'orphans');
  const instance = await claim(dataDir);
  const orphan = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  instance.setProcess('iam', orphan.pid);
  instance.update({ processes: { iam: recordOf(orphan.pid), apm: { pid: stranger.pid, identity: 'another start' } } });
  const record = recordOf(orphan.pid);
  await claim(dataDir);
  assert.equal(isAlive(record), false);
  assert.ok(isAlive(recordOf(stranger.pid)));
  stranger.kill('SIGKILL');
});

test('what a killed service has started is ended with what is left of it', async () => {
  const idle = ['-e', 'setInterval(() => {}, 1000)', ROOT];
  const starts = `console.log(require('node:child_process').spawn(process.execPath, ${JSON.stringify(idle)}).pid); setInterval(() => {}, 1000)`;
  const service = spawn(process.execPath, ['-e', starts], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const orphan = recordOf(Number(await new Promise((resolve) => service.stdout.once('data', resolve))));
  const instance = await claim(join(folder, 'orphans'));
  instance.setProcess('apm', service.pid);
  instance.setProcess('launcher', undefined);
  const recorded = instance.state.processes.apm;
  service.kill('SIGKILL');
  await new Promise((resolve) => service.once('exit', resolve));
  assert.deepEqual(leftBehind(recorded), [orphan]);
  assert.deepEqual(leftBehind({ ...recorded, identity: '1' }), [orphan]);
  await claim(join(folder, 'orphans'));
  assert.equal(isAlive(orphan), false);
});

test('a process that ignores the polite signal is killed', async () => {
  const child = spawn(process.execPath, [
    '-e',
    'process.on("SIGTERM", () => {}); console.log(1); setTimeout(() => {}, 60000)',
  ]);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const record = recordOf(child.pid);
  await stopProcess(record, 'SIGTERM', 200);
  assert.equal(isAlive(record), false);
});

test('five deaths within a minute are too many, and old ones are forgotten', () => {
  assert.equal(diesTooOften([1, 2, 3, 4, 5], 1_000, 5), true);
  assert.equal(diesTooOften([1, 2, 3, 4], 1_000, 5), false);
  assert.equal(diesTooOften([1, 2, 3, 4, 100_000], 100_001, 5), false);
});

test('a log that a child goes on writing to is cut, and keeps what was there once', async () => {
  const file = join(folder, 'child.log');
  const log = openSync(file, 'a');
  writeSync(log, 'x'.repeat(100));
  cutLog(file, 100);
  assert.equal(existsSync(`${file}.1`), false);
  writeSync(log, 'y');
  cutLog(file, 100);
  writeSync(log, 'after');
  closeSync(log);
  assert.equal(readFileSync(`${file}.1`, 'utf8'), `${'x'.repeat(100)}y`);
  assert.equal(readFileSync(file, 'utf8'), 'after');
});

test('a log is cut also where there is no room for what was in it', () => {
  const file = join(folder, 'full.log');
  writeFileSync(file, 'x'.repeat(100));
  // Nothing can be copied to where a folder is.
  mkdirSync(`${file}.1`);
  assert.throws(() => cutLog(file, 10));
  assert.equal(readFileSync(file, 'utf8'), '');
});

test('a child is started whose log cannot be written and whose process cannot be recorded', async () => {
  const dataDir = join(folder, 'no-logs');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'logs'), 'in the way');
  const unrecorded = {
    dataDir,
    setProcess: () => {
      throw new Error('no space left on device');
    },
  };
  const supervisor = new Supervisor(unrecorded, () => undefined);
  supervisor.start('iam', { command: [process.execPath, '-e', 'setTimeout(() => {}, 60000)'] });
  assert.ok(supervisor.runs('iam'));
  await supervisor.stop(['iam']);
});

test('folders of telemetry and secrets that all users could read are closed', async () => {
  const dataDir = join(folder, 'open');
  const folders = ['keys', 'logs', 'nats', 'objects', 'work'];
  for (const name of folders) {
    mkdirSync(join(dataDir, name), { recursive: true });
    chmodSync(join(dataDir, name), 0o755);
  }
  await claim(dataDir);
  for (const name of folders) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o700);
});

test('secrets reach a service as files, and the launcher’s own variables do not', () => {
  const dataDir = join(folder, 'environment');
  mkdirSync(join(dataDir, 'keys'), { recursive: true });
  const stack = {
    dataDir,
    ports: { gateway: 1, iam: 2, apm: 3, notify: 4, projector: 5 },
    databaseUrl: 'postgres://postgres:x@127.0.0.1:5432/spanwise',
    natsUrl: 'nats://127.0.0.1:4222',
    natsPasswords: { apm: 'p-1', iam: 'p-2', gateway: 'p-3' },
    baseUrl: 'http://localhost:1',
    logSync: 'always',
    adminPassword: 'secret-of-the-owner',
  };
  const environment = { SPANWISE_PORT: '9', SPANWISE_LATE_GRACE: '10s', DATABASE_URL: 'postgres://super' };
  const apm = serviceEnvironment('apm', stack, environment);
  assert.match(apm.DATABASE_URL, /^postgres:\/\/spanwise_apm:[^@]+@127/);
  assert.match(apm.DATABASE_WRITER_URL, /spanwise_apm_writer/);
  assert.equal(apm.NATS_URL, 'nats://apm:p-1@127.0.0.1:4222');
  assert.equal(apm.SPANWISE_LATE_GRACE, '10s');
  assert.equal(apm.SPANWISE_PORT, undefined);
  assert.equal(apm.SPANWISE_ADMIN_PASSWORD, undefined);
  assert.equal(apm.PORT, '3');
  assert.match(readFileSync(apm.SPANWISE_CURSOR_KEYS_FILE, 'utf8'), /^k1:/);
  assert.equal(statSync(apm.SPANWISE_CURSOR_KEYS_FILE).mode & 0o777, 0o600);
  const iam = serviceEnvironment('iam', stack, environment);
  assert.equal(iam.SPANWISE_ADMIN_PASSWORD, 'secret-of-the-owner');
  assert.equal(serviceEnvironment('gateway', stack, environment).DATABASE_URL, undefined);
});

test('a key that is missing beside data is not recreated: the error names the file and the setting', async () => {
  const dataDir = join(folder, 'missing-keys');
  mkdirSync(join(dataDir, 'keys'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  const options = { folder: join(dataDir, 'postgres'), dataDir, port: 1, durable: true };
  await assert.rejects(preparePostgres(options), /missing-keys\/keys\/db-superuser is missing/);
  assert.throws(() => requireKeys(dataDir, {}), /keys\/token-keys is missing.*\n.*SPANWISE_TOKEN_KEYS_FILE/);
  const given = { SPANWISE_TOKEN_KEYS: 'k1:x' };
  assert.throws(() => requireKeys(dataDir, given), /keys\/secret-keys is missing.*\n.*SPANWISE_SECRET_KEYS/);
  requireKeys(dataDir, { ...given, SPANWISE_SECRET_KEYS_FILE: '/elsewhere' });
  assert.deepEqual(readdirSync(join(dataDir, 'keys')), []);
});

test('notify gets everything that the instance listens on, and what the user adds', () => {
  const stack = {
    dataDir: join(folder, 'environment'),
    ports: { gateway: 1, iam: 2, apm: 3, notify: 4, projector: 5, otlp_grpc: 6, nats: 7, nats_monitor: 8, postgres: 9 },
    databaseUrl: 'postgres://postgres:x@127.0.0.1:9/spanwise',
    natsUrl: 'nats://127.0.0.1:7',
    baseUrl: 'http://localhost:1',
    logSync: 'always',
  };
  const own = (environment) => serviceEnvironment('notify', stack, environment).SPANWISE_OWN_LISTENERS.split(',');
  const ports = Object.values(stack.ports).map((port) => `127.0.0.1:${port}`);
  assert.deepEqual(own({}), ports);
  assert.deepEqual(own({ SPANWISE_OWN_LISTENERS: 'nats.example:8222' }), [...ports, 'nats.example:8222']);
  assert.equal(serviceEnvironment('apm', stack, {}).SPANWISE_OWN_LISTENERS, undefined);
});

test('a port of gRPC that was only found free is no order, one that was given is', () => {
  const stack = {
    dataDir: join(folder, 'environment'),
    ports: { gateway: 1, otlp_grpc: 6 },
    natsUrl: 'nats://127.0.0.1:7',
    baseUrl: 'http://localhost:1',
    logSync: 'always',
  };
  const found = serviceEnvironment('gateway', stack, {});
  assert.deepEqual([found.SPANWISE_OTLP_GRPC_PORT, found.SPANWISE_OTLP_GRPC_USUAL_PORT], [undefined, '6']);
  const given = serviceEnvironment('gateway', stack, { SPANWISE_OTLP_GRPC_PORT: '6' });
  assert.deepEqual([given.SPANWISE_OTLP_GRPC_PORT, given.SPANWISE_OTLP_GRPC_USUAL_PORT], ['6', undefined]);
});

test('when gRPC has moved the instance names its port, and notify gets it', async () => {
  const instance = await claim(join(folder, 'moved'));
  instance.update({ ports: { gateway: 1, otlp_grpc: 6 } });
  const supervisor = new Supervisor(instance, () => undefined);
  const idle = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
  supervisor.start('notify', { command: idle });
  const stack = {
    dataDir: instance.dataDir,
    databaseUrl: 'postgres://postgres:x@127.0.0.1:9/spanwise',
    natsUrl: 'nats://127.0.0.1:7',
    baseUrl: 'http://localhost:1',
    logSync: 'always',
  };
  const says = 'process.send({ ports: { otlp_grpc: 7 } }); setInterval(() => {}, 1000)';
  const said = await new Promise((resolve) =>
    supervisor.start('gateway', { command: [process.execPath, '-e', says], onMessage: resolve }),
  );
  await notePorts(instance, supervisor, { ...stack, ...said });
  assert.equal(readInstance(instance.dataDir).ports.otlp_grpc, 7);
  assert.match(supervisor.environmentOf('notify').SPANWISE_OWN_LISTENERS, /127\.0\.0\.1:7$/);
  await supervisor.stop(['gateway', 'notify']);
});

test('one link of one service can lead through a proxy, with the credentials it has', () => {
  const dataDir = join(folder, 'environment');
  const stack = {
    dataDir,
    ports: { gateway: 1, iam: 2, apm: 3, notify: 4, projector: 5 },
    databaseUrl: 'postgres://postgres:x@127.0.0.1:5432/spanwise',
    natsUrl: 'nats://user:pass@127.0.0.1:4222',
    baseUrl: 'http://localhost:1',
    logSync: 'always',
  };
  const environment = {
    SPANWISE_VIA_PROJECTOR_NATS: '127.0.0.1:7001',
    SPANWISE_VIA_PROJECTOR_POSTGRES: '127.0.0.1:7002',
  };
  const projector = serviceEnvironment('projector', stack, environment);
  assert.equal(projector.NATS_URL, 'nats://user:pass@127.0.0.1:7001');
  for (const name of ['DATABASE_URL', 'DATABASE_WRITER_URL'])
    assert.match(projector[name], /^postgres:\/\/spanwise_projector\w*:[^@]+@127\.0\.0\.1:7002\/spanwise$/);
  const apm = serviceEnvironment('apm', stack, environment);
  assert.equal(apm.NATS_URL, 'nats://user:pass@127.0.0.1:4222');
  assert.match(apm.DATABASE_URL, /@127\.0\.0\.1:5432\//);
});

test('the ready screen hands out the two OpenTelemetry variables and shows a generated password', () => {
  const facts = {
    baseUrl: 'http://localhost:8080',
    email: 'admin@spanwise.local',
    generatedPassword: 'pw',
    tokens: { intake: 'sw_a_b', viewer: 'sw_c_d' },
    intakeTokenFile: 'keys/intake-token',
    viewerTokenFile: 'keys/viewer-token',
    logSync: 'interval',
    otlpGrpcPort: 4318,
    moved: false,
  };
  const screen = readyScreen(facts);
  assert.match(screen, /^ {2}export OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/localhost:8080$/m);
  assert.match(
    screen,
    /^ {2}export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20\$\(cat 'keys\/intake-token'\)"$/m,
  );
  assert.match(screen, /OTLP over gRPC: http:\/\/127\.0\.0\.1:4318/);
  assert.doesNotMatch(readyScreen({ ...facts, otlpGrpcPort: 0 }), /gRPC/);
  assert.doesNotMatch(screen, /sw_/, 'a token is on the screen');
  assert.match(screen, /password: pw/);
  assert.match(screen, /a power cut may/);
  assert.doesNotMatch(
    readyScreen({ ...facts, generatedPassword: undefined, logSync: 'always' }),
    /password:|power cut/,
  );
});

test('the mirror is the one that the host’s apt uses', () => {
  const deb822 = 'Types: deb\nURIs: http://mirror.example/debian\nSuites: x\n';
  assert.equal(aptMirror([deb822]), 'http://mirror.example/debian');
  assert.equal(
    aptMirror(['deb [signed-by=/k] https://other.example/debian/ x main\n']),
    'https://other.example/debian',
  );
  assert.equal(aptMirror(['URIs: http://mirror.example/debian-security\n']), undefined);
});

test('a server from 2.10 on can write before it answers', () => {
  assert.equal(canSyncAlways([2, 9]), false);
  assert.equal(canSyncAlways([2, 10]), true);
  assert.equal(canSyncAlways([3, 0]), true);
});

test('an old Node is refused with a sentence', () => {
  assert.throws(() => checkNode('20.18.9'), /needs Node 20.19/);
  assert.throws(() => checkNode('18.20.0'), Failure);
  checkNode('20.19.0');
  checkNode('24.1.0');
});

test('after a build every service is started from its bundle', () => {
  for (const service of SERVICE_ORDER) assert.equal(entryOf(service), join(bundlesIn(ROOT), `${service}.js`));
});

test('a bundle is taken only while the program and the packages are those it was made of', () => {
  const root = join(folder, 'bundled');
  mkdirSync(bundlesIn(root), { recursive: true });
  const write = (file, text) => writeFileSync(join(root, file), text);
  for (const file of ['a.js', 'b.js', 'shared.js', 'package-lock.json']) write(file, file);
  assert.deepEqual(bundledServices(root), new Set());
  const made = madeOf(root, { a: ['a.js', 'shared.js'], b: ['b.js', 'shared.js'] });
  writeFileSync(join(bundlesIn(root), MADE_OF), JSON.stringify(made));
  assert.deepEqual(bundledServices(root), new Set(['a', 'b']));
  write('a.js', 'changed');
  assert.deepEqual(bundledServices(root), new Set(['b']));
  rmSync(join(root, 'b.js'));
  assert.deepEqual(bundledServices(root), new Set());
  write('a.js', 'a.js');
  assert.deepEqual(bundledServices(root), new Set(['a']));
  write('package-lock.json', 'newer packages');
  assert.deepEqual(bundledServices(root), new Set());
});

test('a schema is left alone that has had every migration and no other', () => {
  assert.equal(isSame(['Access1', 'Billing2'], ['Billing2', 'Access1']), true);
  assert.equal(isSame(['Access1', 'Billing2'], ['Access1']), false);
  assert.equal(isSame(['Access1'], ['Access1', 'Billing2']), false, 'a newer version has been here');
  assert.equal(isSame(['Access1'], ['Billing2']), false);
  assert.equal(isSame(['Access1'], []), false);
});
