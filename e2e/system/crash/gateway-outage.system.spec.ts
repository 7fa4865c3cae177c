/**
 * A gateway that is gone for more than a minute beside a service that has really stopped (ALERT-100, ALERT-101), and what
 * the platform's administrator has of it (ALERT-140).
 */
// A product of its own: its only gateway is stopped.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Product } from '../harness/product.js';
import { eventually } from '@spanwise/testing/eventually';
import { Client, serverSpan } from '../../src/product.fixture.js';
import { ENVIRONMENT } from '../../src/tenant.fixture.js';

const MINUTE_MS = 60_000;
/** Of the dead man's switch: no connector's, so that it may be opened alone. */
const WATCHER = '127.0.0.9';
const SEND_EVERY_MS = 500;
const LEAST_SENT_MS = 10_000;

let watcher: Server;
let beats = 0;
let client: Client;
let database: Database;
let sending: Promise<void> | undefined;
/** Services that send now. */
const sends = new Set(['shop', 'stopped']);
let isOver = false;

beforeAll(async () => {
  watcher = createServer((request, response) => {
    beats++;
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => watcher.listen(0, WATCHER, resolve));
  const environment = {
    ...ENVIRONMENT,
    SPANWISE_TRACING: 'false',
    SPANWISE_EGRESS_ALLOW_CIDRS: `${WATCHER}/32`,
    SPANWISE_DEADMAN_URL: `http://${WATCHER}:${(watcher.address() as AddressInfo).port}/ping`,
  };
  client = new Client(await Product.start({ environment }));
  database = new Database({ connectionString: client.product.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  isOver = true;
  await sending;
  await database?.end();
  client?.product.stop();
  await new Promise((resolve) => watcher.close(resolve));
});

/** Each service a span every now and then; what is not taken is given up, as by a sender without a memory. */
async function load(): Promise<void> {
  while (!isOver) {
    const one = (service: string) => send(serverSpan(Date.now() * 1_000), service).catch(() => undefined);
    await Promise.all([...[...sends].map(one), sleep(SEND_EVERY_MS)]);
  }
}

async function send(span: object, service: string): Promise<void> {
  const attributes = [{ key: 'service.name', value: { stringValue: service } }];
  const response = await fetch(`${client.product.baseUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.intakeToken}` },
    body: JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] }),
    signal: AbortSignal.timeout(2_000),
  });
  await response.text();
}

/** Nothing but the rule of this test, which wants to see a service in every minute. */
async function onlyRule(): Promise<void> {
  const token = await client.product.ownerToken();
  const defaults = await eventually(async () => {
    const { body } = await client.call<{ id: string }[]>('GET /alerts/rules', { token });
    expect(body.length).toBeGreaterThan(0);
    return body;
  });
  for (const { id } of defaults) expect((await client.call(`DELETE /alerts/rules/${id}`, { token })).status).toBe(200);
  const body = {
    name: 'silent',
    condition: { type: 'absence', of: 'service', filters: {}, group_by: ['service'], expected_minutes: 1 },
    query: {
      language: 'condition',
      statement: 'silent',
      period_secs: 60,
      stream: { name: 'default', stream_type: 'traces' },
    },
    trigger: { operator: 'lt', threshold: 1, for_periods: 1, silence_secs: 0 },
    evaluation: { settle_secs: 0, new_series_grace_steps: 0, missing_steps: 60 },
  };
  const made = await client.call('POST /alerts/rules', { token, body });
  expect([made.status, made.body]).toEqual([200, expect.objectContaining({ name: 'silent' })]);
}

interface Incident {
  about: string;
  status: string;
  reason: string | null;
}

/** Behind the product's back: its way in is what is gone. */
async function incidents(): Promise<Incident[]> {
  const { rows } = await database.query<Incident>(
    `select coalesce(details->'labels'->>'service', details->'labels'->>'about' || ' ' || (details->'labels'->>'reason')) as about,
            status, resolved_reason as reason
       from notify.incidents where organization_id not in (select id from iam.organizations where system) order by created_at`,
  );
  return rows;
}

/** Gateways that the open incidents of the platform's own organization name, by incident. */
async function ofPlatform(): Promise<{ gateways: string[] }[]> {
  const { rows } = await database.query<{ gateways: string[] }>(
    `select array(select f->>'gateway_id' from jsonb_array_elements(details->'faults') f where f->>'reason' = 'no_gateway') as gateways
       from notify.incidents where rule_id is null and status <> 'resolved'
        and organization_id in (select id from iam.organizations where system)`,
  );
  return rows;
}

const minuteAfter = (minutes: number): number => (Math.floor(Date.now() / MINUTE_MS) + minutes) * MINUTE_MS;
const clockShows = (ms: number) =>
  eventually(() => expect(Date.now()).toBeGreaterThanOrEqual(ms), { takesMs: Math.max(0, ms - Date.now()) });

it('is an incident of the platform and no silence of a service; one that stops while it is there is notified', async () => {
  sending = load();
  await onlyRule();
  // Both have sent in the minute before: there are rules only where spans were counted.
  const silent = minuteAfter(Date.now() % MINUTE_MS > MINUTE_MS - LEAST_SENT_MS ? 2 : 1);
  await clockShows(silent - 2 * SEND_EVERY_MS);
  sends.delete('stopped');
  // Nothing is sent in the minute after that, and the gateway is gone as soon as it has spoken of the one before.
  const passed = silent + 2 * MINUTE_MS;
  await clockShows(silent + MINUTE_MS - 2 * SEND_EVERY_MS);
  sends.clear();
  await eventually(async () => expect((await spokenOf()).at(-1)).toBe(silent / MINUTE_MS), { takesMs: MINUTE_MS });
  const gateway = client.product.pid('gateway')!;
  process.kill(gateway, 'SIGSTOP');
  const real = { about: 'stopped', status: 'open', reason: null };
  try {
    await eventually(async () => expect(await incidents()).toEqual([real]));
    await eventually(
      async () =>
        expect((await incidents()).slice(1)).toMatchObject([{ about: 'platform no_gateway', status: 'open' }]),
      { takesMs: 2 * MINUTE_MS },
    );
    const { rows } = await database.query<{ id: string }>('select distinct gateway_id as id from apm.gateway_minutes');
    await eventually(async () => expect(await ofPlatform()).toEqual([{ gateways: rows.map(({ id }) => id) }]), {
      takesMs: 2 * MINUTE_MS,
    });
    await clockShows(passed);
    await eventually(async () => expect(await judgedTo()).toBeGreaterThanOrEqual(passed / MINUTE_MS), {
      takesMs: MINUTE_MS,
    });
  } finally {
    process.kill(gateway, 'SIGCONT');
  }
  sends.add('shop');
  const over = { about: 'platform no_gateway', status: 'resolved', reason: 'platform_healthy' };
  await eventually(async () => expect(await incidents()).toEqual([real, over]), { takesMs: 4 * MINUTE_MS });
  const minutes = await spokenOf();
  expect(minutes.at(-1)! - minutes[0]! + 1).toBeGreaterThan(minutes.length);
  expect(beats).toBeGreaterThanOrEqual(2);
}, 900_000);

/** The newest step of the rule that is evaluated. */
async function judgedTo(): Promise<number> {
  const { rows } = await database.query<{ step: string }>(`select max(step) as step from notify.alert_cursors`);
  return Number(rows[0]!.step);
}

/** Minutes that gateways have spoken of. */
async function spokenOf(): Promise<number[]> {
  const { rows } = await database.query<{ minute: number }>(
    'select distinct minute from apm.gateway_minutes order by 1',
  );
  return rows.map(({ minute }) => Number(minute));
}
