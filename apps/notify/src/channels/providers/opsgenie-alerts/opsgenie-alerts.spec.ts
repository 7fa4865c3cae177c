import { afterEach, describe, expect, it } from 'vitest';
import { ALERT, deliveryFault, deliveryTo, HttpReceiver, testContext, type Reply } from '../providers.fixture.js';
import { opsgenieAlerts } from './opsgenie-alerts.js';

const TAKEN: Reply = { status: 202, body: { result: 'Request will be processed', took: 0.1, requestId: '43a29c5c' } };
let receiver: HttpReceiver;
afterEach(() => receiver.close());
const start = async (reply: Reply = TAKEN) => (receiver = await HttpReceiver.start(() => reply));
const send = (message = {}) => {
  const config = { api_key: 'key', region: 'eu', api_base_url: receiver.url, timeout_secs: 20 };
  return opsgenieAlerts.send(config, deliveryTo('fixed_group', 'ops', message), testContext());
};
const sent = () => receiver.received.map(({ path, body }) => [path, JSON.parse(body) as object]);

describe('opsgenie_alerts (DELIVERY-25, DELIVERY-28)', () => {
  it('creates with the key of the incident as the alias', async () => {
    await start();
    expect(await send({ alert: ALERT })).toEqual({ providerMessageId: '43a29c5c' });
    expect(receiver.received[0]!.headers.authorization).toBe('GenieKey key');
    expect(sent()).toEqual([
      [
        '/v2/alerts',
        {
          source: 'Spanwise',
          message: 'Checkout is slow',
          alias: ALERT.key,
          description: `Open: ${String(ALERT.url)}\nAcknowledge: ${String(ALERT.acknowledge_url)}\np95 is 2 s`,
          details: { severity: 'critical', ...ALERT.labels },
          priority: 'P1',
        },
      ],
    ]);
  });

  it.each([
    ['acknowledged', 'acknowledge'],
    ['resolved', 'close'],
  ] as const)('of an incident that is %s it asks to %s the alert of that alias', async (state, verb) => {
    await start();
    await send({ title: 'Over', alert: { ...ALERT, state } });
    expect(sent()).toEqual([
      [`/v2/alerts/${ALERT.key}/${verb}?identifierType=alias`, { source: 'Spanwise', note: 'Over' }],
    ]);
  });

  it('keeps to the lengths that the provider takes', async () => {
    await start();
    const labels = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`l${n}`.padEnd(64, 'x'), 'v'.repeat(256)]));
    await send({ title: 't'.repeat(255), text: 'x'.repeat(16_384), alert: { ...ALERT, labels } });
    const [, { message, description, details }] = sent()[0] as [string, Record<string, string>];
    expect([message!.length, description!.length]).toEqual([130, 15_000]);
    expect(JSON.stringify(details).length).toBeLessThan(8_000);
  });

  it.each<[Reply, string, number | undefined]>([
    [
      { status: 429, headers: { 'x-ratelimit-state': 'THROTTLED', 'x-ratelimit-period-in-sec': '60' } },
      'http_429',
      60_000,
    ],
    [{ status: 429, headers: { 'retry-after': '5' } }, 'http_429', 5_000],
    [{ status: 401 }, 'credentials_rejected', undefined],
    [{ status: 403, body: { message: 'You are not authorized' } }, 'credentials_rejected', undefined],
    [{ status: 422, body: { message: 'Request body is not processable' } }, 'http_422', undefined],
    [{ status: 503 }, 'http_503', undefined],
  ])('takes %j as %s', async (reply, category, retryAfterMs) => {
    await start(reply);
    expect(await deliveryFault(send())).toMatchObject({ category, retryAfterMs });
  });
});
