// Vitest's global set-up of the system specs: as of the integration specs, and products, which begin with a migrated database.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import setupServers from './integration.setup.mjs';
import { inRoot } from './paths.mjs';
import { step } from './progress.mjs';
import { makeDataFolder } from './test-servers.mjs';

export default async function setup() {
  const stopServers = await setupServers();
  process.env.SPANWISE_TEST_DATA_FOLDER ??= await step('preparing a data folder', makeDataFolder);
  // Each worker notes the product that its files share.
  const shared = mkdtempSync(join(tmpdir(), 'spanwise-shared-'));
  process.env.SPANWISE_SHARED_PRODUCTS = shared;
  return async () => {
    const dataDirs = await Promise.all((await readdir(shared)).map((name) => readFile(join(shared, name), 'utf8')));
    await Promise.all(dataDirs.map(stopProduct));
    await rm(shared, { recursive: true, force: true });
    await stopServers();
  };
}

async function stopProduct(dataDir) {
  await promisify(execFile)(process.execPath, [inRoot('tools', 'spanwise.mjs'), 'stop', '--data-dir', dataDir]);
  // A process that has lost its parent ends a moment later, and may write until then.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
