/** Inflicts the faults. Only processes of the run's own instance are touched. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.js';
import type { Fault, Kill, Victim } from './faults.js';
import { fillLog, loseLog } from './log-faults.js';
import { commandOf, familyOf, living, pauseFamily, signal, startSecond } from './processes.js';
import { restoreOlder } from './restore.js';
import { EXACT, type Outcome, type Scene } from './scene.js';

const STALL_MS = 600;
const SECOND_WRITER_MS = 2_500;
const DELAY_MS = 150;

/** Ends when the fault is over; what follows from it for the figures may still be under way. */
export async function inflict(scene: Scene, fault: Fault): Promise<Outcome> {
  const { product, links } = scene;
  switch (fault.kind) {
    case 'pause':
      await pause(product, fault.victim, fault.ms);
      return EXACT;
    case 'cut':
      await links!.set(fault.link, fault.mode, fault.mode === 'delay' ? DELAY_MS : 0);
      await sleep(fault.ms);
      await links!.set(fault.link, 'pass');
      return EXACT;
    case 'full-log':
      return fillLog(scene);
    case 'restore':
      return restoreOlder(product, fault.purged);
    case 'lose-work':
      loseWork(product, fault.how);
      return EXACT;
    case 'lose-log':
      return loseLog(product, fault.how);
    default:
      await kill(product, fault);
      return EXACT;
  }
}

export async function kill(product: Product, fault: Kill): Promise<void> {
  if (fault.kind === 'second-writer') await secondWriter(product, fault.victim, fault.pauseMs);
  else if (fault.kind === 'stall-log-kill-gateway')
    await pause(product, 'nats', STALL_MS, () => signal(product.pid('gateway'), 'SIGKILL'));
  else signal(await pidOf(product, fault.victim), fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
}

const pidOf = (product: Product, victim: Victim): Promise<number> =>
  living(() => (victim === 'store-writer' ? storeWriter(product) : product.pid(victim)));

function storeWriter(product: Product): number | undefined {
  const projector = product.pid('projector');
  if (projector === undefined) return undefined;
  return familyOf(projector).find((pid) => {
    try {
      return pid !== projector && commandOf(pid).command.some((word) => word.includes('store-writer'));
    } catch {
      return false;
    }
  });
}

async function pause(product: Product, name: string, ms: number, before: () => void = () => undefined): Promise<void> {
  const goOn = pauseFamily(await living(() => product.pid(name)));
  try {
    await sleep(ms);
    before();
  } finally {
    goOn();
  }
}

async function secondWriter(product: Product, victim: 'projector' | 'apm', pauseMs: number): Promise<void> {
  const pid = await living(() => product.pid(victim));
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
    // Its owner may have recreated it already.
    if (!existsSync(path)) writeFileSync(path, 'in the way');
  }
}
