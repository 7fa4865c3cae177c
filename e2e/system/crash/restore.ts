/** The database of some time ago comes back, as after an operator's restore of both schemas from one copy. */
import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { committedPosition, countedByMessage, LogView } from './log-view.js';
import { signal } from './processes.js';
import type { Outcome, Scene } from './scene.js';

const run = promisify(execFile);
const BETWEEN_MS = 4_000;
const PURGE_MS = 90_000;

/** Exact when the log reaches back to the copy; otherwise what the purged messages had added is missing, and a gap says so. */
export async function restoreOlder({ product, log }: Scene, purged: boolean): Promise<Outcome> {
  const [current, copy, newer] = ['postgres', 'postgres.copy', 'postgres.newer'].map((name) =>
    join(product.dataDir, name),
  );
  await product.halt();
  await run('cp', ['-a', current, copy]);
  await product.resume();
  const position = await committedPosition(product);
  await sleep(BETWEEN_MS);
  const wrong = purged && !(await purgeBeyond(product, position.seq)) ? ['the log was not purged'] : [];
  const counted = await countedByMessage(product);
  await product.halt();
  renameSync(current, newer);
  renameSync(copy, current);
  await product.resume();
  rmSync(newer, { recursive: true, force: true });
  const lostAtMost = await lostWith(product, counted);
  log(`           the log reaches back to ${lostAtMost === 0 ? 'the copy' : `all but ${lostAtMost} spans`}`);
  if (purged && lostAtMost === 0) wrong.push('the log held everything although it was purged');
  return { lostAtMost, gap: lostAtMost > 0, wrong };
}

/** A projector that starts sweeps at once: it purges what is committed. */
async function purgeBeyond(product: Scene['product'], seq: number): Promise<boolean> {
  const view = await LogView.open(product);
  try {
    signal(product.pid('projector'), 'SIGKILL');
    const deadline = performance.now() + PURGE_MS;
    while (performance.now() < deadline) {
      if ((await view.state()).firstSeq > seq + 1) return true;
      await sleep(100);
    }
    return false;
  } finally {
    await view.close();
  }
}

/** What messages had counted that are neither in the restored ledger nor in the log any more. */
async function lostWith(product: Scene['product'], counted: ReadonlyMap<string, number>): Promise<number> {
  const view = await LogView.open(product);
  try {
    const { firstSeq } = await view.state();
    const { epoch } = await committedPosition(product);
    const restored = await countedByMessage(product);
    let spans = 0;
    for (const [message, count] of counted) {
      const [messageEpoch, seq] = message.split('/').map(Number);
      const replayed = messageEpoch === epoch && seq >= firstSeq;
      if (!replayed && !restored.has(message)) spans += count;
    }
    return spans;
  } finally {
    await view.close();
  }
}
