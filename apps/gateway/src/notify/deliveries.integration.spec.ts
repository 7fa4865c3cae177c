import { Client } from 'pg';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import { publishEvent, type DeliveryView } from '@spanwise/contracts/notify/deliveries';
import type { UserEndpointView } from '@spanwise/contracts/notify/recipients';
import type { PolicyView } from '@spanwise/contracts/notify/routing';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, ORGANIZATION } from '../gateway.fixture.js';
import { NotifyApi, Receiver } from './notify.fixture.js';

const SELF = contextWith().subject;
let api: NotifyApi;
let receiver: Receiver;
let fallback: Receiver;
let admin: Client;
let rpc: RpcClient;
let connector: ConnectorView;
let policy: PolicyView;
let number = 0;

beforeAll(async () => {
  [api, receiver, fallback] = await Promise.all([
    NotifyApi.start({ SPANWISE_RETRY_SCALE: '0.001', SPANWISE_DELIVERY_RETENTION: '1d' }),
    Receiver.start(),
    Receiver.start(),
  ]);
  rpc = new RpcClient(api.gateway.connection);
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await Promise.all([receiver.close(), fallback.close()]);
  await api.stop();
});

const manager = () => api.admit(['alerts.read', 'alerts.manage', 'alerts.acknowledge', 'org.members.manage']);
const webhook = async (name: string, url: string) =>
  (
    await api.call<ConnectorView>('POST', '/notify/connectors', {
      name,
      connector_type: 'webhook',
      config: { url, secret: 'signing', timeout_secs: 10 },
    })
  ).body;

const EVERYTHING = `truncate notify.connectors, notify.user_endpoints, notify.preferences, notify.preference_steps,
  notify.default_routes, notify.templates, notify.policies, notify.connector_references, notify.deliveries, notify.events,
  notify.escalations, notify.connector_health, notify.send_limits`;

/** One user with one verified endpoint, and a default route of the organization behind it. */
beforeEach(async () => {
  // The worker may be at it: the two can lock each other out.
  await eventually(() => admin.query(EVERYTHING));
  for (const one of [receiver, fallback]) {
    one.received.length = 0;
    one.reply = { status: 200, body: '' };
    one.held = undefined;
  }
  connector = await webhook('primary', receiver.url);
  const second = await webhook('second', fallback.url);
  const endpoint = await api.call<UserEndpointView>(
    'POST',
    `/users/${SELF}/notify-endpoints`,
    { connector_id: connector.id, external_identity: 'me', verified: true },
    manager(),
  );
  await api.call('PUT', `/users/${SELF}/notify-preferences/alert`, { endpoint_ids: [endpoint.body.id] });
  const route = { connector_id: second.id, target_type: 'fixed_group', target: 'everyone', order: 1 };
  await api.call('PUT', '/notify/organization-defaults/alert', { routes: [route] });
  const body = {
    event_type: 'alert.triggered',
    category: 'alert',
    recipient_resolver: 'fixed_users',
    resolver_config: { user_ids: [SELF] },
    delivery_mode: 'prefer_user',
  };
  policy = (await api.call<PolicyView>('POST', '/notify/policies', { ...body, name: 'triggered' })).body;
  await api.call('POST', '/notify/policies', { ...body, name: 'resolved', event_type: 'alert.resolved' });
});

const publish = (change: object = {}) =>
  rpc.call(publishEvent, {
    organization_id: ORGANIZATION,
    event_id: `e${++number}`,
    event_type: 'alert.triggered',
    occurred_at_micros: Date.now() * 1_000,
    attributes: { summary: 'Checkout is slow', severity: 'warning', incident_id: 'i1' },
    ...change,
  });
const deliveries = async (query = '') => (await api.call<DeliveryView[]>('GET', `/notify/deliveries${query}`)).body;
const settled = async (count: number) => {
  await expect
    .poll(async () => (await deliveries()).filter(({ status }) => !/pending|sending/.test(status)).length)
    .toBe(count);
  return deliveries();
};
const idOf = ({ headers }: Receiver['received'][number]) => String(headers['webhook-id']);

describe('an event', () => {
  it('that a policy is about is delivered once, signed, and shows in the log', async () => {
    expect(await publish({ event_id: 'same' })).toEqual({ deliveries: 1 });
    expect(await publish({ event_id: 'same' })).toEqual({ deliveries: 0 });
    const [delivery] = await settled(1);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]!.body).toMatchObject({
      target: { type: 'direct_user', value: 'me' },
      message: { title: 'Checkout is slow', text: 'Checkout is slow' },
    });
    expect(idOf(receiver.received[0]!)).toBe(delivery!.id);
    expect(delivery).toMatchObject({
      event_id: 'same',
      policy_id: policy.id,
      recipient_user_id: SELF,
      connector_id: connector.id,
      target_value_masked: '***',
      stage: 'user_primary',
      attempt: 1,
      status: 'success',
    });
    expect(delivery!.idempotency_key).toMatch(/^notify:[0-9a-f]{64}$/);
    expect(fallback.received).toEqual([]);
  });

  it('that no policy is about makes nothing', async () => {
    expect(await publish({ event_type: 'alert.escalated' })).toEqual({ deliveries: 0 });
    expect(await deliveries()).toEqual([]);
  });

  it('is tried again with the same id until the receiver takes it', async () => {
    receiver.reply = { status: 503, body: '' };
    await publish();
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(3);
    receiver.reply = { status: 200, body: '' };
    const [delivery] = await settled(1);
    expect(delivery).toMatchObject({ status: 'success' });
    expect(delivery!.attempt).toBe(receiver.received.length);
    expect(new Set(receiver.received.map(idOf))).toEqual(new Set([delivery!.id]));
    expect(fallback.received).toEqual([]);
  });

  it('that is refused for good goes by the next route, and says why', async () => {
    receiver.reply = { status: 404, body: 'canary' };
    await publish();
    const [second, first] = await settled(2);
    expect(first).toMatchObject({
      stage: 'user_primary',
      status: 'failed',
      attempt: 3,
      error_code: 'http_404',
      error_message: 'http_404: the receiver answered with status 404',
    });
    expect(second).toMatchObject({ stage: 'organization_fallback', status: 'success', target_value_masked: 'ev***ne' });
    expect(receiver.received).toHaveLength(3);
    expect(fallback.received).toHaveLength(1);
  });

  it('to a receiver that is gone (410) disables the connector at once', async () => {
    receiver.reply = { status: 410, body: '' };
    await publish();
    await settled(2);
    expect(receiver.received).toHaveLength(1);
    expect((await api.call<ConnectorView>('GET', `/notify/connectors/${connector.id}`)).body).toMatchObject({
      enabled: false,
      status: 'error',
    });
  });

  it('that ends another never overtakes it, and is sent in its place while that one waits (DELIVERY-15)', async () => {
    receiver.reply = { status: 503, body: '' };
    await publish();
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(2);
    await publish({ event_id: 'the-end', event_type: 'alert.resolved' });
    await expect.poll(async () => (await deliveries('?status=skipped')).length).toBe(1);
    receiver.reply = { status: 200, body: '' };
    const [end, first] = await settled(2);
    expect(first).toMatchObject({
      status: 'skipped',
      error_code: 'superseded',
      error_message: 'superseded: before it could be sent, the incident ended with the-end',
    });
    expect(end).toMatchObject({ event_id: 'the-end', status: 'success' });
    const ids = receiver.received.map(idOf);
    expect(ids.lastIndexOf(first!.id)).toBeLessThan(ids.indexOf(end!.id));
  });

  it('that ends another goes only where that one arrived (DELIVERY-15)', async () => {
    receiver.reply = { status: 404, body: '' };
    await publish();
    await settled(2);
    receiver.reply = { status: 200, body: '' };
    await publish({ event_type: 'alert.resolved' });
    const log = await settled(4);
    expect(log.map(({ stage, status, error_code }) => [stage, status, error_code])).toEqual(
      expect.arrayContaining([
        ['user_primary', 'failed', 'http_404'],
        ['organization_fallback', 'success', undefined],
        ['user_primary', 'skipped', 'superseded'],
        ['organization_fallback', 'success', undefined],
      ]),
    );
    expect([receiver.received.length, fallback.received.length]).toEqual([3, 2]);
  });

  it('rests with its connector after five failures in a row, and says so', async () => {
    receiver.reply = { status: 503, body: '' };
    // Rests last 30 ms here: what is seen is what the log and the metrics keep.
    for (const incident of ['c1', 'c2']) await publish({ attributes: { incident_id: incident } });
    await expect
      .poll(async () => (await deliveries('?status=pending')).map(({ error_code: code }) => code))
      .toContain('circuit_open');
    const open = (await deliveries()).find(({ error_code: code }) => code === 'circuit_open')!;
    expect(open.error_message).toBe(
      'circuit_open: the connector is suspended after 5 failures in a row, the last one http_503',
    );
    receiver.reply = { status: 200, body: '' };
    await settled(2);
    const { rows } = await admin.query<{ failures: number; open_until: Date | null }>(
      'select failures, open_until from notify.connector_health where connector_id = $1',
      [connector.id],
    );
    expect(rows).toEqual([{ failures: 0, open_until: null }]);
  });

  it('is sent by another worker when the one that had it is lost', async () => {
    await publish();
    const { id } = (await settled(1))[0]!;
    await admin.query(
      `update notify.deliveries set status = 'sending', lease_until = now() - interval '1 s', delivered_at = null where id = $1`,
      [id],
    );
    await admin.query('update notify.organizations set next_due_at = now()');
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(new Set(receiver.received.map(idOf))).toEqual(new Set([id]));
    expect((await settled(1))[0]).toMatchObject({ status: 'success', attempt: 2 });
  });

  it('does not wait for another receiver that hangs', async () => {
    let release = () => {};
    receiver.held = new Promise((resolve) => (release = resolve));
    // Longer than the other one is waited for below.
    const config = { url: receiver.url, secret: 'signing', timeout_secs: 30 };
    expect((await api.call('PUT', `/notify/connectors/${connector.id}`, { config })).status).toBe(200);
    for (let count = 0; count < 40; count++) await publish({ attributes: { incident_id: `h${count}` } });
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(4);
    await api.call('PUT', `/notify/connectors/${connector.id}`, { enabled: false });
    await publish({ attributes: { incident_id: 'other' } });
    await expect.poll(() => fallback.received.length).toBeGreaterThan(0);
    expect(receiver.received.length).toBeLessThan(40);
    release();
    receiver.held = undefined;
  });
});

describe('the log of deliveries', () => {
  it('has filters, and a test of a connector is in it', async () => {
    await publish({ event_id: 'filtered' });
    await settled(1);
    await api.call('POST', `/notify/connectors/${connector.id}/test`, { target_type: 'webhook', target: receiver.url });
    const [tested] = await deliveries('?stage=test');
    expect(tested).toMatchObject({
      event_id: `notify.test:${tested!.id}`,
      status: 'success',
      connector_id: connector.id,
    });
    expect(await deliveries('?event_id=filtered&status=success&limit=1')).toHaveLength(1);
    expect(await deliveries(`?policy_id=${policy.id}`)).toHaveLength(1);
    expect(await deliveries(`?to_micros=1`)).toEqual([]);
    expect((await api.call('GET', `/notify/deliveries/${tested!.id}`)).body).toEqual(tested);
    expect((await api.call('GET', `/notify/deliveries/${policy.id}`)).status).toBe(404);
  });

  it.each(['status=lost', 'stage=x', 'limit=501', 'limit=0', 'from_micros=2&to_micros=1', 'user_id=me', 'org_id=x'])(
    'refuses %s',
    async (query) => expect((await api.call('GET', `/notify/deliveries?${query}`)).status).toBe(400),
  );

  it('lets a failed delivery be tried again, and an event be acknowledged', async () => {
    receiver.reply = { status: 404, body: '' };
    fallback.reply = { status: 404, body: '' };
    await publish();
    const [last] = await settled(2);
    const act = (id: string, verb: string) =>
      api.call<DeliveryView>('POST', `/notify/deliveries/${id}/${verb}`, undefined, manager());
    fallback.reply = { status: 200, body: '' };
    expect(await act(last!.id, 'retry')).toMatchObject({ status: 200, body: { status: 'pending', attempt: 0 } });
    await settled(2);
    expect((await act(last!.id, 'retry')).status).toBe(400);
    expect(await act(last!.id, 'ack')).toMatchObject({ status: 200, body: { acknowledged: 1 } });
    expect((await deliveries())[0]).toMatchObject({ status: 'acknowledged', acknowledged_at: expect.any(Number) });
    const denied = api.admit(['alerts.read']);
    for (const verb of ['ack', 'retry']) {
      expect((await api.call('POST', `/notify/deliveries/${last!.id}/${verb}`, undefined, denied)).status).toBe(403);
    }
  });
});
