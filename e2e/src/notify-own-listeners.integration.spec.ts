/** Loopback and more is opened to connectors; the deployment itself stays closed, as its configuration names it. */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Sink } from '@spanwise/notify/channels/egress/egress.fixture';
import { Notifications } from './notifications.fixture.js';

/** Play the monitor of NATS, iam and apm. */
const listeners: Sink[] = [];
let product: Notifications;
let receiver: Sink;

const answer = (sink: { write: (text: string) => void; end: () => void }) => {
  sink.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  sink.end();
};

beforeAll(async () => {
  for (let count = 0; count < 3; count++) listeners.push(await Sink.listen('127.0.0.1', answer));
  receiver = await Sink.listen('127.0.0.4', answer);
  const [monitor, iam, apm] = listeners.map(({ port }) => port);
  product = await Notifications.start({
    SPANWISE_EGRESS_ALLOW_CIDRS: '127.0.0.0/8,::1/128,0.0.0.0/8,::ffff:0:0/96',
    SPANWISE_OWN_LISTENERS: `127.0.0.1:${monitor}, localhost:${iam},[::1]:${apm}`,
  });
});
afterAll(async () => {
  await product.stop();
  await Promise.all([...listeners, receiver].map((one) => one.close()));
});

const FORMS = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  '0.0.0.0',
  '127.0.0.9',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
];

describe('a listener of the deployment itself', () => {
  it('is reached by no connector under any name, where loopback is opened', async () => {
    for (const { port } of listeners) {
      for (const host of FORMS) {
        const body = { name: uuidv7(), connector_type: 'webhook', config: { url: `http://${host}:${port}/varz` } };
        const made = await product.call<{ id: string }>('POST /notify/connectors', body);
        if (made.status === 201) {
          const { body: tested } = await product.test(made.body.id, 'fixed_group', 'ops');
          expect([host, tested.error]).toEqual([host, expect.stringMatching(/^blocked_address: /)]);
        } else {
          expect([host, made.status]).toEqual([host, 400]);
        }
      }
      const config = { host: '127.0.0.1', port, from: 'a@example.org', tls: 'none' };
      const mail = { name: uuidv7(), connector_type: 'email_smtp', config };
      expect((await product.call('POST /notify/connectors', mail)).status).toBe(400);
    }
    expect(listeners.map(({ connections }) => connections)).toEqual([0, 0, 0]);
  });

  it('blocks no other: another port of loopback is reached', async () => {
    const made = await product.connector('webhook', { url: `http://127.0.0.4:${receiver.port}/` });
    expect((await product.test(made.id, 'fixed_group', 'ops')).body).toMatchObject({ sent: true });
    const target = `http://127.0.0.1:${listeners[0]!.port}/`;
    expect((await product.test(made.id, 'webhook', target)).status).toBe(400);
    expect(listeners[0]!.connections).toBe(0);
  });
});

describe('what listens on every address', () => {
  it('is own under each address of the machine', async () => {
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const address = all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
    const everywhere = await Sink.listen('0.0.0.0', answer);
    const other = await Notifications.start({
      SPANWISE_EGRESS_ALLOW_CIDRS: '0.0.0.0/0',
      SPANWISE_OWN_LISTENERS: `0.0.0.0:${everywhere.port}`,
    });
    const config = { url: `http://${address}:${everywhere.port}/` };
    const answered = await other.call('POST /notify/connectors', { name: 'own', connector_type: 'webhook', config });
    expect(answered.status).toBe(400);
    expect(everywhere.connections).toBe(0);
    await other.stop();
    await everywhere.close();
  });
});
