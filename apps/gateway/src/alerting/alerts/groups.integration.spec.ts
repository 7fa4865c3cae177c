/** Semantic groups and groups of incidents, as a client that knows another product calls and reads them (ALERT-126). */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IncidentGroup, SemanticGroupView } from '@spanwise/contracts/alerting/grouping';
import type { Incident } from '@spanwise/contracts/alerting/incidents';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { ORGANIZATION } from '../../gateway.fixture.js';
import { NotifyApi } from '../../notify/notify.fixture.js';

const PERMISSIONS = ['alerts.read', 'alerts.manage', 'alerts.acknowledge'];
let api: NotifyApi;
let admin: Client;
let token: string;

beforeAll(async () => {
  api = await NotifyApi.start();
  token = api.admit(PERMISSIONS);
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await api.stop();
});
beforeEach(async () => {
  await admin.query(
    'truncate notify.alert_semantic_groups, notify.incident_groups, notify.incidents, notify.incident_timeline cascade',
  );
});

const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, credential = token) =>
  api.call<T>(method, `/alerts${path}`, body, credential);
const group = (change: object = {}) => ({
  name: 'Checkout',
  enabled: true,
  matchers: [{ label: 'team', op: 'eq', value: 'shop' }],
  group_by: ['environment'],
  ...change,
});

describe('a semantic group', () => {
  it('is made (200), listed, read, replaced and deleted', async () => {
    const made = await call<SemanticGroupView>('POST', '/semantic_groups', group());
    expect(made).toMatchObject({ status: 200, body: { ...group(), org_id: ORGANIZATION } });
    const { id } = made.body;
    expect((await call('GET', '/semantic_groups')).body).toEqual([made.body]);
    expect((await call('GET', `/semantic_groups/${id}`)).body).toEqual(made.body);
    const changed = await call('PUT', `/semantic_groups/${id}`, group({ name: 'Shop', enabled: false, group_by: [] }));
    expect(changed).toMatchObject({ status: 200, body: { id, name: 'Shop', enabled: false, group_by: [] } });
    expect(await call('DELETE', `/semantic_groups/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await call('GET', `/semantic_groups/${id}`)).status).toBe(404);
  });

  it('is imported with others, all or none, and replaces that of its name', async () => {
    const { body: known } = await call<SemanticGroupView>('POST', '/semantic_groups', group());
    const sent = { groups: [group({ group_by: [] }), group({ name: 'Other' })] };
    expect(await call('POST', '/semantic_groups/import', sent)).toMatchObject({ status: 200, body: { imported: 2 } });
    expect((await call<SemanticGroupView[]>('GET', '/semantic_groups')).body).toMatchObject([
      { id: known.id, name: 'Checkout', group_by: [] },
      { name: 'Other' },
    ]);
    const broken = { groups: [group({ name: 'Third' }), group({ matchers: [{ label: 'x', op: 're', value: '(' }] })] };
    expect(await call('POST', '/semantic_groups/import', broken)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('groups.1.matchers.0.value') },
    });
    expect((await call<unknown[]>('GET', '/semantic_groups')).body).toHaveLength(2);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ matchers: [{ label: 'x', op: 're', value: '(' }] }, 'matchers.0.value'],
    [{ group_by: ['a', 'a'] }, 'group_by'],
    [{ group_by: Array.from({ length: 11 }, (_, at) => `l${at}`) }, 'group_by'],
    [{ other: 1 }, 'other'],
  ])('%j is refused by the name of its member', async (change, member) =>
    expect(await call('POST', '/semantic_groups', group(change))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(member) },
    }),
  );

  it('has a name of its own, and there are at most 200', async () => {
    await call('POST', '/semantic_groups', group());
    expect((await call('POST', '/semantic_groups', group())).status).toBe(409);
    const others = Array.from({ length: 199 }, (_, at) => group({ name: `n${at}` }));
    expect((await call('POST', '/semantic_groups/import', { groups: others })).status).toBe(200);
    expect((await call('POST', '/semantic_groups', group({ name: 'one more' }))).status).toBe(409);
  });

  it('is managed by whom rules are, and of one organization', async () => {
    const { id } = (await call<SemanticGroupView>('POST', '/semantic_groups', group())).body;
    const reader = api.admit(['alerts.read']);
    expect((await call('GET', '/semantic_groups', undefined, reader)).status).toBe(200);
    expect((await call('POST', '/semantic_groups', group({ name: 'x' }), reader)).status).toBe(403);
    expect((await call('POST', '/semantic_groups/import', { groups: [group()] }, reader)).status).toBe(403);
    const other = api.admit(PERMISSIONS, uuidv7());
    expect((await call('GET', '/semantic_groups', undefined, other)).body).toEqual([]);
    for (const [method, sent] of [['GET'], ['PUT', group()], ['DELETE']] as const)
      expect((await call(method, `/semantic_groups/${id}`, sent, other)).status).toBe(404);
  });
});

describe('a group of incidents', () => {
  const first = Date.parse('2026-01-15T10:00:00Z');
  const SCHEMA = `details, started_at, created_at, current_step_started_at, group_id`;

  async function addGroup(...statuses: string[]): Promise<{ id: string; incidents: string[] }> {
    const id = uuidv7();
    await admin.query(
      `insert into notify.incident_groups (organization_id, id, fingerprint, name, labels, first_at, last_at)
       values ($1, $2, $3, 'Checkout', '{"team": "shop"}', $4, $5)`,
      [ORGANIZATION, id, 'f'.repeat(64), new Date(first), new Date(first + 60_000)],
    );
    const incidents: string[] = [];
    for (const [at, status] of statuses.entries()) {
      incidents.push(uuidv7());
      const details = {
        rule_name: 'r',
        escalation_policy_id: 'default',
        silence_secs: 0,
        summary: 's',
        labels: {},
        annotations: {},
        trace_ids: [],
        affected_services: [],
        samples: [],
      };
      await admin.query(
        `insert into notify.incidents (organization_id, id, fingerprint, status, severity, ${SCHEMA})
         values ($1, $2, $3, $4, $5, $6, now(), now(), now(), $7)`,
        [
          ORGANIZATION,
          incidents[at],
          incidents[at],
          status,
          at === 0 ? 'error' : 'warning',
          JSON.stringify(details),
          id,
        ],
      );
    }
    return { id, incidents };
  }
  const listed = async (query = '', credential = token) =>
    (await call<IncidentGroup[]>('GET', `/incident_groups${query}`, undefined, credential)).body;

  it('is listed with the state of its incidents', async () => {
    const open = await addGroup('acknowledged', 'open', 'resolved');
    const acked = await addGroup('acknowledged', 'resolved');
    const resolved = await addGroup('resolved');
    expect((await listed()).map(({ id }) => id)).toEqual([resolved.id, acked.id, open.id]);
    expect(await listed('?limit=1')).toHaveLength(1);
    for (const [state, { id }] of Object.entries({ open, acked, resolved }))
      expect(await listed(`?state=${state}`)).toMatchObject([
        { id, state, name: 'Checkout', labels: { team: 'shop' } },
      ]);
    expect(await listed('?state=open')).toMatchObject([
      {
        severity: 'error',
        incident_count: 3,
        first_at_micros: first * 1_000,
        last_at_micros: (first + 60_000) * 1_000,
        fingerprint: 'f'.repeat(64),
      },
    ]);
    for (const query of ['?state=closed', '?limit=0', '?limit=1001', '?x=1'])
      expect((await call('GET', `/incident_groups${query}`)).status).toBe(400);
  });

  it('is acknowledged and resolved with all of its incidents', async () => {
    const { id, incidents } = await addGroup('open', 'open', 'acknowledged', 'resolved');
    expect(await call('POST', `/incident_groups/${id}/ack`)).toMatchObject({
      status: 200,
      body: { acked: true, incident_acked: true, incidents_acked: 2 },
    });
    expect((await call<Incident>('GET', `/incidents/${incidents[0]}`)).body).toMatchObject({
      status: 'acknowledged',
      group_id: id,
    });
    expect((await call('POST', `/incident_groups/${id}/ack`)).body).toEqual({
      acked: true,
      incident_acked: false,
      incidents_acked: 0,
    });
    expect(await listed()).toMatchObject([{ state: 'acked', acked_by: expect.any(String) }]);
    expect((await call('POST', `/incident_groups/${id}/resolve`)).body).toEqual({
      resolved: true,
      incident_resolved: true,
      incidents_resolved: 3,
    });
    expect(await listed()).toMatchObject([{ state: 'resolved', resolved_at_micros: expect.any(Number) }]);
  });

  it('is of one organization, for whom incidents are', async () => {
    const { id } = await addGroup('open');
    const other = api.admit(PERMISSIONS, uuidv7());
    expect(await listed('', other)).toEqual([]);
    const reader = api.admit(['alerts.read']);
    for (const move of ['ack', 'resolve']) {
      expect((await call('POST', `/incident_groups/${id}/${move}`, undefined, other)).status).toBe(404);
      expect((await call('POST', `/incident_groups/${id}/${move}`, undefined, reader)).status).toBe(403);
      expect((await call('POST', `/incident_groups/${uuidv7()}/${move}`)).status).toBe(404);
    }
  });
});
