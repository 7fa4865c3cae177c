/** Parts of a product as they were a while ago: a copy is made of servers that stand still, as a snapshot of their disks is. */
import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { committedPosition, LogView } from '../crash/log-view.js';
import { gone, living, pauseFamily, signal } from '../crash/processes.js';
import type { Product } from '../harness/product.js';

const run = promisify(execFile);
const PURGE_MS = 90_000;

export interface Copy {
  /** In place of what is there; nothing may use it meanwhile. */
  putBack: () => void;
}

async function copyOf(product: Product, server: 'nats' | 'postgres', ...path: string[]): Promise<Copy> {
  const folder = join(product.dataDir, ...path);
  const [copy, newer] = [`${folder}.copy`, `${folder}.newer`];
  const goOn = pauseFamily(await living(() => product.pid(server)));
  try {
    await run('cp', ['-a', folder, copy]);
  } finally {
    goOn();
  }
  return {
    putBack: () => {
      renameSync(folder, newer);
      renameSync(copy, folder);
      rmSync(newer, { recursive: true, force: true });
    },
  };
}

export const copyOfLog = (product: Product): Promise<Copy> => copyOf(product, 'nats', 'nats', 'store');
export const copyOfDatabase = (product: Product): Promise<Copy> => copyOf(product, 'postgres', 'postgres');

/** The projector stands still, also for `before` and `after` the log is the copy. */
export async function shorterLogUnseen(
  product: Product,
  copy: Copy,
  before: () => Promise<void>,
  after: () => Promise<void>,
): Promise<void> {
  const goOn = pauseFamily(await living(() => product.pid('projector')));
  try {
    await before();
    const nats = await living(() => product.pid('nats'));
    signal(nats, 'SIGKILL');
    await gone(nats);
    // Before the launcher starts it again.
    copy.putBack();
    await after();
  } finally {
    goOn();
  }
}

/** Until the log holds nothing of what is committed now but the message by which it is known. */
export async function purged(product: Product): Promise<void> {
  const { seq } = await committedPosition(product);
  const view = await LogView.open(product);
  try {
    // One that starts sweeps at once.
    signal(product.pid('projector'), 'SIGKILL');
    const deadline = performance.now() + PURGE_MS;
    while ((await view.state()).firstSeq < seq) {
      if (performance.now() > deadline) throw new Error('the log was not purged');
      await sleep(100);
    }
  } finally {
    await view.close();
  }
}
