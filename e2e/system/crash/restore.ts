/** Parts of a product as they were a while ago: a copy is made of servers that stand still, as a snapshot of their disks is. */
import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Product } from '../harness/product.js';
import { committedPosition, countedByMessage, LogView } from './log-view.js';
import { living, pauseFamily, signal } from './processes.js';
import type { Outcome } from './scene.js';

export const run = promisify(execFile);
const BETWEEN_MS = 4_000;
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

export async function restart(product: Product, copy: Copy): Promise<void> {
  await product.halt();
  copy.putBack();
  await product.resume();
}

/** Until the log holds nothing of what is committed now but the message by which it is known. */
export async function purge(product: Product): Promise<void> {
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

/** Exact when the log reaches back to the copy; otherwise what the purged messages had added is missing, and a gap says so. */
export async function restoreOlder(product: Product, purged: boolean): Promise<Outcome> {
  const copy = await copyOfDatabase(product);
  await sleep(BETWEEN_MS);
  if (purged) await purge(product);
  const counted = await countedByMessage(product);
  await restart(product, copy);
  const lostAtMost = await lostWith(product, counted);
  const wrong = purged && lostAtMost === 0 ? ['the log held everything although it was purged'] : [];
  return { lostAtMost, gap: lostAtMost > 0, wrong };
}

/** What messages had counted that are neither in the restored ledger nor in the log any more. */
async function lostWith(product: Product, counted: ReadonlyMap<string, number>): Promise<number> {
  const view = await LogView.open(product);
  try {
    const { firstSeq } = await view.state();
    const { epoch } = await committedPosition(product);
    const restored = await countedByMessage(product);
    let spans = 0;
    for (const [message, count] of counted) {
      const [messageEpoch, seq] = message.split('/').map(Number);
      const replayed = messageEpoch === epoch && seq! >= firstSeq;
      if (!replayed && !restored.has(message)) spans += count;
    }
    return spans;
  } finally {
    await view.close();
  }
}
