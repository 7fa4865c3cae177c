// What a run of the tests needs beside the programs: a PostgreSQL server, which keeps nothing, and the data folder that products
// begin with.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPort } from './ports.mjs';
import { ensureDatabase, preparePostgres, waitForPostgres } from './postgres.mjs';
import { recordOf, stopProcess } from './processes.mjs';
import { prepareDatabase } from './schemas.mjs';
import { START_ORDER } from './services.mjs';

/** A PostgreSQL server of a run of the tests. @returns {Promise<{ adminUrl: string, stop: () => Promise<void> }>} */
export async function startTestDatabase() {
  const { folder, remove } = scratchFolder();
  try {
    const server = await startServer(folder);
    const stop = async () => {
      await server.stop();
      remove();
    };
    return { adminUrl: server.adminUrl, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** What a migration of the product's database needs, but for where it is: nothing listens there. */
const UNUSED = {
  ports: Object.fromEntries(START_ORDER.map((service) => [service, 1])),
  natsUrl: 'nats://127.0.0.1:1',
  baseUrl: 'http://127.0.0.1:1',
  logSync: 'unknown',
  adminPassword: undefined,
};

/**
 * A data folder with a database that is made and migrated, and in which no service has run. A product that begins with a
 * copy of it starts as any other, and finds done what takes half of the processor time of a first start. The folder is removed
 * with that of the run. @returns {Promise<string>}
 */
export async function makeDataFolder() {
  const { folder, remove } = scratchFolder();
  try {
    const server = await startServer(folder);
    try {
      await prepareDatabase({ ...UNUSED, dataDir: server.dataDir, databaseUrl: await ensureDatabase(server.adminUrl) });
    } finally {
      await server.stop();
    }
    return server.dataDir;
  } catch (error) {
    remove();
    throw error;
  }
}

function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A PostgreSQL server that trusts the disk, on a data folder in `folder`. */
async function startServer(folder) {
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  const log = openSync(join(folder, 'servers.log'), 'a');
  const { command, adminUrl } = await preparePostgres({
    folder: join(dataDir, 'postgres'),
    dataDir,
    port: await anyPort(),
    durable: false,
  });
  const child = spawn(command[0], command.slice(1), { cwd: '/', stdio: ['ignore', log, log], detached: true });
  const record = recordOf(child.pid);
  const stop = () => stopProcess(record, 'SIGINT');
  try {
    await waitForPostgres(adminUrl, () => child.exitCode !== null);
    return { dataDir, adminUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
