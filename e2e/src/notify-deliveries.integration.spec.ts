/** The log of deliveries and what can be done with it. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import { publishEvent, type DeliveryView } from '@spanwise/contracts/notify/deliveries';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { HttpReceiver, type Reply } from '@spanwise/notify/channels/providers/providers.fixture';
import type { Person } from './access.fixture.js';
import { Notifications } from './notifications.fixture.js';

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
let product: Notifications;
let receiver: HttpReceiver;
let reply: () => Reply;
let hook: ConnectorView;
let ann: Person;
let event: string;
/** When each request arrived. */
const times: number[] = [];

beforeAll(async () => {
  [product, receiver] = await Promise.all([
    Notifications.start(),
    HttpReceiver.start(() => {
      times.push(performance.now());
      return reply();
    }),
  ]);
  hook = await product.connector('webhook', { url: receiver.url, secret: SECRET });
  ann = await product.member();
  await product.reachable(ann, hook, 'ann');
  event = await product.policy({});
});
afterAll(async () => {
  await receiver.close();
  await product.stop();
});
beforeEach(() => {
  receiver.received.length = times.length = 0;
  reply = () => ({});
});

const publish = (attributes: object = {}) => product.publish(event, { user_ids: [ann.user_id], ...attributes });
const list = (query: string) => product.done<DeliveryView[]>(`GET /notify/deliveries?${query}`);

describe('the signature (DELIVERY-8)', () => {
  it('is that of Standard Webhooks at every attempt, with the same id and the time of the attempt', async () => {
    let attempts = 0;
    reply = () => ({ status: ++attempts < 4 ? 503 : 200 });
    const [delivery] = await product.settled(await publish(), 1);
    expect(delivery).toMatchObject({ status: 'success', attempt: 4 });
    expect(receiver.received).toHaveLength(4);
    for (const { headers, body } of receiver.received) {
      new Webhook(SECRET).verify(body, headers as Record<string, string>);
      expect(headers['webhook-id']).toBe(delivery!.id);
      expect(() => new Webhook(SECRET).verify(`${body} `, headers as Record<string, string>)).toThrow();
    }
  });

  it.each<[string, () => string]>([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
  ])('nothing is tried again before Retry-After in %s', async (_, header) => {
    reply = () => (times.length === 1 ? { status: 429, headers: { 'retry-after': header() } } : {});
    await product.settled(await publish(), 1);
    expect(times[1]! - times[0]!).toBeGreaterThan(950);
  });

  it.each(['99999999999', 'soon', '-5'])(
    'the Retry-After "%s" makes no sense and is not waited for',
    async (header) => {
      reply = () => (times.length === 1 ? { status: 503, headers: { 'retry-after': header } } : {});
      const [delivery] = await product.settled(await publish(), 1);
      expect(delivery).toMatchObject({ status: 'success', attempt: 2 });
    },
  );
});

describe('GET /notify/deliveries (DELIVERY-16)', () => {
  it('finds by event, policy, user, connector, status, stage and time, and by all of them together', async () => {
    const id = await publish();
    const [delivery] = await product.settled(id, 1);
    const { policy_id: policy, connector_id: connector, created_at: at } = delivery!;
    const right = {
      event_id: id,
      policy_id: String(policy),
      user_id: ann.user_id,
      connector_id: String(connector),
      status: 'success',
      stage: 'user_primary',
      from_micros: String(at - 1_000_000),
      to_micros: String(at + 1_000_000),
    };
    const wrong: Record<keyof typeof right, string> = {
      event_id: 'another',
      policy_id: uuidv7(),
      user_id: uuidv7(),
      connector_id: uuidv7(),
      status: 'failed',
      stage: 'escalation',
      from_micros: String(at + 1_000_000),
      to_micros: String(at - 1_000_000),
    };
    expect(await list(new URLSearchParams({ ...right }).toString())).toEqual([delivery]);
    for (const name of Object.keys(right) as (keyof typeof right)[]) {
      expect(await list(new URLSearchParams({ [name]: right[name] }).toString())).toContainEqual(delivery);
      expect([name, await list(new URLSearchParams({ event_id: id, [name]: wrong[name] }).toString())]).toEqual([
        name,
        [],
      ]);
    }
  });

  it('answers 100 without a limit and 500 at most, the newest first', async () => {
    await product.access.admin.query(
      `insert into notify.deliveries (id, organization_id, event_id, event_type, target_type, target_value, message, stage, status, idempotency_key)
       select gen_random_uuid(), $1, 'many', 'x', 'fixed_group', 'ops', '{}', 'user_primary', 'success', 'k' || n
       from generate_series(1, 501) n`,
      [product.owner.org_id],
    );
    expect(await list('event_id=many')).toHaveLength(100);
    expect(await list('event_id=many&limit=500')).toHaveLength(500);
    const times = (await list('limit=300')).map(({ created_at: at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('shows nothing of another organization', async () => {
    const { id } = (await product.settled(await publish(), 1))[0]!;
    const rival = await product.access.otherOrganization(`rival-${Date.now()}`);
    expect((await product.call('GET /notify/deliveries', undefined, rival)).body).toEqual([]);
    for (const line of [`GET /notify/deliveries/${id}`, `POST /notify/deliveries/${id}/ack`]) {
      expect((await product.call(line, undefined, rival)).status).toBe(404);
    }
  });
});

describe('ack and retry (DELIVERY-16)', () => {
  it('ack acknowledges the whole event: what was delivered is acknowledged, what waits is not sent', async () => {
    const ben = await product.member();
    await product.reachable(ben, await product.connector('webhook', { url: `${receiver.url}/ben` }), 'ben');
    reply = () => ({ status: receiver.received.at(-1)!.path === '/ben' ? 503 : 200 });
    const id = await product.publish(event, { user_ids: [ann.user_id, ben.user_id] });
    await expect.poll(async () => (await product.log(id)).map(({ status }) => status)).toContain('success');
    const delivered = (await product.log(id)).find(({ status }) => status === 'success')!;
    await product.done(`POST /notify/deliveries/${delivered.id}/ack`);
    const log = await product.settled(id, 2);
    expect(log.find((one) => one.id === delivered.id)).toMatchObject({
      status: 'acknowledged',
      acknowledged_at: expect.any(Number),
    });
    const count = receiver.received.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(receiver.received.length).toBeLessThanOrEqual(count + 1);
  });

  it('retry sends what failed for good once more with its id; what is under way is 409, what arrived is 400', async () => {
    reply = () => ({ status: 404 });
    const [failed] = await product.settled(await publish(), 1);
    expect(failed).toMatchObject({ status: 'failed', error_code: 'http_404', attempt: 3 });
    const retry = () => product.call(`POST /notify/deliveries/${failed!.id}/retry`);
    reply = () => ({ status: 503, headers: { 'retry-after': '1' } });
    expect((await retry()).status).toBe(200);
    expect((await retry()).status).toBe(409);
    reply = () => ({});
    const [sent] = await product.settled(failed!.event_id, 1);
    expect(sent).toMatchObject({ id: failed!.id, status: 'success' });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed!.id]));
    expect((await retry()).status).toBe(400);
  });
});

describe('idempotency (DELIVERY-11)', () => {
  it('an event that is published many times at once is notified once', async () => {
    const body = {
      organization_id: product.owner.org_id,
      event_id: uuidv7(),
      event_type: event,
      occurred_at_micros: Date.now() * 1_000,
      attributes: { user_ids: [ann.user_id] },
    };
    const made = await Promise.all(Array.from({ length: 8 }, () => product.rpc.call(publishEvent, body)));
    expect(made.map(({ deliveries }) => deliveries).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    const [delivery] = await product.settled(body.event_id, 1);
    expect(delivery!.idempotency_key).toMatch(/^notify:[0-9a-f]{64}$/);
    expect(receiver.received).toHaveLength(1);
  });
});
