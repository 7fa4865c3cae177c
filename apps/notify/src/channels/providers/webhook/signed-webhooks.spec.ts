// @module-tag long
/** The receiver's side by a library that shares no code with the sender: what it takes, receivers in the field take. */
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Message, ProviderContext } from '../provider.js';
import { deliveryTo, HttpReceiver, testContext, type Received } from '../providers.fixture.js';
import { webhook } from './webhook.js';

const WEBHOOKS = 1_000;
const AT_ONCE = 20;
const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;
const [OLD, NEW, FOREIGN] = [secretOf(24), secretOf(64), secretOf(32)];
// The library takes no signature whose time is not about now.
const context: ProviderContext = { ...testContext(), nowMs: Date.now };

let receiver: HttpReceiver;
beforeAll(async () => {
  receiver = await HttpReceiver.start();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
});

const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
const message: fc.Arbitrary<Message> = fc.record({ title: texts, text: texts, html: texts });

async function sendAll(secret: string): Promise<void> {
  const waiting = fc.sample(message, WEBHOOKS).values();
  const config = { url: receiver.url, method: 'post', headers: {}, secret, timeout_secs: 20 };
  const sender = async () => {
    for (const one of waiting) {
      await webhook.send(config, { ...deliveryTo('webhook', receiver.url, one), id: uuidv7() }, context);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
const verifiedBy = (secret: string) => receiver.received.filter((one) => verifies(secret, one)).length;

describe(`${WEBHOOKS} signed webhooks`, () => {
  it('verify by the secret, and by no other', async () => {
    await sendAll(OLD);
    expect([verifiedBy(OLD), verifiedBy(FOREIGN)]).toEqual([WEBHOOKS, 0]);
    const [one] = receiver.received;
    expect(verifies(OLD, { ...one!, body: `${one!.body} ` })).toBe(false);
    expect(verifies(OLD, { ...one!, headers: { ...one!.headers, 'webhook-id': uuidv7() } })).toBe(false);
  });

  it('verify by the old and by the new secret while they are rotated', async () => {
    await sendAll(`${NEW} ${OLD}`);
    expect([verifiedBy(OLD), verifiedBy(NEW), verifiedBy(FOREIGN)]).toEqual([WEBHOOKS, WEBHOOKS, 0]);
  });
});
