import { Client } from 'pg';
import { RpcClient } from '@spanwise/bus/rpc-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import { publishEvent, type DeliveryView } from '@spanwise/contracts/notify/deliveries';
import type { PolicyView } from '@spanwise/contracts/notify/routing';
import { contextWith, ORGANIZATION } from '../gateway.fixture.js';
import { NotifyApi, Receiver } from './notify.fixture.js';

const SELF = contextWith().subject;
const OTHER = '00000000-0000-7000-8000-0000000000e2';
let api: NotifyApi;
let receiver: Receiver;
let rpc: RpcClient;
let admin: Client;
let policy: PolicyView;
let body: object;

/** Two people: one who is notified, and one who is notified when the first does not acknowledge. */
beforeAll(async () => {
  [api, receiver] = await Promise.all([NotifyApi.start({ SPANWISE_RETRY_SCALE: '0.001' }), Receiver.start()]);
  rpc = new RpcClient(api.gateway.connection);
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
  const config = { url: receiver.url };
  const sent = { name: 'hook', connector_type: 'webhook', config };
  const { id } = (await api.call<ConnectorView>('POST', '/notify/connectors', sent)).body;
  for (const user of [SELF, OTHER]) {
    const endpoint = { connector_id: id, external_identity: `id-${user}`, verified: true };
    const self = api.gateway.iam.admit(contextWith({ subject: user, permissions: ['org.members.manage'] }));
    await api.call('POST', `/users/${user}/notify-endpoints`, endpoint, self);
  }
  const step = (user: string) => ({
    recipient_resolver: 'fixed_users',
    resolver_config: { user_ids: [user] },
    delivery_mode: 'force_connector',
    delivery_config: { connector_ids: [id] },
  });
  const escalation = { ack_timeout_seconds: 3_600, escalation_config: step(OTHER) };
  body = { name: 'p', event_type: 'alert.triggered', category: 'alert', ...step(SELF), ...escalation };
  policy = (await api.call<PolicyView>('POST', '/notify/policies', body)).body;
});
afterAll(async () => {
  await admin.end();
  await receiver.close();
  await api.stop();
});

const publish = (eventId: string, change: object = {}) =>
  rpc.call(publishEvent, {
    organization_id: ORGANIZATION,
    event_id: eventId,
    event_type: 'alert.triggered',
    occurred_at_micros: Date.now() * 1_000,
    attributes: { summary: 'Checkout is slow', incident_id: eventId },
    ...change,
  });
const log = async (eventId: string) =>
  (await api.call<DeliveryView[]>('GET', `/notify/deliveries?event_id=${eventId}`)).body;
const delivered = (eventId: string, count: number) =>
  expect.poll(async () => (await log(eventId)).filter(({ status }) => status === 'success').length).toBe(count);
const timer = async (eventId: string) =>
  (
    await admin.query<{ status: string; seconds: number | null }>(
      `select status, extract(epoch from due_at - now())::float8 as seconds from notify.escalations where event_id = $1`,
      [eventId],
    )
  ).rows[0];
/** The time to acknowledge has passed. */
const passTime = async (eventId: string) => {
  await admin.query(`update notify.escalations set due_at = now() where event_id = $1 and due_at is not null`, [
    eventId,
  ]);
  await admin.query('update notify.organizations set next_due_at = now()');
};
const acknowledge = (id: string) =>
  api.call('POST', `/notify/deliveries/${id}/ack`, undefined, api.admit(['alerts.acknowledge']));

describe('an event that has to be acknowledged (DELIVERY-17)', () => {
  it('is notified to the others of its policy, once, without an acknowledgement in time', async () => {
    await publish('late');
    await delivered('late', 1);
    const { status, seconds } = (await timer('late'))!;
    expect([status, Math.round(seconds! / 60)]).toEqual(['waiting', 60]);
    await passTime('late');
    await delivered('late', 2);
    const [escalation, first] = await log('late');
    expect(first).toMatchObject({ recipient_user_id: SELF, stage: 'user_primary', escalated_at: expect.any(Number) });
    expect(escalation).toMatchObject({ recipient_user_id: OTHER, stage: 'escalation', policy_id: policy.id });
    expect(escalation!.escalated_at).toBeUndefined();
    await passTime('late');
    await publish('late');
    await delivered('late', 2);
    expect((await timer('late'))!.status).toBe('escalated');
  });

  it('is not, once it was acknowledged', async () => {
    await publish('taken');
    await delivered('taken', 1);
    const { id } = (await log('taken'))[0]!;
    expect((await acknowledge(id)).status).toBe(200);
    await passTime('taken');
    await publish('after');
    await delivered('after', 1);
    expect((await timer('taken'))!.status).toBe('acknowledged');
    expect(await log('taken')).toHaveLength(1);
  });

  it.each(['resolved', 'acknowledged'])('is not, once its incident is %s', async (how) => {
    await publish(how);
    await delivered(how, 1);
    await publish(`${how}-end`, { event_type: `alert.${how}`, attributes: { incident_id: how } });
    await passTime(how);
    expect((await timer(how))!.status).toBe(how === 'resolved' ? 'cancelled' : 'acknowledged');
    expect(await log(how)).toHaveLength(1);
  });

  it('has its time only from the first notification', async () => {
    receiver.reply = { status: 503, body: '' };
    await publish('hidden');
    expect((await timer('hidden'))!.seconds).toBeNull();
    receiver.reply = { status: 200, body: '' };
    await delivered('hidden', 1);
    expect((await timer('hidden'))!.seconds).toBeGreaterThan(3_500);
  });

  it('is notified to the others also when the first could not be', async () => {
    receiver.reply = { status: 404, body: '' };
    await publish('unreachable');
    await expect.poll(async () => (await timer('unreachable'))!.seconds).not.toBeNull();
    receiver.reply = { status: 200, body: '' };
    await passTime('unreachable');
    await delivered('unreachable', 1);
    expect((await log('unreachable'))[0]!.stage).toBe('escalation');
  });

  it('does not escalate by a policy that is disabled meanwhile', async () => {
    await publish('off');
    await delivered('off', 1);
    await api.call('PUT', `/notify/policies/${policy.id}`, { ...body, enabled: false });
    await passTime('off');
    await expect.poll(async () => (await timer('off'))!.status).toBe('cancelled');
    expect(await log('off')).toHaveLength(1);
  });
});
