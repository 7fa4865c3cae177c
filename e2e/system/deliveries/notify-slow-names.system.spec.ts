/** Receivers whose names have no answer, and those of another organization. Its environment has a name server of the test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectorView, TestResult } from '@spanwise/contracts/notify/notify';
import { DnsServer } from '@spanwise/notify/channels/egress/names/dns-server.fixture';
import { HttpReceiver } from '@spanwise/notify/channels/providers/providers.fixture';
import { eventually } from '@spanwise/testing/eventually';
import { Notifications, RECEIVERS } from '../../src/notifications.fixture.js';

const WEBHOOKS = 8;
const GOOD = 'hooks.example';

let product: Notifications;
let dns: DnsServer;
let receiver: HttpReceiver;

beforeAll(async () => {
  dns = await DnsServer.listen((name, type) => {
    if (name.startsWith('dead')) return 'silence';
    return name === GOOD && type === 'A' ? [{ type, data: RECEIVERS }] : 'NXDOMAIN';
  });
  [product, receiver] = await Promise.all([
    Notifications.start({ SPANWISE_EGRESS_DNS_SERVERS: dns.address }),
    HttpReceiver.start(() => ({ status: 200 })),
  ]);
});
afterAll(async () => {
  await product.stop();
  await Promise.all([receiver.close(), dns.close()]);
});

const webhook = (host: string, token?: string) => {
  const url = `http://${host}:${new URL(receiver.url).port}/in`;
  const body = { name: host, connector_type: 'webhook', config: { url, timeout_secs: 60 } };
  return product.done<ConnectorView>('POST /notify/connectors', body, token);
};
const tested = ({ id }: ConnectorView, token?: string) =>
  product.done<TestResult>(`POST /notify/connectors/${id}/test`, { target_type: 'fixed_group', target: 'ops' }, token);

describe('eight webhooks of one organization to names whose server never answers', () => {
  it('let no other organization’s notifications wait', async () => {
    const token = await product.access.otherOrganization('dead-names');
    const dead = await Promise.all(Array.from({ length: WEBHOOKS }, (_, at) => webhook(`dead-${at}.example`, token)));
    const good = await webhook(GOOD);
    let ended = 0;
    const attempts = Promise.all(dead.map((one) => tested(one, token).finally(() => ended++)));
    await eventually(() => {
      for (let at = 0; at < WEBHOOKS; at++) expect(dns.questions(`dead-${at}.example`)).toBeGreaterThan(0);
    });

    expect(await tested(good)).toMatchObject({ sent: true });
    expect(ended).toBe(0);
    const person = await product.member();
    await product.reachable(person, good, 'ops');
    const event = await product.publish(await product.policy({}), { user_ids: [person.user_id] });
    expect((await product.settled(event, 1)).map(({ status }) => status)).toEqual(['success']);

    expect((await attempts).map(({ error }) => error)).toEqual(
      dead.map(() => 'dns_failed: the host name could not be resolved'),
    );
  });
});
