// Finds a nats-server, or fetches one from the host's own package manager without installing it.
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inRoot, USER_CACHE } from './paths.mjs';
import { Failure, step } from './progress.mjs';
import { probe, run } from './run.mjs';

const OLDEST = [2, 9];
/** From here on a server can reach the disk before it acknowledges. */
const SYNC_ALWAYS_FROM = [2, 10];
/** Debian release whose server runs on older releases too. */
const NEWER_RELEASE = 'trixie';

export const compare = (a, b) => a[0] - b[0] || a[1] - b[1];

/** @returns {number[] | undefined} major and minor */
export function versionOf(binary) {
  const match = /v?(\d+)\.(\d+)\.\d+/.exec(probe(binary, ['--version']) ?? '');
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

export const canSyncAlways = (version) => compare(version, SYNC_ALWAYS_FROM) >= 0;

/** @returns {Promise<{ binary: string, version: number[] }>} */
export async function findNatsServer(environment = process.env) {
  if (environment.NATS_SERVER_BIN) return accepted(environment.NATS_SERVER_BIN, true);
  const candidates = [
    'nats-server',
    '/usr/sbin/nats-server',
    inRoot('.data', 'bin', 'nats-server'),
    join(USER_CACHE, 'bin', 'nats-server'),
  ];
  const found = candidates.map((binary) => accepted(binary, false)).filter(Boolean);
  const durable = found.find(({ version }) => canSyncAlways(version));
  if (durable !== undefined) return durable;
  const tried = [];
  const fetched = await step('fetching a NATS server', () => fetchServer(tried)).catch((error) => {
    tried.push(error.message);
    return undefined;
  });
  if (fetched !== undefined) return fetched;
  if (found.length > 0) return found[0];
  throw new Failure(
    `No NATS server ${OLDEST.join('.')} or newer was found. Tried NATS_SERVER_BIN, PATH, ${candidates.slice(2).join(', ')}, and the package manager:\n` +
      `${tried.join('\n') || 'there is no apt-get and no brew'}\n\nInstall nats-server, or set NATS_SERVER_BIN to its program, or NATS_URL to a running server with JetStream.`,
  );
}

function accepted(binary, required) {
  const version = versionOf(binary);
  if (version !== undefined && compare(version, OLDEST) >= 0) return { binary, version };
  if (required) throw new Failure(`NATS_SERVER_BIN is not a NATS server ${OLDEST.join('.')} or newer: ${binary}`);
  return undefined;
}

async function fetchServer(tried) {
  if (probe('sh', ['-c', 'command -v apt-get && command -v dpkg']) !== undefined) {
    const host = hostRelease();
    for (const release of new Set([NEWER_RELEASE, host])) {
      if (release === undefined) continue;
      try {
        const server = await fromApt(release, keep);
        if (server !== undefined) return server;
      } catch (error) {
        tried.push(`Debian ${release}: ${error.message.trim().split('\n').slice(-3).join(' ')}`);
      }
    }
  }
  if (process.platform === 'darwin' && probe('brew', ['--version']) !== undefined) {
    await run('brew', ['install', 'nats-server']);
    return accepted('nats-server', false);
  }
  return undefined;
}

const hostRelease = () =>
  /^VERSION_CODENAME=(\S+)/m.exec(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '')?.[1];

/** The mirror that this host's apt uses itself. */
export function aptMirror(texts = aptSources()) {
  for (const text of texts) {
    const match = /^\s*(?:URIs:|deb\s(?:\[[^\]]*\]\s*)?)\s*(https?:\/\/\S+)/m.exec(text);
    if (match && !/security/.test(match[1])) return match[1].replace(/\/$/, '');
  }
  return undefined;
}

function aptSources() {
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return ['/etc/apt/sources.list', ...files]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
}

const KEYRINGS = ['/usr/share/keyrings/debian-archive-keyring.gpg', '/usr/share/keyrings/debian-archive-keyring.pgp'];

/** Private lists and cache: nothing of the host is changed, and no root is needed. */
async function fromApt(release, use) {
  const mirror = aptMirror();
  const keyring = KEYRINGS.find((file) => existsSync(file));
  if (mirror === undefined || keyring === undefined) throw new Error('no mirror or keyring of Debian on this host');
  // Of its own: another may be fetching, too.
  const folder = mkdtempSync(join(writableBase(), 'apt-'));
  try {
    return await use(await downloaded(folder, release, { mirror, keyring }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function downloaded(folder, release, { mirror, keyring }) {
  for (const part of ['lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} ${release} main\n`);
  const settings = {
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::State::status': '/dev/null',
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', [...options, 'update'], { cwd: folder });
  await run('apt-get', [...options, 'download', 'nats-server'], { cwd: folder });
  const packages = readdirSync(folder).filter((name) => /^nats-server_.*\.deb$/.test(name));
  await run('dpkg', ['-x', packages.sort().at(-1), 'root'], { cwd: folder });
  return join(folder, 'root', 'usr', 'sbin', 'nats-server');
}

function writableBase() {
  for (const folder of [USER_CACHE, inRoot('.data')]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // The next one may be writable.
    }
  }
  throw new Error('neither the cache folder of the user nor the data folder is writable');
}

function keep(binary) {
  if (accepted(binary, false) === undefined) return undefined;
  const bin = join(writableBase(), 'bin');
  mkdirSync(bin, { recursive: true });
  const target = join(bin, 'nats-server');
  const own = `${target}.${process.pid}`;
  copyFileSync(binary, own);
  renameSync(own, target);
  return accepted(target, false);
}
