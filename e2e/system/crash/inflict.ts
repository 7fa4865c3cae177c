/** Inflicts the faults. Only processes of the run's own instance are touched. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.js';
import type { CutMode, Fault } from './faults.js';
import type { Link } from './links.js';
import { fillLog, loseLog } from './log-faults.js';
import { pauseFamily, signal, startSecond } from './processes.js';
import { restoreOlder } from './restore.js';
import { EXACT, type Outcome, type Scene } from './scene.js';

const STALL_MS = 600;
const SECOND_WRITER_MS = 2_500;
const DELAY_MS = 150;

/** Ends when the fault is over; what follows from it for the figures may still be under way. */
export async function inflict(scene: Scene, fault: Fault): Promise<Outcome> {
  switch (fault.kind) {
    case 'kill':
      signal(scene.product.pid(fault.victim), 'SIGKILL');
      return EXACT;
    case 'stall-log-kill-gateway':
      await pause(scene.product, 'nats', STALL_MS, () => signal(scene.product.pid('gateway'), 'SIGKILL'));
      return EXACT;
    case 'second-writer':
      await secondWriter(scene.product, fault.victim, fault.pauseMs);
      return EXACT;
    case 'pause':
      await pause(scene.product, fault.victim, fault.ms);
      return EXACT;
    case 'cut':
      await cut(scene, fault.link, fault.mode, fault.ms);
      return EXACT;
    case 'full-log':
      return fillLog(scene);
    case 'restore':
      return restoreOlder(scene, fault.purged);
    case 'lose-work':
      loseWork(scene.product, fault.how);
      return EXACT;
    case 'lose-log':
      return loseLog(scene, fault.how);
  }
}

async function pause(product: Product, name: string, ms: number, before: () => void = () => undefined): Promise<void> {
  const pid = product.pid(name);
  if (pid === undefined) return;
  const goOn = pauseFamily(pid);
  try {
    await sleep(ms);
    before();
  } finally {
    goOn();
  }
}

async function cut({ links }: Scene, link: Link, mode: CutMode, ms: number): Promise<void> {
  if (links === undefined) throw new Error('the plan has a cut, and the product runs without proxies');
  await links.set(link, mode, mode === 'delay' ? DELAY_MS : 0);
  await sleep(ms);
  await links.set(link, 'pass');
}

async function secondWriter(product: Product, victim: 'projector' | 'apm', pauseMs: number): Promise<void> {
  const pid = product.pid(victim);
  const child = startSecond(pid);
  if (child === undefined) return;
  await sleep(SECOND_WRITER_MS);
  // The first one stands still while the second goes on: then both believe to be alone.
  signal(pid, 'SIGSTOP');
  await sleep(pauseMs);
  signal(pid, 'SIGCONT');
  await sleep(SECOND_WRITER_MS / 2);
  child.kill('SIGKILL');
}

const REMOVAL = { recursive: true, force: true, maxRetries: 10 };

/** Under running processes, which write there at any moment. */
function loseWork(product: Product, how: 'removed' | 'replaced'): void {
  const folder = join(product.dataDir, 'work');
  if (how === 'removed') return rmSync(folder, REMOVAL);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    rmSync(path, REMOVAL);
    // Its owner may have made it anew already.
    if (!existsSync(path)) writeFileSync(path, 'in the way');
  }
}
