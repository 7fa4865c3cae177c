/**
 * Samples of a Prometheus and a rule in its language: an incident for the series that is meant, and its end (ALERT-114, ALERT-116).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertRule } from '@spanwise/contracts/alerting/alert-rules';
import type { Incident } from '@spanwise/contracts/alerting/incidents';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import { startInterval } from '@spanwise/host/intervals';
import { eventually } from '@spanwise/testing/eventually';
import { scenarioFlags } from '../harness/scenario.js';
import { httpCall } from '../../src/http-call.js';
import { Client } from '../../src/product.fixture.js';
import type { Tenant } from '../../src/tenant.fixture.js';

const flags = scenarioFlags();
/** A step has to begin, to end and to settle. */
const STEP_MS = 240_000;
const SAMPLES_EVERY_MS = 5_000;
const STATEMENT = 'max by (queue) (max_over_time(queue_depth{tier="gold"}[1m])) > 500';

/** What a client sends that has no choice of one. */
const STREAM = { name: 'default', stream_type: 'metrics' };

let client: Client<Tenant>;
let owner: string;
let depth = 900;
let stop: (() => Promise<void>) | undefined;

async function write(): Promise<void> {
  const timestamp = Date.now();
  const queue = (name: string, tier: string, value: number) =>
    series({ __name__: 'queue_depth', queue: name, tier }, [{ value, timestamp }]);
  const request = [queue('orders', 'gold', depth), queue('mails', 'gold', 3), queue('reports', 'tin', 5_000)];
  const response = await fetch(`${client.product.baseUrl}/api/v1/prometheus/api/v1/write`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.product.intakeToken}`,
      'content-type': 'application/x-protobuf',
      'content-encoding': 'snappy',
    },
    body: new Uint8Array(snapped(writeRequest(request))),
  });
  if (response.status !== 204) throw new Error(`the samples were answered with ${response.status}`);
}

beforeAll(async () => {
  client = await Client.join();
  owner = await client.product.ownerToken();
});
afterAll(() => stop?.());

async function incidents(ruleId: string): Promise<Incident[]> {
  const path = 'GET /alerts/incidents?scope=all';
  const { body } = await httpCall<Incident[]>(client.product.baseUrl, path, { token: owner });
  return body.filter(({ rule_id: id }) => id === ruleId);
}

it(
  'a rule in PromQL over what a Prometheus writes opens one incident, of the series that is meant, and (--full) ends it',
  { timeout: 2 * STEP_MS + 60_000 },
  async () => {
    await write();
    const faults: unknown[] = [];
    stop = startInterval(SAMPLES_EVERY_MS, () => write().catch((fault: unknown) => faults.push(fault)));
    const { status, body: rule } = await httpCall<AlertRule>(client.product.baseUrl, 'POST /alerts/rules', {
      token: owner,
      body: {
        name: 'Deep queues',
        description: '',
        enabled: true,
        kind: 'scheduled',
        query: { language: 'promql', statement: STATEMENT, period_secs: 60, stream: STREAM },
        trigger: { operator: 'gt', threshold: 500, for_periods: 1, silence_secs: 60 },
        thresholds: [],
        severity: 'warning',
        labels: {},
        annotations: {},
        evaluation: { new_series_grace_steps: 0, keep_firing_steps: 0 },
      },
    });
    expect([status, rule]).toMatchObject([200, { query: { language: 'promql', statement: STATEMENT } }]);
    await eventually(
      async () => {
        expect(await incidents(rule.id)).toMatchObject([{ status: 'open', labels: { queue: 'orders' } }]);
      },
      { takesMs: STEP_MS },
    );
    expect(faults).toEqual([]);
    // Its end takes further minutes, as that of any incident: `woken-by-incident.system.spec.ts`.
    if (!flags.full) return;
    depth = 7;
    await eventually(
      async () => {
        expect(await incidents(rule.id)).toMatchObject([{ status: 'resolved', resolved_reason: 'recovered' }]);
      },
      { takesMs: STEP_MS },
    );
    expect(faults).toEqual([]);
  },
);
