// What one run of the tests needs beside the programs: a PostgreSQL server, which keeps nothing, the NATS program that those
// start who need one, and the data folder that products begin with.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from './nats-binary.mjs';
import { anyPort } from './ports.mjs';
import { ensureDatabase, preparePostgres, waitForPostgres } from './postgres.mjs';
import { recordOf, stopProcess } from './processes.mjs';
import { prepareDatabase } from './schemas.mjs';
import { START_ORDER } from './services.mjs';

/**
 * Starts what is needed and nothing else.
 * @param {{ database: boolean, nats: boolean, products: boolean }} needs
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>}
 */
export async function startTestServers({ database, nats, products }) {
  const stops = [];
  const stop = async () => {
    for (const one of stops.splice(0)) await one();
  };
  const env = {};
  try {
    if (nats) env.SPANWISE_NATS_SERVER_BIN = (await findNatsServer()).binary;
    if (products) {
      const folder = await makeDataFolder();
      stops.push(folder.remove);
      env.SPANWISE_TEST_DATA_FOLDER = folder.dataDir;
    }
    if (database) {
      const server = await startTestDatabase();
      stops.push(server.stop);
      env.SPANWISE_TEST_DATABASE_URL = server.adminUrl;
    }
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startTestDatabase() {
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

/** What a product's database must be told to be migrated, but for where it is: nothing listens there. */
const UNUSED = {
  ports: Object.fromEntries(START_ORDER.map((service) => [service, 1])),
  natsUrl: 'nats://127.0.0.1:1',
  baseUrl: 'http://127.0.0.1:1',
  logSync: 'unknown',
  adminPassword: undefined,
};

/**
 * A data folder with a database that is made and migrated, and in which no service has run. A product that begins with a
 * copy of it starts as any other, and finds done what takes half of the processor time of a first start.
 */
async function makeDataFolder() {
  const { folder, remove } = scratchFolder();
  try {
    const server = await startServer(folder);
    try {
      await prepareDatabase({ ...UNUSED, dataDir: server.dataDir, databaseUrl: await ensureDatabase(server.adminUrl) });
    } finally {
      await server.stop();
    }
    return { dataDir: server.dataDir, remove };
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
