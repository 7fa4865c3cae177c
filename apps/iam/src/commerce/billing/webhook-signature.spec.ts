import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { signatureHolds } from './webhook-signature.js';

const SECRET = 'whsec_first_secret_of_the_endpoint';
const BODY = '{"id":"evt_1", "type":"customer.subscription.updated"}';
const NOW = 1_795_160_040;

/** The provider's own library signs. */
const header = (change: { payload?: string; secret?: string; timestamp?: number } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp: NOW, ...change });
const holds = (signed: string, body = BODY): boolean =>
  signatureHolds({ header: signed, body: Buffer.from(body) }, SECRET, 300, NOW);
const signatureIn = (signed: string): string => /v1=([0-9a-f]{64})/.exec(signed)![1]!;

describe("a signature of the payment provider's library", () => {
  it.each([
    ['as it is made', header()],
    ['beside one of another secret', `${header({ secret: 'whsec_other' })},v1=${signatureIn(header())}`],
    ['beside another scheme', `${header()},v0=${'0'.repeat(64)}`],
    ['as old as is tolerated', header({ timestamp: NOW - 300 })],
    ['as far ahead as is tolerated', header({ timestamp: NOW + 300 })],
  ])('%s holds', (_, signed) => {
    expect(holds(signed)).toBe(true);
  });

  it.each([
    ['of another secret', header({ secret: 'whsec_other' })],
    ['of another body', header({ payload: `${BODY} ` })],
    ['that is stale', header({ timestamp: NOW - 301 })],
    ['from the future', header({ timestamp: NOW + 301 })],
    ['of another time', header().replace(`t=${NOW}`, `t=${NOW + 1}`)],
    ['with two times', `t=${NOW + 1},${header()}`],
    ['without its time', `v1=${signatureIn(header())}`],
    ['without itself', `t=${NOW}`],
    ['cut short', header().slice(0, -1)],
    ['in capitals', header().toUpperCase()],
    ['of a scheme that is not taken', header().replace('v1=', 'v0=')],
    ['among more than a rotation has', `${header()}${`,v1=${'0'.repeat(64)}`.repeat(8)}`],
    ['that is empty', ''],
  ])('%s does not', (_, signed) => {
    expect(holds(signed)).toBe(false);
  });

  it('does not hold for the body as another writer would put it', () => {
    expect(holds(header(), JSON.stringify(JSON.parse(BODY)))).toBe(false);
  });
});
