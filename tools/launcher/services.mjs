// The five services: how each is started and with which environment.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledServices, bundlesIn } from './bundles.mjs';
import { randomKeyring, requireKept, rolePasswords, secretFile } from './keys.mjs';
import { natsUrlAs } from './nats.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { urlAs } from './postgres.mjs';
import { probe } from './run.mjs';

export const MIGRATED = ['iam', 'projector', 'apm', 'notify'];
/** iam first: the others ask it for keys. */
export const START_ORDER = ['iam', 'projector', 'apm', 'notify', 'gateway'];
const WITH_WRITER = new Set(['projector', 'apm']);
/** Who writes or reads raw telemetry. */
const WITH_STORE = new Set(['projector', 'apm']);
/** Who makes links to the product, or must not be turned against it. */
const KNOWS_ADDRESS = new Set(['gateway', 'iam', 'notify']);

/** What of the launcher's own environment means nothing to a service, or something else. */
const LAUNCHER_ONLY = new Set([
  'SPANWISE_PORT',
  'SPANWISE_DATA_DIR',
  'PORT',
  'HOST',
  'DATABASE_URL',
  'NATS_URL',
  'NATS_SERVER_BIN',
  'PG_BIN',
]);

/** @type {Set<string> | undefined} */
let bundled;

/** From now on every service runs what `tsc` wrote: what is saved is built again, and not bundled. */
export const withoutBundles = () => {
  bundled = new Set();
};

/** The program of a service: its bundle where that is of what is built. */
export function entryOf(service) {
  bundled ??= bundledServices(ROOT);
  return bundled.has(service) ? join(bundlesIn(ROOT), `${service}.js`) : inRoot('apps', service, 'dist', 'main.js');
}

export const inspectorOf = (service) => `inspect_${service}`;

/** What makes Node listen for a debugger, where the service has a port for one. */
export const inspectWords = (ports, service) =>
  ports[inspectorOf(service)] === undefined ? [] : [`--inspect=127.0.0.1:${ports[inspectorOf(service)]}`];

/**
 * URL under which one service reaches a server. `SPANWISE_VIA_<SERVICE>_<NATS|POSTGRES>` (host:port) leads it through a
 * proxy, as the crash campaign does to cut that link; credentials stay as they are.
 */
function via(url, service, server, environment) {
  const address = environment[`SPANWISE_VIA_${service.toUpperCase()}_${server}`];
  if (!address) return url;
  const through = new URL(url);
  through.host = address;
  return through.href;
}

/** The bus as one of its users; a NATS server of the user's own is reached by its URL as it is. */
const busUrl = ({ natsUrl, natsPasswords }, service) =>
  natsPasswords ? natsUrlAs(natsUrl, service, natsPasswords[service]) : natsUrl;

/** Files of keys that a service is given where no setting names them. */
const KEY_FILES = {
  iam: { SPANWISE_TOKEN_KEYS: 'token-keys', SPANWISE_SECRET_KEYS: 'secret-keys' },
  notify: { SPANWISE_SECRET_KEYS: 'secret-keys' },
  apm: { SPANWISE_CURSOR_KEYS: 'cursor-keys' },
};

const isSet = (environment, name) => environment[name] !== undefined || environment[`${name}_FILE`] !== undefined;

/** Beside a database that has data. Cursors of lists alone may be forgotten. */
export function requireKeys(dataDir, environment = process.env) {
  for (const [name, file] of Object.entries(KEY_FILES.iam))
    if (!isSet(environment, name)) requireKept(dataDir, file, `or give the keys in ${name} or ${name}_FILE`);
}

/**
 * `natsPasswords` is absent for a NATS server of the user's own.
 * @typedef {{ dataDir: string, ports: Record<string, number>, databaseUrl: string, natsUrl: string, baseUrl: string,
 *   natsPasswords?: Record<string, string>, logSync: string, adminPassword: string | undefined }} Stack
 * @param {string} service @param {Stack} stack
 */
export function serviceEnvironment(service, stack, environment = process.env) {
  const passwords = rolePasswords(stack.dataDir);
  const inherited = Object.fromEntries(Object.entries(environment).filter(([name]) => !LAUNCHER_ONLY.has(name)));
  const own = {
    ...versionVariables(),
    ...inherited,
    PORT: String(stack.ports[service]),
    HOST: '127.0.0.1',
    NATS_URL: via(busUrl(stack, service), service, 'NATS', environment),
    SPANWISE_LOG_SYNC: stack.logSync,
  };
  if (KNOWS_ADDRESS.has(service)) own.SPANWISE_BASE_URL = environment.SPANWISE_BASE_URL ?? stack.baseUrl;
  if (service === 'notify') own.SPANWISE_OWN_LISTENERS = ownListeners(stack, environment);
  // One that the user gave goes on as it is; one that was only found free may be taken by now.
  if (service === 'gateway' && !environment.SPANWISE_OTLP_GRPC_PORT && stack.ports.otlp_grpc)
    own.SPANWISE_OTLP_GRPC_USUAL_PORT = String(stack.ports.otlp_grpc);
  if (service === 'gateway') return own;
  const databaseUrl = via(stack.databaseUrl, service, 'POSTGRES', environment);
  own.DATABASE_URL = urlAs(databaseUrl, `spanwise_${service}`, passwords[`spanwise_${service}`]);
  if (WITH_WRITER.has(service)) {
    own.DATABASE_WRITER_URL = urlAs(databaseUrl, `spanwise_${service}_writer`, passwords[`spanwise_${service}_writer`]);
  }
  if (WITH_STORE.has(service)) {
    own.SPANWISE_OBJECT_STORE ??= pathToFileURL(resolve(stack.dataDir, 'objects')).href;
    own.SPANWISE_WORK_DIR ??= resolve(stack.dataDir, 'work');
  }
  for (const [name, file] of Object.entries(KEY_FILES[service] ?? {}))
    if (!isSet(environment, name)) own[`${name}_FILE`] = secretFile(stack.dataDir, file, randomKeyring);
  if (
    service === 'iam' &&
    stack.adminPassword !== undefined &&
    environment.SPANWISE_ADMIN_PASSWORD_FILE === undefined
  ) {
    own.SPANWISE_ADMIN_PASSWORD = stack.adminPassword;
  }
  return own;
}

/** Everything that this instance listens on, and what the user adds: servers of their own have ports that are known to no other. */
const ownListeners = ({ ports }, { SPANWISE_OWN_LISTENERS: more }) =>
  [...Object.values(ports).map((port) => `127.0.0.1:${port}`), ...(more ? [more] : [])].join(',');

let version;

function versionVariables() {
  version ??= {
    SPANWISE_COMMIT: probe('git', ['-C', inRoot(), 'rev-parse', 'HEAD']) || 'unknown',
    SPANWISE_BRANCH: probe('git', ['-C', inRoot(), 'rev-parse', '--abbrev-ref', 'HEAD']) || 'unknown',
    SPANWISE_BUILD_EPOCH: probe('git', ['-C', inRoot(), 'log', '-1', '--format=%ct']) || '0',
  };
  return version;
}
