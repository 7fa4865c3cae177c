import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomPassword, requireKept, secretFile, secretText } from './keys.mjs';
import { inRoot } from './paths.mjs';
import { asPlainUser, findPostgres, majorOf } from './postgres-files.mjs';
import { Failure } from './progress.mjs';
import { run } from './run.mjs';

const SUPERUSER = 'postgres';
const READY_MS = 60_000;

/** Settings of a server that keeps data, and of one for tests that keeps nothing. */
const DURABLE = { shared_buffers: '256MB', max_connections: '200', min_wal_size: '512MB', max_wal_size: '2GB' };
const VOLATILE = { max_connections: '400', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * A private PostgreSQL in `folder`: made when it is not there. Returns how it is run and reached.
 * @param {{ folder: string, dataDir: string, port: number, durable: boolean }} options
 */
export async function preparePostgres({ folder, dataDir, port, durable }) {
  const bin = findPostgres();
  const wrapper = asPlainUser();
  if (existsSync(join(folder, 'PG_VERSION')))
    requireKept(dataDir, 'db-superuser', 'or move the data folder away to begin again');
  const passwordFile = secretFile(dataDir, 'db-superuser', randomPassword);
  checkMajor(folder, bin);
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    rmSync(folder, { recursive: true, force: true });
    const words = [
      ...wrapper,
      join(bin, 'initdb'),
      '-D',
      folder,
      '-U',
      SUPERUSER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--locale=C',
      '-E',
      'UTF8',
    ];
    if (!durable) words.push('--no-sync');
    await run(words[0], words.slice(1), {
      cwd: '/',
      advice: 'The folder must be writable and its file system must have some hundred MB free.',
    });
  }
  dropStalePid(folder);
  const settings = { ...(durable ? DURABLE : VOLATILE), listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const command = [...wrapper, join(bin, 'postgres'), '-D', folder, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) command.push('-c', `${name}=${value}`);
  const password = secretText(dataDir, 'db-superuser', randomPassword);
  return { command, bin, adminUrl: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres` };
}

function checkMajor(folder, bin) {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const made = readFileSync(file, 'utf8').trim();
  const found = String(majorOf(bin));
  if (made === found) return;
  throw new Failure(
    `The data in ${folder} was made by PostgreSQL ${made}, and ${found} was found, which cannot read it.\n` +
      `Point PG_BIN to the programs of version ${made}, or move the data folder away.`,
  );
}

/** After a kill of everything the file names a process that is gone; PostgreSQL would trust a reused id. */
function dropStalePid(folder) {
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

const clientClass = () => createRequire(inRoot('package.json'))('pg').Client;

async function query(url, statement, values) {
  const Client = clientClass();
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Waits until the server answers; `failed` says that its process has ended. */
export async function waitForPostgres(adminUrl, failed = () => false) {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    try {
      await query(adminUrl, 'select 1');
      return;
    } catch (error) {
      if (failed() || performance.now() > deadline) throw new Failure(`PostgreSQL does not answer: ${error.message}`);
      await sleep(50);
    }
  }
}

/** Makes the product's database when it is not there and returns its superuser URL. */
export async function ensureDatabase(adminUrl, name = 'spanwise') {
  const { rowCount } = await query(adminUrl, 'select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await query(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const UNDEFINED_TABLE = '42P01';

/** Names of the migrations that a schema has had, none where it was never migrated. */
export async function recordedMigrations(adminUrl, schema) {
  try {
    const { rows } = await query(adminUrl, `select name from ${schema}.migrations`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

export function urlAs(adminUrl, role, password) {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  return url.href;
}
