/** The product's bus as one of its services is on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type NatsConnection } from 'nats';
import type { Product } from './product.js';

const ANSWER_MS = 3_000;
const AGAIN_MS = 100;

export interface NotifiedEvent {
  organization_id: string;
  event_id: string;
  event_type: string;
  occurred_at_micros: number;
  attributes: object;
}

export const busOf = (product: Product, service: 'gateway' | 'notify'): Promise<NatsConnection> =>
  connect({
    servers: `127.0.0.1:${product.instance.ports.nats}`,
    user: service,
    pass: readFileSync(join(product.dataDir, 'keys', `nats-${service}`), 'utf8').trim(),
    inboxPrefix: `_INBOX_${service}`,
  });

export const gatewayBus = (product: Product): Promise<NatsConnection> => busOf(product, 'gateway');

/** Publishes to notify as another service's outbox does it: again until it is answered. */
export async function publishEvent(bus: NatsConnection, data: NotifiedEvent): Promise<void> {
  for (;;) {
    const reply = await bus
      .request('svc.notify.events.publish', JSON.stringify({ data }), { timeout: ANSWER_MS })
      .then((message) => message.json<{ error?: { kind: string; message: string } }>())
      .catch(() => undefined);
    if (reply !== undefined && reply.error === undefined) return;
    if (reply?.error?.kind === 'invalid_argument') throw new Error(reply.error.message);
    await sleep(AGAIN_MS);
  }
}
