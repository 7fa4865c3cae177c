/** Around a whole run: the products that workers have started for several files are stopped after the last of them. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const LAUNCHER = fileURLToPath(new URL('../../tools/spanwise.mjs', import.meta.url));

export default function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-shared-'));
  process.env.SPANWISE_SHARED_PRODUCTS = folder;
  return async () => {
    await Promise.all(
      (await readdir(folder)).map(async (name) => stopProduct(await readFile(join(folder, name), 'utf8'))),
    );
    await rm(folder, { recursive: true, force: true });
  };
}

/** Vitest ends its workers meanwhile. */
async function stopProduct(dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [LAUNCHER, 'stop', '--data-dir', dataDir]);
  // A process that was left without its parent ends a moment later, and may write until then.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
