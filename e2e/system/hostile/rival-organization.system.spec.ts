/**
 * An organization whose ingest token, viewer and editor do what once stopped alerting for others (ALERT-150 to ALERT-153): of a younger
 * organization every request is answered, every step is evaluated and every page is sent, once.
 */
// A product of its own: its receivers are not those of others.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Incident } from '@spanwise/contracts/alerting/incidents';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { ConnectorReceivers } from '../../src/connector-receivers.fixture.js';
import { httpCall } from '../../src/http-call.js';
import { RECEIVERS } from '../../src/notifications.fixture.js';
import { ENVIRONMENT } from '../../src/tenant.fixture.js';
import { makeSpan } from '../crash/workload.js';
import { query } from '../crash/log-view.js';
import { Organizations, type Organization } from '../harness/organizations.js';
import { must } from '../harness/http.js';
import { Product } from '../harness/product.js';

const MINUTES = 3;
const MINUTE_MS = 60_000;
const STEP_MS = 240_000;
const FROM_2000 = 946_684_800_000_000;
const YEAR_MICROS = 365 * 86_400_000_000;

let product: Product;
let receivers: ConnectorReceivers;
let rival: Organization;
let victim: Organization;

beforeAll(async () => {
  receivers = await ConnectorReceivers.start();
  product = await Product.start({ environment: { ...ENVIRONMENT, SPANWISE_EGRESS_ALLOW_CIDRS: `${RECEIVERS}/32` } });
  const organizations = await Organizations.open(product);
  // Loops go through organizations in the order of their age.
  rival = await organizations.make('rival');
  victim = await organizations.make('victim');
});
afterAll(async () => {
  product?.stop();
  await receivers?.close();
});

const random = new Random('rival');
const send = (token: string | undefined, service: string) => {
  const spans = Array.from({ length: 3 }, () => makeSpan(random, BigInt(Date.now()) * 1_000_000n, true));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  const body = { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
  return must<object>(product.baseUrl, 'POST /v1/traces', token, body);
};

const rule = (name: string, change: object = {}) => ({
  name,
  description: '',
  enabled: true,
  kind: 'scheduled',
  query: { language: 'condition', statement: 'x', period_secs: 60, stream: { name: 'default', stream_type: 'traces' } },
  condition: { type: 'red', of: 'service', figure: 'error_count', filters: {}, group_by: ['service'] },
  trigger: { operator: 'gte', threshold: 1, for_periods: 1, silence_secs: 0 },
  thresholds: [],
  severity: 'error',
  labels: {},
  annotations: {},
  evaluation: { new_series_grace_steps: 0, keep_firing_steps: 0, settle_secs: 0 },
  ...change,
});

interface Attack {
  /** At most these statuses answer it. */
  answers: number[];
  line: string;
  token: string | undefined;
  body?: object;
}

/** What the rival makes once, and then does for as long as it can. */
async function attacks(): Promise<Record<string, Attack>> {
  const make = <T = { id: string }>(line: string, body?: object, token = rival.tokens.owner) =>
    must<T>(product.baseUrl, line.replace(' ', ' /api/v1'), token, body);
  const { token: editor } = await make<{ token: string }>('POST /auth/tokens', { name: 'editor', role_key: 'editor' });
  const template = { name: 'long', body: `${'x'.repeat(16_383)}🔥`, format: 'text' };
  const { id: template_id } = await make('POST /notify/templates', template, editor);
  const policy = { name: 'all', event_type: 'alert.triggered', category: 'alert', template_id };
  const recipients = { recipient_resolver: 'alert_owner', delivery_mode: 'prefer_user' };
  await make('POST /notify/policies', { ...policy, ...recipients }, editor);
  await make('POST /alerts/rules', rule('🔥'.repeat(127)), editor);
  const stream = { name: `${'a'.repeat(120)}😀`, stream_type: 'logs' };
  const statement = { language: 'sql', statement: 'select count(*) as value from logs', period_secs: 60, stream };
  const { condition: _, ...sql } = rule('sql');
  // It may be refused, as there is no such stream.
  await make('POST /alerts/rules', { ...sql, query: statement }, editor).catch(() => undefined);
  const members = [rival.ownerId];
  const hourly = { name: '', members, kind: { custom: { period_secs: 3_600 } }, start_at: FROM_2000 };
  const week = { weekday_mask: 62, hour_start: 9, hour_end: 17 };
  const rotations = Array.from({ length: 10 }, (_unused, at) => ({ id: `r${at}`, ...hourly, active_window: week }));
  const overrides = [{ user_id: rival.ownerId, start_at: FROM_2000, end_at: FROM_2000 + YEAR_MICROS }];
  const { id: schedule } = await make(
    'POST /schedules',
    { name: `x${'🔥'.repeat(127)}`, timezone: 'UTC', rotations, overrides },
    editor,
  );
  const matchers = Array.from({ length: 20 }, (_unused, n) => ({
    label: 'service',
    op: 're',
    value: `(a|a)*.{0,100}${n}?`,
  }));
  const expression = { or: Array.from({ length: 9_000 }, () => ({ not: { rule: rival.ownerId } })) };
  const composite = rule('composite', { condition: { type: 'composite', expression, group_by: [] } });
  const day = { start: (Date.now() - 86_400_000) * 1_000, end: Date.now() * 1_000 };
  const endless = 'select count(*) from range(100000000000)';
  const viewer = rival.tokens.viewer;
  return {
    'shifts of ten hourly rotations': {
      answers: [200],
      line: `GET /schedules/${schedule}/shifts?from=${FROM_2000}&to=${FROM_2000 + 86_400_000_000}`,
      token: viewer,
    },
    'a preview with 20 patterns': {
      answers: [200],
      line: 'POST /alerts/mutes/preview',
      token: editor,
      body: { matchers },
    },
    'a composite rule of half a megabyte': {
      answers: [400, 413],
      line: 'POST /alerts/rules',
      token: editor,
      body: composite,
    },
    'a search job without end': {
      answers: [200, 201, 202, 409, 429],
      line: 'POST /query/jobs',
      token: viewer,
      body: { language: 'sql', statement: endless, time_range: day },
    },
  };
}

const CONTROL = '\u0001'.repeat(150);

async function attack(planned: Record<string, Attack>, until: () => boolean): Promise<Record<string, number>> {
  const done: Record<string, number> = { 'names of control characters': 0 };
  const flood = async () => {
    while (!until()) {
      await send(rival.tokens.ingest, `${CONTROL}${done['names of control characters']!++ % 5}`);
      await sleep(500);
    }
  };
  const again = async ([name, { answers, line, ...asked }]: [string, Attack]) => {
    for (done[name] = 0; !until(); done[name]++) {
      const { status } = await httpCall(product.baseUrl, line, asked);
      // What is asked for too often is refused.
      if (status !== 429) expect([name, answers.includes(status), status]).toEqual([name, true, status]);
      await sleep(50);
    }
  };
  await Promise.all([flood(), ...Object.entries(planned).map(again)]);
  return done;
}

/** What the victim asks all the time; anything but a success is reported. */
async function ask(until: () => boolean): Promise<{ answered: number; refused: unknown[] }> {
  const lines = [
    'GET /alerts/incidents',
    'GET /alerts/rules',
    'GET /schedules',
    'GET /apm/services',
    'GET /notify/connectors',
  ];
  const said = { answered: 0, refused: [] as unknown[] };
  while (!until())
    for (const line of lines) {
      const { status, body } = await httpCall(product.baseUrl, line, { token: victim.tokens.owner });
      if (status === 200) said.answered++;
      else said.refused.push([line, status, body]);
      await sleep(100);
    }
  return said;
}

it(
  'an organization that attacks changes nothing for another one',
  { timeout: MINUTES * MINUTE_MS + 2 * STEP_MS },
  async () => {
    const make = <T = { id: string }>(line: string, body: object) =>
      must<T>(product.baseUrl, line.replace(' ', ' /api/v1'), victim.tokens.owner, body);
    const hook = { name: 'pager', connector_type: 'webhook', config: receivers.config('webhook') };
    const { id: connector_id } = await make('POST /notify/connectors', hook);
    const endpoint = { connector_id, external_identity: 'first', verified: true };
    const { id: endpoint_id } = await make(`POST /users/${victim.ownerId}/notify-endpoints`, endpoint);
    await make(`PUT /users/${victim.ownerId}/notify-preferences/alert`, { endpoint_ids: [endpoint_id] });
    const steps = [{ targets: [{ kind: 'user', user_id: victim.ownerId }], ack_timeout_secs: 0 }];
    const { id: escalation_policy_id } = await make('POST /alerts/escalations', { name: 'first', steps });
    const { id: ruleId } = await make('POST /alerts/rules', rule('Failures', { escalation_policy_id }));

    const planned = await attacks();
    let isOver = false;
    const attacked = attack(planned, () => isOver);
    const asked = ask(() => isOver);
    const failing: string[] = [];
    try {
      for (let minute = 0; minute < MINUTES; minute++) {
        const service = `beat-${minute}`;
        failing.push(service);
        await send(victim.tokens.ingest, service);
        await sleep(MINUTE_MS);
      }
      await eventually(
        async () => {
          const incidents = await must<Incident[]>(
            product.baseUrl,
            'GET /api/v1/alerts/incidents?scope=all',
            victim.tokens.owner,
          );
          const ofRule = incidents.filter(({ rule_id: id }) => id === ruleId).map(({ labels }) => labels.service);
          expect(ofRule.toSorted()).toEqual(failing);
          expect(pages()).toHaveLength(failing.length);
        },
        { takesMs: STEP_MS },
      );
    } finally {
      isOver = true;
    }
    const [counts, { answered, refused }] = await Promise.all([attacked, asked]);
    console.log(counts, { answered });
    expect(refused).toEqual([]);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    const passes = await query<{ steps: number; expected: number }>(
      product,
      `select count(*)::int as steps, (max(step) - min(step) + 1)::int as expected from notify.alert_evaluations
        where organization_id = '${victim.id}' group by pass`,
    );
    expect(passes).not.toEqual([]);
    for (const { steps, expected } of passes) expect(steps).toBe(expected);
    expect(Math.max(...passes.map(({ steps }) => steps))).toBeGreaterThanOrEqual(MINUTES);
    expect(pages()).toHaveLength(failing.length);
  },
);

/** Of incidents that were opened. */
const pages = (): string[] =>
  receivers.hook.received.map(({ body }) => body).filter((body) => !body.includes('Resolved:'));
