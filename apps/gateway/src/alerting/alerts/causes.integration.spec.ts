/** What is around an incident and what caused it, and silences that are tried before they are made. */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertEvidence } from '@spanwise/contracts/alerting/evidence';
import type { Incident, RootCause, TimelineEntry } from '@spanwise/contracts/alerting/incidents';
import type { AlertRule } from '@spanwise/contracts/alerting/alert-rules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { ORGANIZATION } from '../../gateway.fixture.js';
import { NotifyApi } from '../../notify/notify.fixture.js';

const PERMISSIONS = ['alerts.read', 'alerts.manage', 'alerts.silence'];
const NOTHING: AlertEvidence = { error_groups: [], deployments: [], trace_ids: [], affected_services: [] };
const FOUND: AlertEvidence = {
  error_groups: [{ fingerprint: 'f', service: 'db', error_type: 'Timeout', message: 'slow', occurrences: 7 }],
  deployments: [{ service: 'db', version: '2', at: 1_000, source: 'event' }],
  trace_ids: ['cc', 'aa'],
  affected_services: ['cart', 'mail'],
};
let api: NotifyApi;
let admin: Client;
let token: string;
/** apm's answer; undefined: it is away. */
let evidence: AlertEvidence | undefined;
let asked: Record<string, unknown>[];

beforeAll(async () => {
  api = await NotifyApi.start();
  token = api.admit(PERMISSIONS);
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
  api.gateway.connection.subscribe('svc.apm.alerts.evidence', {
    callback: (_, message) => {
      const { data } = message.json() as { data: Record<string, unknown> };
      asked.push(data);
      const away = { error: { code: 'service_unavailable', message: 'apm is away', kind: 'unavailable' } };
      message.respond(JSON.stringify(evidence === undefined ? away : { data: evidence }));
    },
  });
});
afterAll(async () => {
  await admin.end();
  await api.stop();
});
beforeEach(async () => {
  [evidence, asked] = [FOUND, []];
  await admin.query(
    'truncate notify.alert_rules, notify.alert_escalations, notify.incidents, notify.incident_timeline cascade',
  );
});

const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, credential = token) =>
  api.call<T>(method, `/alerts${path}`, body, credential);

async function incident(service: string | undefined, change: object = {}, daysAgo = 0): Promise<string> {
  const id = uuidv7();
  const labels = service === undefined ? {} : { service, namespace: 'default' };
  const details = {
    rule_name: 'Errors',
    escalation_policy_id: 'default',
    silence_secs: 0,
    summary: `Errors of ${service}`,
    labels,
    annotations: {},
    trace_ids: ['aa', 'bb'],
    affected_services: service === undefined ? [] : [service],
    samples: [],
    ...change,
  };
  await admin.query(
    `insert into notify.incidents (id, organization_id, rule_id, fingerprint, status, severity, details, started_at, created_at,
       is_told, current_step_started_at)
     values ($1, $2, $3, $4, 'open', 'error', $5, now(), now() - make_interval(days => $6), true, now())`,
    [id, ORGANIZATION, uuidv7(), id, JSON.stringify(details), daysAgo],
  );
  return id;
}

const keepInhibition = (id: string, inhibition: object) =>
  admin.query(
    `update notify.incidents set details = details || jsonb_build_object('inhibition', $2::jsonb) where id = $1`,
    [id, JSON.stringify(inhibition)],
  );

describe('an incident that is read (ALERT-33)', () => {
  it('has what is around it, and in a list it does not', async () => {
    const id = await incident('db');
    const { body } = await call<Incident>('GET', `/incidents/${id}`);
    expect(body).toMatchObject({
      evidence: FOUND,
      trace_ids: ['aa', 'bb', 'cc'],
      affected_services: ['db', 'cart', 'mail'],
    });
    expect(asked).toMatchObject([{ organization_id: ORGANIZATION, labels: { service: 'db', namespace: 'default' } }]);
    const { from_micros: from, to_micros: to } = (asked as { from_micros: number; to_micros: number }[])[0]!;
    expect(to - from).toBeGreaterThanOrEqual(300_000_000);
    const [listed] = (await call<Incident[]>('GET', '/incidents')).body;
    expect(listed).not.toHaveProperty('evidence');
  });

  it('is shown all the same while apm is away, and where it is of no service', async () => {
    evidence = undefined;
    const one = await call<Incident>('GET', `/incidents/${await incident('db')}`);
    expect(one).toMatchObject({ status: 200, body: { trace_ids: ['aa', 'bb'] } });
    expect(one.body).not.toHaveProperty('evidence');
    expect((await call('GET', `/incidents/${await incident(undefined)}`)).status).toBe(200);
    expect(asked).toHaveLength(1);
  });
});

describe('the notifications of an incident (ALERT-170)', () => {
  const timelineOf = async (id: string) =>
    (await call<TimelineEntry[]>('GET', `/incidents/${id}/timeline`)).body.map(({ kind, details }) => ({
      kind,
      ...details,
    }));

  it('are not claimed where no policy applies and no channel is set up', async () => {
    const id = await incident('db');
    await admin.query('update notify.incidents set events = 1 where id = $1', [id]);
    await admin.query(
      `insert into notify.events (organization_id, event_id, event_type, occurred_at) values ($1, $2, 'alert.triggered', now())`,
      [ORGANIZATION, `incident:${id}:triggered:0`],
    );
    expect((await call<Incident>('GET', `/incidents/${id}`)).body).toMatchObject({
      notified: 'no_recipient',
      no_channel: true,
    });
    expect(await timelineOf(id)).toEqual([
      { kind: 'delivery', event_type: 'alert.triggered', status: 'skipped', reason: 'no_policy' },
    ]);
  });

  it('are entries of its timeline, each with its recipient and outcome', async () => {
    const [id, connector] = [await incident('db'), uuidv7()];
    await admin.query(
      `insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1, $2, 'Chat', 'webhook', '')`,
      [connector, ORGANIZATION],
    );
    await admin.query(
      `insert into notify.deliveries (id, organization_id, event_id, event_type, connector_id, target_type, target_value, message,
         group_key, stage, status, error_code, idempotency_key)
       values ($1, $2, $3, 'alert.triggered', $4, 'fixed_address', 'https://hooks.example/secret', '{}', $5, 'user_primary', 'failed',
         'http_500', $3)`,
      [uuidv7(), ORGANIZATION, `incident:${id}:triggered:0`, connector, id],
    );
    const { body } = await call<Incident>('GET', `/incidents/${id}`);
    expect(body).toMatchObject({ notified: 'failed' });
    expect(body).not.toHaveProperty('no_channel');
    expect(await timelineOf(id)).toEqual([
      {
        kind: 'delivery',
        event_type: 'alert.triggered',
        status: 'failed',
        stage: 'user_primary',
        connector: 'Chat',
        channel: 'webhook',
        target: 'ht***et',
        reason: 'http_500',
      },
    ]);
  });
});

describe('the cause of an incident (ALERT-127)', () => {
  it('is the one that it follows from, with what is around that one', async () => {
    const root = await incident('db');
    const inhibition = {
      by: root,
      root,
      root_service: 'db',
      path: ['web', 'cart', 'db'],
      traces: 10,
      shared: 9,
      held: 'inhibited',
    };
    const id = await incident('web', { inhibition });
    expect((await call<Incident>('GET', `/incidents/${id}`)).body).toMatchObject({
      inhibited_by: root,
      root_incident_id: root,
      root_service: 'db',
      suppressed_by: root,
      notified_through: root,
    });
    expect((await call<Incident>('GET', `/incidents/${root}`)).body).toMatchObject({ cause_of: 1 });
    asked.length = 0;
    expect(await call<RootCause>('GET', `/incidents/${id}/rca`)).toMatchObject({
      status: 200,
      body: {
        incident_id: id,
        root_incident_id: root,
        root_service: 'db',
        reason:
          'db failed too in 9 of 10 failed traces. Its calls lead there by web > cart > db, and each of them fails or is slow.',
        path: ['web', 'cart', 'db'],
        failed_traces: 10,
        shared_traces: 9,
        inhibited: [{ id, service: 'web' }],
        error_groups: FOUND.error_groups,
        deployments: FOUND.deployments,
        trace_ids: FOUND.trace_ids,
      },
    });
    expect(asked).toMatchObject([{ labels: { service: 'db' } }]);
    expect((await call<RootCause>('GET', `/incidents/${root}/rca`)).body).toMatchObject({
      incident_id: root,
      root_incident_id: root,
      path: ['db'],
      reason:
        '1 other incidents follow from db. Most of its failures are Timeout. Version 2 of db was deployed around it.',
      inhibited: [{ id, service: 'web' }],
    });
  });

  it('that was found after what follows from it does not follow from itself (ALERT-160)', async () => {
    const first = await incident('web');
    const root = await incident('db');
    const inhibition = { root, root_service: 'db', path: ['db', 'web'], traces: 10, shared: 9 };
    await keepInhibition(root, { ...inhibition, by: first, held: 'merged', through: first });
    await keepInhibition(first, { ...inhibition, by: root });
    const { body } = await call<Incident>('GET', `/incidents/${root}`);
    expect(body).toMatchObject({ notified_through: first, cause_of: 1 });
    for (const member of ['inhibited_by', 'root_incident_id', 'root_service', 'suppressed_by'])
      expect(body).not.toHaveProperty(member);
    const follower = (await call<Incident>('GET', `/incidents/${first}`)).body;
    expect(follower).toMatchObject({ root_incident_id: root, root_service: 'db' });
    expect(follower).not.toHaveProperty('suppressed_by');
    expect((await call<RootCause>('GET', `/incidents/${root}/rca`)).body).toMatchObject({
      root_incident_id: root,
      inhibited: [{ id: first, service: 'web' }],
    });
  });

  it('is not there (404) where nothing is known, and cannot be said (503) while apm is away', async () => {
    const id = await incident('db');
    evidence = NOTHING;
    expect((await call('GET', `/incidents/${id}/rca`)).status).toBe(404);
    expect((await call('GET', `/incidents/${await incident(undefined)}/rca`)).status).toBe(404);
    expect((await call('GET', `/incidents/${uuidv7()}/rca`)).status).toBe(404);
    evidence = undefined;
    expect((await call('GET', `/incidents/${id}/rca`)).status).toBe(503);
  });

  it('is of one organization', async () => {
    const id = await incident('db');
    const other = api.admit(PERMISSIONS, uuidv7());
    expect((await call('GET', `/incidents/${id}/rca`, undefined, other)).status).toBe(404);
    expect((await call('GET', `/incidents/${id}/rca`, undefined, api.admit(['alerts.manage']))).status).toBe(403);
  });
});

describe('a silence that is tried (ALERT-54)', () => {
  const tried = (body: object, credential = token) => call('POST', '/mutes/preview', body, credential);
  const ofDb = [{ label: 'service', op: 're', value: 'd.*' }];

  it('says what it would have suppressed in the last seven days', async () => {
    await incident('web');
    const recent = await incident('db', {}, 6);
    await incident('db', {}, 8);
    expect(await tried({ matchers: ofDb })).toMatchObject({
      status: 200,
      body: { window_secs: 604_800, incidents: 2, silenced: 1, samples: [{ id: recent, summary: 'Errors of db' }] },
    });
    const fixed = { type: 'fixed', start: 1, end: 2 };
    expect((await tried({ matchers: ofDb, window: fixed })).body).toMatchObject({ silenced: 1 });
    const hour = new Date().getUTCHours();
    const other = (hour + 12) % 24;
    const hours = (start: number) => ({
      type: 'recurring',
      timezone: 'UTC',
      weekday_mask: 127,
      hour_start: start,
      hour_end: Math.min(start + 2, 24),
    });
    expect((await tried({ matchers: [], window: hours(Math.max(0, hour - 1)) })).body).toMatchObject({ silenced: 2 });
    expect((await tried({ matchers: [], window: hours(Math.min(other, 22)) })).body).toMatchObject({ silenced: 0 });
  });

  it('is refused as one that is made, and sees no other organization', async () => {
    await incident('db');
    expect((await tried({ matchers: [{ label: 'x', op: 're', value: '(' }] })).status).toBe(400);
    expect((await tried({ matchers: [], window: { type: 'fixed', start: 2, end: 1 } })).status).toBe(400);
    expect((await tried({})).status).toBe(400);
    expect((await tried({ matchers: [] }, api.admit(PERMISSIONS, uuidv7()))).body).toMatchObject({ incidents: 0 });
    expect((await tried({ matchers: [] }, api.admit(['alerts.manage']))).status).toBe(403);
  });
});

describe('the escalation policy of a rule (ALERT-86)', () => {
  const rule = (policy: string, name = 'Errors') => ({
    name,
    condition: { type: 'red', of: 'service', figure: 'count', filters: {}, group_by: ['service'] },
    trigger: { operator: 'gt', threshold: 10 },
    escalation_policy_id: policy,
  });

  it('is there when it is sent, by its id or name, or is default', async () => {
    const policy = uuidv7();
    await admin.query(
      `insert into notify.alert_escalations (organization_id, id, name, definition) values ($1, $2, 'nights', '{}')`,
      [ORGANIZATION, policy],
    );
    for (const named of [policy, 'nights', 'default'])
      expect((await call('POST', '/rules', rule(named, named))).status).toBe(200);
    for (const path of ['/rules', '/rules/validate'])
      expect(await call('POST', path, rule(uuidv7()))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('escalation_policy_id') },
      });
    // It may have gone since.
    const kept = (await call<AlertRule[]>('GET', '/rules')).body.find(({ name }) => name === 'nights')!;
    await admin.query('truncate notify.alert_escalations cascade');
    expect((await call('PUT', `/rules/${kept.id}`, rule('nights', 'nights'))).status).toBe(200);
    expect((await call('PUT', `/rules/${kept.id}`, rule('days', 'nights'))).status).toBe(400);
  });

  it('is not that of another organization', async () => {
    const policy = uuidv7();
    await admin.query(
      `insert into notify.alert_escalations (organization_id, id, name, definition) values ($1, $2, 'theirs', '{}')`,
      [uuidv7(), policy],
    );
    for (const named of [policy, 'theirs']) expect((await call('POST', '/rules', rule(named))).status).toBe(400);
  });
});
