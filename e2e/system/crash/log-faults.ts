/** A log that is full, and a log that is lost. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.js';
import { post } from './client.js';
import { committedPosition, LogView } from './log-view.js';
import { gone, living, pauseFamily, signal } from './processes.js';
import { EXACT, type Outcome, type Scene } from './scene.js';

/** Small enough to be filled within seconds, large enough for the stream of a campaign between two sweeps. */
export const SMALL_LOG_BYTES = 48 * 1024 * 1024;
const READERS = ['projector', 'apm', 'postgres'];
const FULL = 0.9;
const FULL_WORDS = /nearly full|does not take data/;
const BATCH = 100;
const CONNECTIONS = 4;
/** Refusals in a row, over all connections, after which the log is full for good. */
const ENOUGH_REFUSALS = 12;
const LONGEST_FILL_MS = 60_000;

/** No reader goes on until the log refuses: nothing in it may make room for anything new. */
export async function fillLog(scene: Scene): Promise<Outcome> {
  const { product } = scene;
  const wrong: string[] = [];
  const view = await LogView.open(product);
  const goOn: (() => void)[] = [];
  try {
    for (const name of READERS) goOn.push(pauseFamily(await living(() => product.pid(name))));
    const before = await view.state();
    const says = await fillUp(scene, wrong);
    if (says === undefined) wrong.push('the log took everything: it was not full');
    const after = await view.state();
    // A slow machine may refuse for another reason before the log is full.
    if (FULL_WORDS.test(says ?? '') && after.bytes < FULL * SMALL_LOG_BYTES)
      wrong.push(`refused at ${after.bytes} bytes, with the log's limit at ${SMALL_LOG_BYTES}`);
    if (after.firstSeq !== before.firstSeq || after.messages !== after.lastSeq - after.firstSeq + 1)
      wrong.push(`the full log dropped messages: ${JSON.stringify({ before, after })}`);
  } finally {
    for (const one of goOn.toReversed()) one();
    await view.close();
  }
  return { ...EXACT, wrong };
}

/** What the last refusal said, once nothing more is taken; undefined when everything is taken still after a long time. */
async function fillUp({ workload, sending, sender }: Scene, wrong: string[]): Promise<string | undefined> {
  const deadline = performance.now() + LONGEST_FILL_MS;
  let refusals = 0;
  let says = '';
  const connection = async (): Promise<void> => {
    while (refusals < ENOUGH_REFUSALS && performance.now() < deadline) {
      const batch = workload.makeLarge(BATCH, Date.now());
      const { taken, status, saysWhen, text } = await post(batch, sending);
      refusals = taken ? 0 : refusals + 1;
      if (taken) continue;
      // It is taken once the log has room again.
      sender.add(batch);
      says = text;
      if (status !== 503 || !saysWhen) wrong.push(`a full log was answered with ${status}, Retry-After ${saysWhen}`);
      await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return refusals < ENOUGH_REFUSALS ? undefined : says;
}

const UNREAD_MS = 700;
const IN_FLIGHT_MS = 400;
const EPOCH_MS = 60_000;

/**
 * The log is lost with messages in it that were not read: the ones behind the committed position are missing from the
 * figures in the end, and a gap says so. What is sent afterwards is counted.
 */
export async function loseLog(product: Product, how: 'deleted' | 'disk'): Promise<Outcome> {
  const view = await LogView.open(product);
  const before = await committedPosition(product);
  const goOn: (() => void)[] = [];
  const stop = async (name: string) => goOn.push(pauseFamily(await living(() => product.pid(name))));
  let lostAtMost: number;
  try {
    await stop('projector');
    await sleep(UNREAD_MS);
    await stop('gateway');
    await sleep(IN_FLIGHT_MS);
    lostAtMost = await view.spansAfter((await committedPosition(product)).seq);
    if (how === 'deleted') await view.deleteStream();
    else {
      const nats = product.pid('nats')!;
      signal(nats, 'SIGKILL');
      await gone(nats);
      // Before the launcher starts it again.
      rmSync(join(product.dataDir, 'nats', 'store'), { recursive: true, force: true });
    }
  } finally {
    for (const one of goOn) one();
    await view.close();
  }
  const deadline = performance.now() + EPOCH_MS;
  while ((await committedPosition(product)).epoch !== before.epoch + 1) {
    if (performance.now() > deadline) return { lostAtMost, gap: true, wrong: ['no new epoch began with the new log'] };
    await sleep(200);
  }
  return { lostAtMost, gap: true, wrong: [] };
}
