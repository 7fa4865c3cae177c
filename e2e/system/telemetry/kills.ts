/** Kills of a run that sends telemetry: those of the crash campaign, and the store writer, which is a child of the projector. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { planFaults, describeFault, type Fault } from '../crash/faults.js';
import { inflict } from '../crash/inflict.js';
import { commandOf, familyOf, signal } from '../crash/processes.js';
import type { Scene } from '../crash/scene.js';
import type { Product } from '../harness/product.js';

/** As many as there are kinds of kills and victims: fewer than that are drawn among plain kills. */
const FEW = 8;

export type Kill = Fault | 'store writer';

/** Every victim once, in random order, before any is drawn again; a few are plain kills, which take no time. */
export function planKills(seed: string, kills: number): Kill[] {
  const random = new Random(`kills ${seed}`);
  const ofStore = Math.max(1, Math.floor(kills / 5));
  const asked = kills - ofStore;
  const drawn = planFaults(random, { kills: Math.max(asked, FEW), faults: 0, longestMs: 0 });
  const chosen = asked < FEW ? drawn.filter(({ kind }) => kind === 'kill') : drawn;
  const plan: Kill[] = chosen.slice(0, asked);
  for (let at = 0; at < ofStore; at++) plan.splice(random.int(0, plan.length), 0, 'store writer');
  return plan;
}

export const describeKill = (kill: Kill): string =>
  kill === 'store writer' ? 'kill store writer' : describeFault(kill);

async function strike(scene: Scene, kill: Kill): Promise<void> {
  if (kill === 'store writer') signal(storeWriter(scene.product), 'SIGKILL');
  else await inflict(scene, kill);
}

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

/** Strikes at even shares of the work, until all is done. */
export async function strikeWhile(scene: Scene, plan: readonly Kill[], done: () => number): Promise<void> {
  for (const [index, kill] of plan.entries()) {
    const due = (index + 0.5) / (plan.length + 0.5);
    while (done() < due) await sleep(5);
    scene.log(`  ${(done() * 100).toFixed(0).padStart(3)} % sent: ${describeKill(kill)}`);
    await strike(scene, kill);
  }
}
