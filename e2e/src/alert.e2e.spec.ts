/** From samples to a webhook: a rule fires, opens an incident and notifies the organization's default route (ALERT-114). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertRule } from '@spanwise/contracts/alerting/alert-rules';
import type { Incident } from '@spanwise/contracts/alerting/incidents';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import { startInterval } from '@spanwise/host/intervals';
import { incidentPage } from '@spanwise/contracts/base/page-links';
import { eventually } from '@spanwise/testing/eventually';
import { httpCall } from './http-call.js';
import { Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

/** A step of a minute has to begin, to end and to settle. */
const STEP_MS = 120_000;
const SAMPLES_EVERY_MS = 5_000;

let client: Client<Tenant>;
let owner: string;
let receiver: Server;
let stopSamples: (() => Promise<void>) | undefined;
const received: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push(text);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  client = await Client.join();
  owner = await client.product.ownerToken();
});
afterAll(async () => {
  await stopSamples?.();
  receiver?.close();
});

async function done<T = { id: string }>(line: string, body?: unknown): Promise<T> {
  const answer = await httpCall<T>(client.product.baseUrl, line, { token: owner, ...(body !== undefined && { body }) });
  expect([line, answer.status, answer.body]).toEqual([line, expect.toSatisfy((status) => status < 300), answer.body]);
  return answer.body;
}

async function write(): Promise<void> {
  const samples = [{ value: 900, timestamp: Date.now() }];
  const response = await fetch(`${client.product.baseUrl}/api/v1/prometheus/api/v1/write`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.product.intakeToken}`,
      'content-type': 'application/x-protobuf',
      'content-encoding': 'snappy',
    },
    body: new Uint8Array(snapped(writeRequest([series({ __name__: 'queue_depth', queue: 'orders' }, samples)]))),
  });
  if (response.status !== 204) throw new Error(`the samples were answered with ${response.status}`);
}

it('a rule that fires is delivered to a webhook', { timeout: STEP_MS + 120_000 }, async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const connector = { name: 'hook', connector_type: 'webhook', config: { url, secret, timeout_secs: 5 } };
  const { id: connector_id } = await done('POST /notify/connectors', connector);
  const routes = [{ connector_id, target_type: 'fixed_group', target: 'ops', order: 1 }];
  await done('PUT /notify/organization-defaults/alert', { routes });
  await done('POST /notify/policies', {
    name: 'alerts',
    event_type: 'alert.triggered',
    category: 'alert',
    recipient_resolver: 'alert_owner',
    delivery_mode: 'prefer_user',
  });
  await write();
  const faults: unknown[] = [];
  stopSamples = startInterval(SAMPLES_EVERY_MS, () => write().catch((fault: unknown) => faults.push(fault)));
  const statement = 'max by (queue) (max_over_time(queue_depth[1m])) > 500';
  const stream = { name: 'default', stream_type: 'metrics' };
  const rule = await done<AlertRule>('POST /alerts/rules', {
    name: 'Deep queues',
    description: '',
    enabled: true,
    kind: 'scheduled',
    query: { language: 'promql', statement, period_secs: 60, stream },
    trigger: { operator: 'gt', threshold: 500, for_periods: 1, silence_secs: 60 },
    thresholds: [],
    severity: 'warning',
    labels: {},
    annotations: {},
    evaluation: { new_series_grace_steps: 0, keep_firing_steps: 0 },
  });
  await eventually(() => expect(received.join('\n')).toContain('Deep queues'), { takesMs: STEP_MS });
  const incidents = await done<Incident[]>('GET /alerts/incidents?scope=all');
  expect(incidents.filter(({ rule_id: id }) => id === rule.id)).toMatchObject([
    { status: 'open', labels: { queue: 'orders' } },
  ]);
  expect(faults).toEqual([]);
  await eventually(async () =>
    expect(await done(`GET /alerts/incidents/${incidents[0]!.id}`)).toMatchObject({ notified: 'delivered' }),
  );
  const [link] = /https?:\/\/[^"\s]+\/alerts\/[^"\s]+/.exec(received.join('\n'))!;
  expect(new URL(link).pathname).toBe(incidentPage(incidents[0]!.id));
});
