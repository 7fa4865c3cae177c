import { afterEach, describe, expect, it } from 'vitest';
import { ALERT, deliveryFault, deliveryTo, HttpReceiver, testContext, type Reply } from '../providers.fixture.js';
import { pagerdutyEvents } from './pagerduty-events.js';

const TAKEN: Reply = { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: ALERT.key } };
let receiver: HttpReceiver;
afterEach(() => receiver.close());
const start = async (reply: Reply = TAKEN) => (receiver = await HttpReceiver.start(() => reply));
const send = (message = {}) => {
  const config = { routing_key: 'r'.repeat(32), region: 'us', api_base_url: `${receiver.url}/`, timeout_secs: 20 };
  return pagerdutyEvents.send(config, deliveryTo('fixed_group', 'ops', message), testContext());
};
const sent = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('pagerduty_events (DELIVERY-25, DELIVERY-28)', () => {
  it('triggers by the key of the incident', async () => {
    await start();
    expect(await send({ alert: ALERT })).toEqual({ providerMessageId: ALERT.key });
    expect(receiver.received[0]).toMatchObject({ method: 'POST', path: '/v2/enqueue' });
    expect(sent()[0]).toEqual({
      routing_key: 'r'.repeat(32),
      event_action: 'trigger',
      dedup_key: ALERT.key,
      payload: {
        summary: 'Checkout is slow',
        source: 'checkout',
        severity: 'critical',
        custom_details: { text: 'p95 is 2 s', labels: ALERT.labels },
      },
      client: 'Spanwise',
      client_url: ALERT.url,
      links: [
        { href: ALERT.url, text: 'Open' },
        { href: ALERT.acknowledge_url, text: 'Acknowledge' },
      ],
    });
  });

  it.each([
    ['acknowledged', 'acknowledge'],
    ['resolved', 'resolve'],
  ] as const)('of an incident that is %s it says %s with the same key, and nothing else', async (state, action) => {
    await start();
    await send({ alert: { ...ALERT, state } });
    expect(sent()[0]).toEqual({ routing_key: 'r'.repeat(32), event_action: action, dedup_key: ALERT.key });
  });

  it('triggers what is about no incident by the id of the delivery, which is the same at every attempt', async () => {
    await start();
    await send({ title: 't'.repeat(2_000) });
    const { id } = deliveryTo('fixed_group', 'ops');
    expect(sent()[0]).toMatchObject({
      event_action: 'trigger',
      dedup_key: id,
      payload: { source: 'Spanwise', severity: 'info', summary: expect.stringMatching(/^t{1023}…$/) },
    });
  });

  it.each<[Reply, string]>([
    [
      { status: 400, body: { status: 'invalid event', errors: ["Length of 'routing_key' is incorrect"] } },
      'credentials_rejected',
    ],
    [{ status: 400, body: { status: 'invalid event', errors: ["'payload.summary' is missing"] } }, 'http_400'],
    [{ status: 400, body: 'x' }, 'http_400'],
    [{ status: 202, body: { status: 'throttled' } }, 'provider_rejected'],
    [{ status: 202, body: '<html>' }, 'answer_invalid'],
    [{ status: 429 }, 'http_429'],
    [{ status: 500 }, 'http_500'],
  ])('takes %j as %s', async (reply, category) => {
    await start(reply);
    expect(await deliveryFault(send())).toMatchObject({ category });
  });
});
