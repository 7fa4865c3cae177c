import { spawn } from 'node:child_process';
import { existsSync, fstatSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultFile } from './demo-fault.mjs';
import { claim, readInstance, STOP_ORDER } from './instance.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { anyPort, otlpGrpcPort, rememberedPort, servicePorts } from './ports.mjs';
import { Failure, say } from './progress.mjs';
import { isAlive, recordOf } from './processes.mjs';
import { readyScreen } from './ready-screen.mjs';
import { inspectorOf, START_ORDER } from './services.mjs';
import { startServers, startServices } from './stack.mjs';
import { Supervisor } from './supervisor.mjs';
import { ensureTokens, tokenFileName } from './tokens.mjs';
import { build, ensurePackages } from './workspace.mjs';

const DEFAULT_EMAIL = 'admin@spanwise.local';
const INITIALIZED = 'initialized';
const USUAL_INSPECTOR_PORT = 9229;

/** @param {import('./arguments.mjs').Options} options */
export async function start(options) {
  if (options.build) {
    await ensurePackages();
    await build();
  }
  // For everything that it starts, too: what lies in the data folder is its owner's alone.
  process.umask(0o077);
  return options.detach ? startDetached(options) : startAttached(options);
}

/** Starts this program in the background and returns when the product is ready or has failed. */
async function startDetached(options) {
  mkdirSync(join(options.dataDir, 'logs'), { recursive: true });
  const logFile = join(options.dataDir, 'logs', 'launcher.log');
  const log = openSync(logFile, 'a');
  const before = fstatSync(log).size;
  const words = [inRoot('tools', 'spanwise.mjs'), 'start', '--no-build', '--data-dir', options.dataDir];
  if (options.port !== undefined) words.push('--port', options.port);
  if (options.demo) words.push('--demo');
  const child = spawn(process.execPath, words, { cwd: ROOT, detached: true, stdio: ['ignore', log, log, 'ipc'] });
  // The ready screen holds secrets: it goes to this terminal and into no file.
  let screen = '';
  child.on('message', (text) => (screen = text));
  const record = recordOf(child.pid);
  let ended = false;
  child.once('exit', () => (ended = true));
  for (;;) {
    const instance = readInstance(options.dataDir);
    const own = instance?.processes?.launcher?.pid === child.pid;
    if (own && instance.state === 'ready') {
      while (screen === '' && isAlive(record)) await sleep(20);
      process.stdout.write(`${screen}\nStop it with: npm run stop -- --data-dir ${options.dataDir}\n`);
      child.disconnect();
      child.unref();
      return 0;
    }
    if (ended || !isAlive(record)) {
      throw new Failure(
        `Spanwise did not start. The launcher says:\n${readFileSync(logFile).subarray(before).toString().trimEnd().split('\n').slice(-30).join('\n')}`,
      );
    }
    await sleep(100);
  }
}

/**
 * Runs the product until it is asked to end.
 * @param {import('./arguments.mjs').Options} options
 * @param {(supervisor: Supervisor, ports: Record<string, number>) => { close: () => Promise<void> }} [accompany] begins
 *   what goes on beside the ready product; a service that keeps dying then ends nothing
 */
export async function startAttached(options, accompany) {
  const instance = await claim(options.dataDir);
  const { ports, moved } = await servicePorts(options.port);
  const { otlp_grpc: remembered } = instance.state.ports;
  ports.otlp_grpc = await otlpGrpcPort(process.env.SPANWISE_OTLP_GRPC_PORT, options.port, remembered);
  const baseUrl = process.env.SPANWISE_BASE_URL ?? `http://localhost:${ports.gateway}`;
  Object.assign(ports, await inspectorPorts(options.inspect));
  instance.update({ base_url: baseUrl, ports: { ...withoutInspectors(instance.state.ports), ...ports } });

  let finish;
  let companion;
  const finished = new Promise((resolve) => (finish = resolve));
  const supervisor = new Supervisor(instance, (name) => {
    if (companion !== undefined) return say(`  ${name} waits for a change of its code`);
    supervisor.gaveUpOn ??= name;
    finish(1);
  });
  const end = () => finish(0);
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);

  try {
    const ready = bringUp(options, instance, supervisor, { ports, baseUrl, moved }).then(() => {
      if (!supervisor.stopping) companion = accompany?.(supervisor, ports);
    });
    const early = await Promise.race([ready.then(() => undefined), finished]);
    const code = early ?? (await finished);
    await companion?.close();
    await shutDown(instance, supervisor, code);
    ready.catch(() => undefined);
    return code;
  } catch (error) {
    await shutDown(instance, supervisor, 1);
    throw error;
  }
}

/** A debugger's usual port for the first, any for the others. @param {string[]} services */
async function inspectorPorts(services) {
  const ports = {};
  for (const [index, service] of services.entries()) {
    const port = index === 0 ? await rememberedPort(USUAL_INSPECTOR_PORT) : await anyPort();
    ports[inspectorOf(service)] = port;
    say(`• a debugger of ${service} can connect to 127.0.0.1:${port}`);
  }
  return ports;
}

/** Those of an earlier start have no owner now. */
const withoutInspectors = (ports) =>
  Object.fromEntries(Object.entries(ports).filter(([name]) => !START_ORDER.map(inspectorOf).includes(name)));

async function shutDown(instance, supervisor, code) {
  say(code === 0 ? 'stopping …' : 'stopping, because something failed …');
  await supervisor.stop(STOP_ORDER);
  instance.update({ state: code === 0 ? 'stopped' : 'failed' });
}

async function bringUp(options, instance, supervisor, { ports, baseUrl, moved }) {
  const { dataDir } = options;
  const email = process.env.SPANWISE_ADMIN_EMAIL ?? DEFAULT_EMAIL;
  const generated = firstPassword(dataDir);
  const adminPassword = process.env.SPANWISE_ADMIN_PASSWORD ?? generated;
  const servers = await startServers(instance, supervisor);
  await startServices(instance, supervisor, { ...servers, dataDir, baseUrl, adminPassword });
  const localUrl = `http://127.0.0.1:${ports.gateway}`;
  const tokens = await ensureTokens(localUrl, dataDir, email, adminPassword);
  instance.update({
    log_sync: servers.logSync,
    intake_token_file: join(dataDir, 'keys', tokenFileName('intake')),
    viewer_token_file: join(dataDir, 'keys', tokenFileName('viewer')),
    [INITIALIZED]: true,
  });
  if (options.demo) await startDemo(supervisor, localUrl, tokens.intake, options.dataDir);
  instance.update({ state: 'ready' });
  show(
    readyScreen({
      baseUrl,
      email,
      generatedPassword: generated,
      tokens,
      intakeTokenFile: join(dataDir, 'keys', tokenFileName('intake')),
      viewerTokenFile: join(dataDir, 'keys', tokenFileName('viewer')),
      logSync: servers.logSync,
      otlpGrpcPort: instance.state.ports.otlp_grpc,
      moved,
    }),
  );
}

/** Into the terminal of the caller: of the process that detached this one, or of this one. */
function show(screen) {
  if (process.send === undefined) process.stdout.write(screen);
  else process.send(screen);
}

/** A password for the first owner, when this is the first start and the user gave none. */
function firstPassword(dataDir) {
  const given = process.env.SPANWISE_ADMIN_PASSWORD ?? process.env.SPANWISE_ADMIN_PASSWORD_FILE;
  if (given !== undefined || existsSync(join(dataDir, 'keys', tokenFileName('viewer')))) return undefined;
  return randomBytes(12).toString('base64url');
}

const DEMO_HISTORY_MS = 180_000;

async function startDemo(supervisor, baseUrl, intakeToken, dataDir) {
  if (intakeToken === undefined)
    throw new Failure('The demo needs an intake token, and the one of this data folder no longer works.');
  rmSync(faultFile(dataDir), { force: true });
  say('• sending the last hours of a shop …');
  let sent;
  const history = new Promise((resolve) => (sent = resolve));
  supervisor.start('demo', {
    command: [process.execPath, inRoot('tools', 'telemetry', 'dist', 'demo.js')],
    env: {
      ...process.env,
      SPANWISE_BASE_URL: baseUrl,
      SPANWISE_INTAKE_TOKEN: intakeToken,
      SPANWISE_DEMO_FAULT_FILE: faultFile(dataDir),
    },
    optional: true,
    onLine: (line) => line.includes('demo: history sent') && sent(),
  });
  await Promise.race([history, sleep(DEMO_HISTORY_MS, undefined, { ref: false })]);
}
