/** Alert rules and incidents as a client that knows another product calls and reads them. */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Incident } from '@spanwise/contracts/alerting/incidents';
import type { AlertRule, ValidRule } from '@spanwise/contracts/alerting/alert-rules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { contextWith, ORGANIZATION } from '../../gateway.fixture.js';
import { NotifyApi } from '../../notify/notify.fixture.js';

const PERMISSIONS = ['alerts.read', 'alerts.manage', 'alerts.acknowledge', 'alerts.silence', 'streams.query'];
const MEMBER = uuidv7();
let api: NotifyApi;
let admin: Client;
let token: string;
/** apm's answer to a statement. */
let refusal: object | undefined;

beforeAll(async () => {
  api = await NotifyApi.start();
  token = api.admit(PERMISSIONS);
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
  const { connection } = api.gateway;
  const play = (subject: string, reply: (data: Record<string, unknown>) => object) =>
    connection.subscribe(subject, {
      callback: (_, message) => {
        const { data } = message.json() as { data: Record<string, unknown> };
        message.respond(JSON.stringify(reply(data)));
      },
    });
  play('svc.apm.query.check', () => (refusal === undefined ? { data: { checked: true } } : { error: refusal }));
  play('svc.apm.alerts.evidence', () => ({
    data: { error_groups: [], deployments: [], trace_ids: [], affected_services: [] },
  }));
  play('svc.iam.people.of', ({ user_ids: ids }) => {
    const people = (ids as string[]).filter((id) => id === MEMBER).map((id) => ({ id, display_name: 'Anna' }));
    return { data: { people } };
  });
});
afterAll(async () => {
  await admin.end();
  await api.stop();
});
beforeEach(async () => {
  refusal = undefined;
  await admin.query(
    'truncate notify.alert_rules, notify.incidents, notify.incident_timeline, notify.alert_mutes cascade',
  );
});

const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, credential = token) =>
  api.call<T>(method, `/alerts${path}`, body, credential);

/** As the client's editor sends it. */
const RULE = {
  name: 'Failed logins',
  description: '',
  enabled: true,
  kind: 'scheduled',
  query: {
    language: 'sql',
    statement: 'select count(*) as value from "default"',
    period_secs: 300,
    stream: { name: 'default', stream_type: 'logs' },
  },
  trigger: { operator: 'gt', threshold: 10, for_periods: 1, silence_secs: 300 },
  thresholds: [
    { severity: 'warning', operator: 'gt', threshold: 10, for_periods: 1 },
    { severity: 'critical', operator: 'gt', threshold: 100, for_periods: 2 },
  ],
  severity: null,
  escalation_policy_id: 'default',
  labels: { team: 'shop' },
  annotations: { runbook: 'https://runbooks.example/1' },
};

describe('alert rules (ALERT-2, ALERT-3)', () => {
  it('are made, listed, edited and deleted by a client that knows statements alone', async () => {
    expect(await call('GET', '/rules')).toEqual({ status: 200, body: [] });
    const made = await call<AlertRule>('POST', '/rules', RULE);
    expect(made).toMatchObject({
      status: 200,
      body: { ...RULE, org_id: ORGANIZATION, version: 1, last_state: { kind: 'healthy' } },
    });
    expect(made.body.created_at).toBeGreaterThan(1_700_000_000_000_000);
    const { id } = made.body;
    expect(await call('GET', '/rules')).toEqual({ status: 200, body: [made.body] });
    expect(await call('GET', `/rules/${id}`)).toEqual({ status: 200, body: made.body });
    const edited = await call<AlertRule>('PUT', `/rules/${id}`, {
      ...RULE,
      enabled: false,
      description: 'of all shops',
    });
    expect(edited).toMatchObject({
      status: 200,
      body: { id, enabled: false, description: 'of all shops', version: 1 },
    });
    expect(await call('DELETE', `/rules/${id}`)).toEqual({ status: 200, body: { deleted: true } });
    expect((await call('GET', `/rules/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/rules/${id}`)).status).toBe(404);
  });

  it('of a condition keep it where such a client sends them back', async () => {
    const condition = {
      type: 'red',
      of: 'service',
      figure: 'error_rate',
      filters: {},
      group_by: ['service', 'environment'],
    };
    const { body } = await call<AlertRule>('POST', '/rules', {
      name: 'Error rate',
      condition,
      trigger: { operator: 'gte', threshold: 0.05 },
      evaluation: { min_samples: 20 },
    });
    expect(body).toMatchObject({
      condition,
      evaluation: { min_samples: 20, settle_secs: 30 },
      query: {
        language: 'sql',
        statement: 'error_rate of service by service, environment',
        period_secs: 300,
        stream: { name: 'default', stream_type: 'traces' },
      },
    });
    const { query, trigger, name } = body;
    const sent = { ...RULE, name, query, thresholds: [], trigger: { ...trigger, silence_secs: 600 } };
    const edited = await call<AlertRule>('PUT', `/rules/${body.id}`, sent);
    expect(edited.body).toMatchObject({
      condition,
      evaluation: body.evaluation,
      version: 1,
      trigger: { silence_secs: 600 },
    });
  });

  it('are tried and kept in PromQL (ALERT-116), and stay what they are when they are sent back', async () => {
    const statement = 'sum by (job) (rate(http_requests_total{code=~"5.."}[5m])) > 3';
    const query = { ...RULE.query, language: 'promql', statement };
    const sent = { ...RULE, query, thresholds: [] };
    const { rule: tried } = (await call<ValidRule>('POST', '/rules/validate', sent)).body;
    const { body } = await call<AlertRule>('POST', '/rules', sent);
    expect(tried).toMatchObject({ query: { language: 'promql', statement }, trigger: { threshold: 3 } });
    const edited = await call<AlertRule>('PUT', `/rules/${body.id}`, { ...sent, query: body.query });
    expect(edited.body).toMatchObject({ version: 1, query: tried.query, condition: tried.condition });
  });

  it.each<[string, object, string]>([
    ['a rule without a trigger', { ...RULE, trigger: undefined }, 'trigger'],
    ['an unknown member', { ...RULE, colour: 'red' }, 'colour'],
    ['an unknown operator', { ...RULE, trigger: { ...RULE.trigger, operator: '>' } }, 'trigger.operator'],
    ['no PromQL', { ...RULE, query: { ...RULE.query, language: 'promql' } }, 'query.statement'],
    ['a rule of anomalies that says nothing of what is usual', { ...RULE, kind: 'anomaly' }, 'anomaly_params'],
    ['a query that names no stream', { ...RULE, query: { ...RULE.query, stream: null } }, 'query.stream'],
    [
      'a share above 1',
      {
        ...RULE,
        query: undefined,
        thresholds: [],
        condition: { type: 'red', of: 'service', figure: 'apdex', filters: {}, group_by: [] },
      },
      'trigger.threshold',
    ],
  ])('are not %s', async (_, body, field) => {
    for (const path of ['/rules', '/rules/validate']) {
      const answer = await call<{ details: { field: string }[]; message: string }>('POST', path, body);
      expect({ status: answer.status, field: answer.body.details?.[0]!.field }).toEqual({ status: 400, field });
      expect(answer.body.message).toMatch(/^The .*\.$/);
    }
    expect((await call('GET', '/rules')).body).toEqual([]);
  });

  it('have statements that apm has read', async () => {
    refusal = { kind: 'invalid_argument', message: 'Only a SELECT statement can be run.' };
    expect(await call('POST', '/rules', RULE)).toMatchObject({
      status: 400,
      body: { message: refusal && 'Only a SELECT statement can be run.', details: [{ field: 'query.statement' }] },
    });
    refusal = { kind: 'unavailable', message: 'The apm service did not answer in time.' };
    expect((await call('POST', '/rules', RULE)).status).toBe(503);
    expect((await call('POST', '/rules/validate', RULE)).status).toBe(503);
  });

  it('can be tried', async () => {
    expect(await call('POST', '/rules/validate', RULE)).toMatchObject({
      status: 200,
      body: {
        valid: true,
        rule: { name: 'Failed logins', condition: { type: 'sql' }, evaluation: { settle_secs: 30 } },
      },
    });
  });

  it('have versions, label sets and steps', async () => {
    const { id } = (await call<AlertRule>('POST', '/rules', RULE)).body;
    expect((await call('GET', `/rules/${id}/versions`)).body).toMatchObject([{ version: 1, window_minutes: 5 }]);
    expect((await call('GET', `/rules/${id}/instances`)).body).toEqual([]);
    expect((await call('GET', `/rules/${id}/evaluations?limit=10`)).body).toEqual([]);
    expect((await call('GET', `/rules/${id}/evaluations?limit=0`)).status).toBe(400);
    expect((await call('GET', `/rules/${id}/evaluations?limit=201`)).status).toBe(400);
  });

  it('are read by alerts.read, written by alerts.manage, and of their organization', async () => {
    const { id } = (await call<AlertRule>('POST', '/rules', RULE)).body;
    const reader = api.admit(['alerts.read']);
    expect((await call('GET', `/rules/${id}`, undefined, reader)).status).toBe(200);
    for (const [method, path] of [
      ['POST', '/rules'],
      ['POST', '/rules/validate'],
      ['PUT', `/rules/${id}`],
      ['DELETE', `/rules/${id}`],
    ]) {
      expect((await call(method!, path!, RULE, reader)).status).toBe(403);
    }
    expect((await call('POST', '/rules', RULE, api.admit(['alerts.manage']))).body.message).toContain('streams.query');
    const rival = api.admit(PERMISSIONS, uuidv7());
    expect((await call('GET', '/rules', undefined, rival)).body).toEqual([]);
    expect((await call('GET', `/rules/${id}`, undefined, rival)).status).toBe(404);
    expect((await call('PUT', `/rules/${id}`, RULE, rival)).status).toBe(404);
  });
});

/** As the evaluation leaves it. */
async function incident(change: { service?: string; organization?: string } = {}): Promise<string> {
  const id = uuidv7();
  const { service = 'checkout', organization = ORGANIZATION } = change;
  const details = {
    rule_name: 'Failed logins',
    rule_version: 1,
    escalation_policy_id: 'default',
    silence_secs: 300,
    summary: 'Failed logins',
    labels: { service },
    annotations: {},
    trace_ids: ['aa', 'bb'],
    affected_services: [service, 'cart'],
    query: { language: 'sql', statement: 'select 1' },
    samples: [{ ts: 1, value: 12, labels: { service } }],
  };
  await admin.query(
    `insert into notify.incidents (id, organization_id, rule_id, fingerprint, status, severity, details, started_at, created_at,
       is_told, current_step_started_at) values ($1, $2, $3, $4, 'open', 'warning', $5, now(), now(), true, now())`,
    [id, organization, uuidv7(), id, JSON.stringify(details)],
  );
  return id;
}

describe('incidents (ALERT-30, ALERT-31)', () => {
  it('are none at first, and their figures are zeros', async () => {
    for (const query of ['', '?scope=active', '?scope=all&window_secs=604800', '?scope=all&window_secs=7776000']) {
      expect(await call('GET', `/incidents${query}`)).toEqual({ status: 200, body: [] });
    }
    expect(await call('GET', '/insights?window_secs=604800')).toEqual({
      status: 200,
      body: {
        window_secs: 604_800,
        total: 0,
        active: 0,
        closed: 0,
        mttr_secs: 0,
        noise_rate: 0,
        by_hour: Array<number>(24).fill(0),
        by_severity: { info: 0, warning: 0, error: 0, critical: 0 },
        top_services: [],
        top_rules: [],
      },
    });
  });

  it('have every member that a client reads, and lists are short', async () => {
    const id = await incident();
    const { body } = await call<Incident>('GET', `/incidents/${id}`);
    expect(body).toMatchObject({
      id,
      org_id: ORGANIZATION,
      status: 'open',
      severity: 'warning',
      current_step: 0,
      current_loop: 0,
      assignees: [],
      labels: { service: 'checkout' },
      annotations: {},
      trace_ids: ['aa', 'bb'],
      host_ids: [],
      affected_services: ['checkout', 'cart'],
      triggering_query: { language: 'sql', statement: 'select 1', sample_values: [{ ts: 1, value: 12 }] },
    });
    const [listed] = (await call<Incident[]>('GET', '/incidents')).body;
    const { evidence: _, no_channel: __, ...shown } = body;
    expect(listed).toEqual({ ...shown, trace_ids: ['aa'], affected_services: ['checkout'], triggering_query: null });
  });

  it('are acknowledged and resolved without a body, once', async () => {
    const id = await incident();
    const self = contextWith().subject;
    const taken = await call<Incident>('POST', `/incidents/${id}/ack`);
    expect(taken).toMatchObject({ status: 200, body: { status: 'acknowledged', acknowledged_by: self } });
    expect((await call('POST', `/incidents/${id}/ack`)).status).toBe(409);
    const ended = await call<Incident>('POST', `/incidents/${id}/resolve`);
    expect(ended).toMatchObject({
      status: 200,
      body: { status: 'resolved', resolved_by: self, resolved_reason: 'by_hand' },
    });
    for (const path of ['ack', 'resolve', 'silence']) {
      expect((await call('POST', `/incidents/${id}/${path}`)).status).toBe(409);
    }
    expect((await call('GET', '/incidents')).body).toEqual([]);
    expect((await call<Incident[]>('GET', '/incidents?scope=all')).body).toMatchObject([{ id }]);
    const { rows } = await admin.query<{ event_id: string }>(
      'select event_id from notify.events where event_id like $1 order by event_id',
      [`incident:${id}:%`],
    );
    expect(rows.map(({ event_id }) => event_id)).toEqual([
      `incident:${id}:acknowledged:0`,
      `incident:${id}:resolved:1`,
    ]);
  });

  it('are assigned to members, snoozed, commented and rated, all in their timeline', async () => {
    const id = await incident();
    const post = (path: string, body: object) => call<Incident>('POST', `/incidents/${id}/${path}`, body);
    expect((await post('assign', { user_id: MEMBER })).body.assignees).toEqual([MEMBER]);
    expect(await post('assign', { user_id: uuidv7() })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'user_id' }] },
    });
    expect((await post('assign', { user_id: null })).body.assignees).toEqual([]);
    expect((await post('snooze', { duration_secs: 600 })).body.snoozed_until).toBeGreaterThan(Date.now() * 1_000);
    expect((await post('snooze', { duration_secs: 59 })).status).toBe(400);
    expect(await post('comments', { text: 'I look at it.' })).toMatchObject({
      status: 201,
      body: { kind: 'commented' },
    });
    expect((await post('comments', { text: '' })).status).toBe(400);
    expect((await post('feedback', { verdict: 'noise', comment: 'a test' })).body.feedback).toBe('noise');
    const timeline = await call<{ kind: string }[]>('GET', `/incidents/${id}/timeline`);
    expect(timeline.body.map(({ kind }) => kind)).toEqual(['assigned', 'assigned', 'snoozed', 'commented', 'feedback']);
    const inAuditLog = () => api.gateway.iam.changes.flatMap((one) => (one.target_id === id ? one.action : []));
    const verbs = ['assign', 'assign', 'snooze', 'comment', 'feedback'];
    await expect.poll(inAuditLog).toEqual(verbs.map((verb) => `incident.${verb}`));
  });

  it('are silenced for an hour, or as long as given', async () => {
    const id = await incident();
    const { status, body } = await call<{ id: string; window: { start: number; end: number } }>(
      'POST',
      `/incidents/${id}/silence`,
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { enabled: true, matchers: [{ label: 'incident_id', op: 'eq', value: id }], window: { type: 'fixed' } },
    });
    expect(body.window.end - body.window.start).toBe(3_600_000_000);
    expect((await call<{ id: string }[]>('GET', '/mutes')).body).toMatchObject([{ id: body.id }]);
    const sent = { duration_secs: 60, comment: 'deploy' };
    expect((await call('POST', `/incidents/${id}/silence`, sent)).body).toMatchObject({ comment: 'deploy' });
    expect((await call('POST', `/incidents/${id}/silence`, { duration_secs: 30 })).status).toBe(400);
    const reader = api.admit(['alerts.read', 'alerts.acknowledge']);
    expect((await call('POST', `/incidents/${id}/silence`, sent, reader)).status).toBe(403);
  });

  it.each(['scope=some', 'window_secs=3599', 'window_secs=31536001', 'window_secs=x', 'limit=1'])(
    'are not asked for with %s',
    async (query) => expect((await call('GET', `/incidents?${query}`)).status).toBe(400),
  );

  it('are read by alerts.read, changed by alerts.acknowledge, and of their organization', async () => {
    const id = await incident();
    const actions: [string, object?][] = [
      ['ack'],
      ['resolve'],
      ['assign', { user_id: null }],
      ['snooze', { duration_secs: 600 }],
      ['comments', { text: 'x' }],
      ['feedback', { verdict: 'useful' }],
    ];
    const reader = api.admit(['alerts.read', 'alerts.manage']);
    const rival = api.admit(PERMISSIONS, uuidv7());
    for (const [action, body] of actions) {
      expect((await call('POST', `/incidents/${id}/${action}`, body, reader)).status).toBe(403);
      expect((await call('POST', `/incidents/${id}/${action}`, body, rival)).status).toBe(404);
    }
    expect((await call('POST', `/incidents/${id}/silence`, {}, rival)).status).toBe(404);
    expect((await call('GET', `/incidents/${id}`, undefined, rival)).status).toBe(404);
    expect((await call('GET', `/incidents/${id}/timeline`, undefined, rival)).status).toBe(404);
    expect((await call('GET', '/incidents?scope=all', undefined, rival)).body).toEqual([]);
    expect((await call('GET', `/incidents/${id}`)).body).toMatchObject({ status: 'open' });
  });

  it('have no root cause where none was found', async () => {
    expect((await call('GET', `/incidents/${await incident()}/rca`)).status).toBe(404);
  });
});
