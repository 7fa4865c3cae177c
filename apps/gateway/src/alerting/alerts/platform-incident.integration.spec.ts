/** The incident of the installation as its administrator has it in `_sys`: notified, read, acknowledged (ALERT-140, ALERT-141). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertProgress, IntakeFault } from '@spanwise/contracts/alerting/measure';
import { alertProgress } from '@spanwise/contracts/alerting/measure';
import type { Incident, TimelineEntry } from '@spanwise/contracts/alerting/incidents';
import type { ConnectorView } from '@spanwise/contracts/notify/notify';
import { systemOrganization } from '@spanwise/contracts/telemetry/own-telemetry';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith } from '../../gateway.fixture.js';
import { NotifyApi, Receiver } from '../../notify/notify.fixture.js';

const [SYSTEM, GATEWAY] = [uuidv7(), uuidv7()];
/** Two gateways ask and are asked over one bus on a machine that may be busy. */
let api: NotifyApi;
let receiver: Receiver;
let administrator: string;
let onlooker: string;
/** What apm says is wrong. */
let faults: IntakeFault[] = [];

beforeAll(async () => {
  [api, receiver] = await Promise.all([NotifyApi.start({ SPANWISE_RETRY_SCALE: '0.001' }), Receiver.start()]);
  const inSystem = (permissions: string[]) =>
    api.gateway.iam.admit(contextWith({ scope: 'system', organization_id: SYSTEM, permissions }));
  administrator = inSystem(['sys.telemetry.read', 'sys.telemetry.manage']);
  onlooker = inSystem(['sys.telemetry.read']);
  const answer = (subject: string, data: () => object) =>
    api.gateway.connection.subscribe(subject, {
      callback: (_, message) => void message.respond(JSON.stringify({ data: data() })),
    });
  answer(systemOrganization.subject, () => ({ organization_id: SYSTEM }));
  answer(alertProgress.subject, (): AlertProgress => {
    const streamTime = Date.now() * 1_000 - 1_000_000;
    return {
      stream_time_micros: streamTime,
      late_grace_micros: 300_000_000,
      replaying: false,
      shards: [{ shard: 0, stream_time_micros: streamTime }],
      faults,
    };
  });
});
afterAll(async () => {
  await receiver.close();
  await api.stop();
});

const call = <T>(method: string, path: string, body?: unknown, token = administrator) =>
  api.call<T>(method, path, body, token);
const incidents = async () => (await call<Incident[]>('GET', '/alerts/incidents?scope=all')).body;
const notifications = () => receiver.received.map(({ body }) => (body as { event_type?: string }).event_type ?? body);

describe('a gateway that is gone', () => {
  it('is notified where the administrator has a channel, without any policy, and can be read and acknowledged', async () => {
    const { body: connector } = await call<ConnectorView>('POST', '/notify/connectors', {
      name: 'operators',
      connector_type: 'webhook',
      config: { url: receiver.url, secret: 'signing', timeout_secs: 5 },
    });
    const route = { connector_id: connector.id, target_type: 'fixed_group', target: 'operators', order: 1 };
    const set = await call('PUT', '/notify/organization-defaults/alert', { routes: [route], enabled: true });
    expect(set.status).toBe(200);

    const since = Date.now() * 1_000 - 120_000_000;
    faults = [{ reason: 'no_gateway', gateway_id: GATEWAY, since_micros: since }];
    const [incident] = await eventually(async () => {
      const found = await incidents();
      expect(found).toMatchObject([{ status: 'open', org_id: SYSTEM, severity: 'critical', faults }]);
      return found;
    });
    expect(incident!.summary).toContain(GATEWAY);
    await eventually(() => expect(JSON.stringify(notifications())).toContain(GATEWAY));

    const one = `/alerts/incidents/${incident!.id}`;
    expect((await call<Incident>('GET', one, undefined, onlooker)).body).toMatchObject({ faults });
    expect((await call('POST', `${one}/ack`, undefined, onlooker)).status).toBe(403);
    expect((await call<Incident>('POST', `${one}/ack`)).body).toMatchObject({ status: 'acknowledged' });
    // What waits when it ends is not sent any more.
    await eventually(() => expect(notifications()).toHaveLength(2));

    faults = [];
    await eventually(async () =>
      expect(await incidents()).toMatchObject([{ status: 'resolved', resolved_reason: 'platform_healthy' }]),
    );
    const { body: timeline } = await call<TimelineEntry[]>('GET', `${one}/timeline`, undefined, onlooker);
    expect(timeline.map(({ kind }) => kind).filter((kind) => kind !== 'delivery')).toEqual([
      'opened',
      'fault_found',
      'acknowledged',
      'fault_over',
      'resolved',
    ]);
    // The fault, who acknowledged it, its end.
    await eventually(() => expect(notifications()).toHaveLength(3));
  });

  it('is of no organization, and rules stay closed to the platform', async () => {
    const { body } = await call<Incident[]>('GET', '/alerts/incidents?scope=all', undefined, api.token);
    expect(body).toEqual([]);
    expect((await call('GET', '/alerts/rules')).status).toBe(403);
    expect((await call('POST', '/notify/connectors', {}, onlooker)).status).toBe(403);
  });
});
