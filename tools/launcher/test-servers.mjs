// A PostgreSQL and a NATS server for one run of the tests, which keep nothing.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareNats, waitForNats } from './nats.mjs';
import { anyPort } from './ports.mjs';
import { preparePostgres, waitForPostgres } from './postgres.mjs';
import { recordOf, stopProcess } from './processes.mjs';

/** @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} */
export async function startTestServers() {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanwise-test-'));
  mkdirSync(join(dataDir, 'keys'));
  const log = openSync(join(dataDir, 'servers.log'), 'a');
  const running = [];
  const launch = (command, signal) => {
    const child = spawn(command[0], command.slice(1), { cwd: '/', stdio: ['ignore', log, log], detached: true });
    running.push({ record: recordOf(child.pid), signal });
    return () => child.exitCode !== null;
  };
  const stop = async () => {
    for (const { record, signal } of running.toReversed()) if (record !== undefined) await stopProcess(record, signal);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const port = await anyPort();
    const postgres = await preparePostgres({ folder: join(dataDir, 'postgres'), dataDir, port, durable: false });
    await waitForPostgres(postgres.adminUrl, launch(postgres.command, 'SIGINT'));
    const [natsPort, monitorPort] = [await anyPort(), await anyPort()];
    const nats = await prepareNats({ folder: join(dataDir, 'nats'), port: natsPort, monitorPort, durable: false });
    await waitForNats(nats.monitorUrl, launch(nats.command, 'SIGTERM'));
    const env = {
      SPANWISE_TEST_DATABASE_URL: postgres.adminUrl,
      SPANWISE_TEST_NATS_URL: nats.url,
      SPANWISE_NATS_SERVER_BIN: nats.binary,
    };
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
