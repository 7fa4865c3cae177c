/** Parts of a product come back as they were a while ago. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gone, living, pauseFamily, signal } from '../crash/processes.js';
import { copyOfDatabase, copyOfLog, purge, restart, type Copy } from '../crash/restore.js';
import { settled } from '../crash/settled.js';
import type { Product } from '../harness/product.js';
import type { Expected } from './loss.js';
import type { Send } from './send.js';
import { copyBesideOriginal } from './shared-store.js';

export interface Scene {
  name: string;
  /** `requests` of each stretch of the work before, between and after. */
  play: (product: Product, send: Send, requests: number) => Promise<void>;
  expected: Expected;
}

/** What is in the log was acknowledged and read: only what a copy lacks and was not read may be lost. */
const EXACT_WITH_GAP: Expected = { gap: true, exact: true };

/** Two stretches of work, of which the copy has the first. */
async function copyOfShorterLog(product: Product, send: Send, requests: number): Promise<Copy> {
  await send(requests);
  await settled(product);
  const copy = await copyOfLog(product);
  await send(requests);
  await settled(product);
  return copy;
}

/** The projector stands still for `before`, and for `after`, when the log is the copy. */
async function putBackUnseen(product: Product, copy: Copy, before: () => Promise<void>, after: () => Promise<void>) {
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

export const SCENES: readonly Scene[] = [
  {
    name: 'a log that came back shorter, the gateway first',
    expected: EXACT_WITH_GAP,
    play: async (product, send, requests) => {
      const copy = await copyOfShorterLog(product, send, requests);
      await putBackUnseen(
        product,
        copy,
        () => Promise.resolve(),
        () => send(2 * requests),
      );
    },
  },
  {
    name: 'a log that came back shorter, the projector first',
    expected: EXACT_WITH_GAP,
    play: async (product, send, requests) => {
      await restart(product, await copyOfShorterLog(product, send, requests));
      await send(2 * requests);
    },
  },
  {
    // Gateways alone know that it was there.
    name: 'a log that lost what was not read',
    expected: { gap: true, exact: false },
    play: async (product, send, requests) => {
      await send(requests);
      await settled(product);
      const copy = await copyOfLog(product);
      await putBackUnseen(
        product,
        copy,
        () => send(requests),
        () => send(2 * requests),
      );
    },
  },
  {
    name: 'a database older than the log reaches back',
    expected: { gap: true, exact: false },
    play: async (product, send, requests) => {
      await send(requests);
      await settled(product);
      const copy = await copyOfDatabase(product);
      for (let minute = 0; minute < 3; minute++) {
        await sleep(60_500 - (Date.now() % 60_000));
        await send(requests);
      }
      await settled(product);
      await purge(product);
      await restart(product, copy);
      await send(requests);
    },
  },
  {
    name: 'a copy of the database on the store of its original',
    expected: { gap: false, exact: true },
    play: copyBesideOriginal,
  },
];
