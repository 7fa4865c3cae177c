/**
 * A fault of the demo's shop wakes people: from a fresh start to the incident's end, with nothing but what a user has.
 */
// A product of its own: it has the demo and its faults.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertRule } from '@spanwise/contracts/alerting/alert-rules';
import type { Incident } from '@spanwise/contracts/alerting/incidents';
import type { ScheduleView } from '@spanwise/contracts/alerting/schedules';
import { Product } from '../harness/product.js';
import { eventually } from '@spanwise/testing/eventually';
import { ConnectorReceivers } from '../../src/connector-receivers.fixture.js';
import { httpCall } from '../../src/http-call.js';
import { CERTIFICATE, RECEIVERS } from '../../src/notifications.fixture.js';
import { ENVIRONMENT } from '../../src/tenant.fixture.js';

const OPENS_MS = 120_000;
/** A minute without a fault has to begin, to end and to settle. */
const ENDS_MS = 240_000;
const PASSWORD = 'correct horse 9 battery';

const trusted = mkdtempSync(join(tmpdir(), 'woken-'));
let product: Product;
let receivers: ConnectorReceivers;
let owner: string;
/** The incident of the fault; the shop has others. */
let incidentId: string;

beforeAll(async () => {
  receivers = await ConnectorReceivers.start();
  const certificate = join(trusted, 'ca.pem');
  writeFileSync(certificate, CERTIFICATE.cert);
  product = await Product.start({
    demo: true,
    environment: {
      ...ENVIRONMENT,
      SPANWISE_EGRESS_ALLOW_CIDRS: `${RECEIVERS}/32`,
      SPANWISE_EGRESS_CA_FILE: certificate,
    },
  });
  owner = await product.ownerToken();
});
afterAll(async () => {
  product?.stop();
  await receivers?.close();
  rmSync(trusted, { recursive: true });
});

/** As a client does: what is unavailable for a moment (a busy machine checks no statement in time) is asked again. */
async function done<T = { id: string }>(line: string, body?: unknown): Promise<T> {
  const call = () => httpCall<T>(product.baseUrl, line, { token: owner, ...(body !== undefined && { body }) });
  const answer = await eventually(async () => {
    const one = await call();
    if (one.status === 503) throw new Error(`${line}: 503 ${JSON.stringify(one.body)}`);
    return one;
  });
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A member who is notified by a connector. */
async function onCall(name: string, connectorId: string, identity: string): Promise<string> {
  const { id } = await done('POST /users', { email: `${name}@shop.example`, display_name: name, password: PASSWORD });
  const endpoint = { connector_id: connectorId, external_identity: identity, verified: true };
  const { id: endpointId } = await done(`POST /users/${id}/notify-endpoints`, endpoint);
  await done(`PUT /users/${id}/notify-preferences/alert`, { endpoint_ids: [endpointId] });
  return id;
}

/** The default rule about error rates, for `stock` alone, which needs no time to get to know the service. */
async function watchStock(policyId: string): Promise<string> {
  const rule = await eventually(async () => {
    const found = (await done<AlertRule[]>('GET /alerts/rules')).find(({ name }) => name.startsWith('Error rate'));
    if (found === undefined) throw new Error('the organization has no default rules');
    return found;
  });
  const { description, trigger, thresholds, condition, evaluation } = rule;
  await done(`PUT /alerts/rules/${rule.id}`, {
    name: 'Errors of stock',
    description,
    query: rule.query,
    trigger,
    thresholds: thresholds.map((band) => ({ ...band, threshold: band.threshold + 0.15 })),
    condition: { ...condition, filters: { service: 'stock' } },
    evaluation: { ...evaluation, recovery_threshold: null, new_series_grace_steps: 0, keep_firing_steps: 0 },
    escalation_policy_id: policyId,
  });
  return rule.id;
}

const fault = async (state: 'on' | 'off'): Promise<void> => {
  expect(await product.run('demo-fault', state)).toMatchObject({ code: 0 });
};
const incidentOf = (ruleId: string, status: Incident['status'], takesMs = 0): Promise<Incident> =>
  eventually(
    async () => {
      const incident = (await done<Incident[]>('GET /alerts/incidents?scope=all')).find(
        ({ rule_id: id }) => id === ruleId,
      );
      if (incident?.status !== status) throw new Error(`the incident is ${incident?.status ?? 'not there'}`);
      return incident;
    },
    { takesMs },
  );
const titles = (bodies: readonly { body: string }[]): string[] =>
  bodies.map(({ body }) => (JSON.parse(body) as { message: { title: string } }).message.title);
const mailed = (): string => receivers.mail.mails.map(({ raw }) => raw.replaceAll('=\r\n', '')).join('\n');

it(
  'a fault opens an incident, pages one after the other, is acknowledged by the mail’s link, and its end resolves it',
  { timeout: OPENS_MS + ENDS_MS + 120_000 },
  async () => {
    const hook = await done('POST /notify/connectors', {
      name: 'pager',
      connector_type: 'webhook',
      config: receivers.config('webhook'),
    });
    const mail = await done('POST /notify/connectors', {
      name: 'mail',
      connector_type: 'email_smtp',
      config: receivers.config('email_smtp'),
    });
    const first = await onCall('first', hook.id, 'first');
    const second = await onCall('second', mail.id, 'second@shop.example');
    const third = await onCall('third', hook.id, 'third');
    const step = (user_id: string, ack_timeout_secs: number) => ({
      targets: [{ kind: 'user', user_id }],
      ack_timeout_secs,
    });
    // The second has the whole rest of the test to press the link before the third is woken.
    const steps = [step(first, 3), step(second, 3_600), step(third, 0)];
    const { id: policyId } = await done('POST /alerts/escalations', { name: 'shop', steps });
    const ruleId = await watchStock(policyId);

    await fault('on');
    const opened = await incidentOf(ruleId, 'open', OPENS_MS);
    expect(opened).toMatchObject({ labels: { service: 'stock' }, affected_services: ['stock'] });
    expect(opened.trace_ids).not.toEqual([]);
    incidentId = opened.id;

    await eventually(() => expect(receivers.mail.mails).toHaveLength(1));
    // The first was notified before the second, who has another channel.
    expect(titles(receivers.hook.received)).toEqual(['Errors of stock']);
    expect(receivers.hook.received[0]!.body).toContain('"value":"first"');
    expect(receivers.mail.mails[0]!.to).toEqual(['second@shop.example']);

    const link = /http:\/\/[\w.:]+\/api\/v1\/alerts\/acknowledge\/[\w-]{64}/.exec(mailed())![0];
    expect((await fetch(link)).status).toBe(200);
    expect(await incidentOf(ruleId, 'open')).toMatchObject({ id: opened.id });
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    const taken = await incidentOf(ruleId, 'acknowledged');
    expect(taken).toMatchObject({ id: opened.id, acknowledged_by: second });

    await fault('off');
    const ended = await incidentOf(ruleId, 'resolved', ENDS_MS);
    expect(ended).toMatchObject({ id: opened.id, resolved_reason: 'recovered' });
    // Who was paged hears of the end, where the page went (ALERT-144); the third was never woken.
    await eventually(() => {
      expect(titles(receivers.hook.received)).toEqual(['Errors of stock', 'Resolved: Errors of stock']);
      expect(receivers.mail.mails.map(({ to }) => to)).toEqual([['second@shop.example'], ['second@shop.example']]);
    });
    for (const { body } of receivers.hook.received) expect(body).toContain('"value":"first"');
  },
);

/** Members that an independent web client reads of an element of an answer, without which its pages break. */
const READ: [line: string, members: string[]][] = [
  [
    'GET /alerts/incidents?scope=all&window_secs=604800',
    [
      'id',
      'status',
      'severity',
      'summary',
      'rule_id',
      'created_at',
      'resolved_at',
      'affected_services',
      'assignees',
      'labels',
      'annotations',
      'trace_ids',
      'host_ids',
    ],
  ],
  [
    'GET /alerts/rules',
    [
      'id',
      'name',
      'description',
      'enabled',
      'kind',
      'query',
      'trigger',
      'labels',
      'annotations',
      'thresholds',
      'last_state',
      'last_eval_at',
      'escalation_policy_id',
    ],
  ],
  ['GET /alerts/escalations', ['id', 'name', 'steps', 'repeat', 'max_loops']],
  [
    'GET /alerts/insights?window_secs=604800',
    ['total', 'active', 'closed', 'mttr_secs', 'noise_rate', 'by_hour', 'by_severity', 'top_services', 'top_rules'],
  ],
];

type Element = Record<string, unknown>;

it.each(READ)('a client finds in %s what its pages read', async (line, members) => {
  const body = await done<Element | Element[]>(line);
  const read = Array.isArray(body) ? (body.find(({ id }) => id === incidentId) ?? body[0]) : body;
  expect(members.filter((member) => read![member] === undefined || read![member] === null)).toEqual([]);
});

it('a client’s own rule, of a statement, is made, shown, changed and deleted', async () => {
  const stream = { name: 'default', stream_type: 'traces' };
  const query = { language: 'sql', statement: 'select count(*) as value from "default"', period_secs: 60, stream };
  const trigger = { operator: 'gt', threshold: 1_000_000, for_periods: 1, silence_secs: 300 };
  const sent = {
    name: 'Spans',
    description: '',
    enabled: true,
    kind: 'scheduled',
    query,
    trigger,
    severity: null,
    thresholds: [
      {
        severity: 'warning',
        operator: 'gt',
        threshold: 1e6,
        for_periods: 1,
      },
    ],
    escalation_policy_id: 'default',
    labels: { team: 'shop' },
    annotations: {},
  };
  const made = await done<AlertRule>('POST /alerts/rules', sent);
  expect(made).toMatchObject(sent);
  const changed = await done<AlertRule>(`PUT /alerts/rules/${made.id}`, { ...sent, name: 'All spans' });
  expect(await done<AlertRule>(`GET /alerts/rules/${made.id}`)).toEqual(changed);
  expect(changed).toMatchObject({ name: 'All spans', version: 1 });
  expect(await done(`DELETE /alerts/rules/${made.id}`)).toEqual({ deleted: true });
});

it('a client’s own escalation, schedule, override and silence are made, shown, changed and deleted', async () => {
  const { id: user_id } = (await done<{ id: string }[]>('GET /users'))[0]!;
  const rotation = { id: 'r1', name: 'Days', members: [user_id], kind: 'daily', active_window: null };
  const schedule = {
    name: 'Shop',
    description: '',
    team_id: null,
    timezone: 'Europe/Berlin',
    enabled: true,
    overrides: [],
    rotations: [
      {
        ...rotation,
        start_at: Date.now() * 1e3,
      },
    ],
  };
  const made = await done<ScheduleView>('POST /schedules', schedule);
  expect(made).toMatchObject({ ...schedule, rotations: [rotation] });
  expect(await done(`GET /schedules/${made.id}/on-call`)).toEqual({ user_id });
  const start_at_micros = Date.now() * 1_000 + 3_600_000_000;
  const covered = await done<ScheduleView>(`POST /schedules/${made.id}/overrides`, {
    user_id,
    start_at_micros,
    end_at_micros: start_at_micros + 36e8,
    reason: 'holiday',
  });
  expect(covered.overrides).toMatchObject([{ user_id, reason: 'holiday' }]);
  await done(`DELETE /schedules/${made.id}/overrides/${covered.overrides[0]!.id}`);

  const steps = [{ targets: [{ kind: 'schedule', schedule_id: made.id }], ack_timeout_secs: 300, min_severity: null }];
  const policy = await done('POST /alerts/escalations', { name: 'By schedule', steps, repeat: true, max_loops: 2 });
  expect(await done(`GET /alerts/escalations/${policy.id}`)).toMatchObject({ steps, repeat: true, max_loops: 2 });

  const window = { type: 'recurring', timezone: 'Europe/Berlin', weekday_mask: 62, hour_start: 22, hour_end: 6 };
  const silence = { name: 'Nights', enabled: true, matchers: [{ label: 'service', op: 're', value: 'stock|orders' }] };
  const { id: silenceId } = await done('POST /alerts/mutes', { ...silence, window, comment: 'no sales at night' });
  expect(await done<object[]>('GET /alerts/mutes')).toContainEqual(
    expect.objectContaining({ ...silence, window, id: silenceId }),
  );
  for (const path of [`/alerts/mutes/${silenceId}`, `/alerts/escalations/${policy.id}`, `/schedules/${made.id}`])
    expect(await done(`DELETE ${path}`)).toEqual({ deleted: true });
});

it('what an incident’s status does not allow is a conflict, and changes nothing', async () => {
  // Its evidence is read when it is asked for: spans of that time may still come.
  const incident = async () => ({
    ...(await done<Incident>(`GET /alerts/incidents/${incidentId}`)),
    evidence: 'as it is',
  });
  const before = await incident();
  expect(before.status).toBe('resolved');
  for (const [action, body] of [['ack'], ['resolve'], ['silence', { duration_secs: 3_600, comment: '' }]] as const) {
    const line = `POST /alerts/incidents/${incidentId}/${action}`;
    expect([line, (await httpCall(product.baseUrl, line, { token: owner, ...(body && { body }) })).status]).toEqual([
      line,
      409,
    ]);
  }
  expect(await incident()).toEqual(before);
});
