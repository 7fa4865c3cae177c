import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.js';
import { copyBesideOriginal } from './object-scenes.js';
import { copyOfDatabase, copyOfLog, purged, shorterLogUnseen } from './put-back.js';
import { MINUTE_MICROS, type Sent } from './sent.js';
import { settled, type Expected } from './verdict.js';

export interface Scene {
  name: string;
  /** Requests of each stretch of the work before, between and after. */
  play: (product: Product, sent: Sent, requests: number) => Promise<string[] | void>;
  expected: Expected;
}

/** What is in the log was acknowledged and read: only what a copy lacks and nobody had read may be lost. */
const EXACT_WITH_GAP: Expected = { gap: true, exact: true };

const NOTHING_LOST: Expected = { gap: false, exact: true };

const NOTHING = () => Promise.resolve();

async function shorterLog(product: Product, sent: Sent, requests: number, gatewayFirst: boolean): Promise<void> {
  await sent.send(requests);
  await settled(product);
  const copy = await copyOfLog(product);
  await sent.send(requests);
  await settled(product);
  if (gatewayFirst) return shorterLogUnseen(product, copy, NOTHING, () => sent.send(2 * requests));
  await product.halt();
  copy.putBack();
  await product.resume();
  await sent.send(2 * requests);
}

/** Nobody has read what the log loses: gateways alone know that it was there. */
async function lostUnread(product: Product, sent: Sent, requests: number): Promise<void> {
  await sent.send(requests);
  await settled(product);
  const copy = await copyOfLog(product);
  await shorterLogUnseen(
    product,
    copy,
    () => sent.send(requests),
    () => sent.send(2 * requests),
  );
}

const nextMinute = (): Promise<void> => sleep(60_000 - (Date.now() % (MINUTE_MICROS / 1_000)) + 500);

async function olderDatabase(product: Product, sent: Sent, requests: number, minutes: number): Promise<void> {
  await sent.send(requests);
  await settled(product);
  const copy = await copyOfDatabase(product);
  for (let minute = 0; minute < minutes; minute++) {
    await nextMinute();
    await sent.send(requests);
  }
  if (minutes === 0) await sent.send(requests);
  await settled(product);
  await purged(product);
  await product.halt();
  copy.putBack();
  await product.resume();
  await sent.send(requests);
}

export const SCENES: readonly Scene[] = [
  {
    name: 'a log that came back shorter, the gateway first',
    play: (product, sent, requests) => shorterLog(product, sent, requests, true),
    expected: EXACT_WITH_GAP,
  },
  {
    name: 'a log that came back shorter, the projector first',
    play: (product, sent, requests) => shorterLog(product, sent, requests, false),
    expected: EXACT_WITH_GAP,
  },
  {
    name: 'a log that lost what nobody had read',
    play: lostUnread,
    expected: { gap: true, exact: false },
  },
  {
    name: 'a database older than the log reaches back',
    play: (product, sent, requests) => olderDatabase(product, sent, requests, 3),
    expected: { gap: true, exact: false },
  },
  {
    name: 'a copy of the database on the store of its original',
    play: copyBesideOriginal,
    expected: NOTHING_LOST,
  },
];
