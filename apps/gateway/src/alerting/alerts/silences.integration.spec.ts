import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SilenceView } from '@spanwise/contracts/alerting/silences';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Client } from 'pg';
import { contextWith } from '../../gateway.fixture.js';
import { NotifyApi } from '../../notify/notify.fixture.js';

const HOUR = 3_600_000_000;
const NOW = Date.now() * 1_000;
const PERMISSIONS = ['alerts.read', 'alerts.silence'];
const FIXED = { type: 'fixed', start: NOW - HOUR, end: NOW + HOUR };
const NIGHTS = { type: 'recurring', timezone: 'Europe/Berlin', weekday_mask: 62, hour_start: 22, hour_end: 6 };

let api: NotifyApi;
let admin: Client;
let token: string;

beforeAll(async () => {
  api = await NotifyApi.start();
  admin = new Client({ connectionString: api.database.url });
  await admin.connect();
  token = api.admit(PERMISSIONS);
});
afterAll(async () => {
  await admin.end();
  await api.stop();
});
beforeEach(async () => {
  await admin.query('truncate notify.alert_mutes');
});

const body = (change: object = {}) => ({
  name: 'maintenance_db',
  enabled: true,
  matchers: [{ label: 'service', op: 're', value: 'db|cache' }],
  window: FIXED,
  comment: 'move to new disks',
  ...change,
});
const call = <T = Record<string, unknown>>(method: string, path = '', sent?: unknown, by = token) =>
  api.call<T>(method, `/alerts/mutes${path}`, sent, by);

describe('a silence (ALERT-50)', () => {
  it('is made (200), listed, read, replaced and deleted as an unchanged client does it', async () => {
    const made = await call<SilenceView>('POST', '', body());
    expect(made).toMatchObject({
      status: 200,
      body: { ...body(), org_id: contextWith().organization_id, created_by: contextWith().subject },
    });
    const { id } = made.body;
    expect((await call('GET')).body).toEqual([made.body]);
    expect((await call('GET', `/${id}`)).body).toEqual(made.body);
    const changed = await call<SilenceView>('PUT', `/${id}`, body({ window: NIGHTS, enabled: false, matchers: [] }));
    expect(changed).toMatchObject({ status: 200, body: { id, window: NIGHTS, enabled: false, matchers: [] } });
    expect(await call('DELETE', `/${id}`)).toEqual({ status: 200, body: { deleted: true } });
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${id}`)).status).toBe(404);
    expect((await call('PUT', `/${id}`, body())).status).toBe(404);
    const actions = () => api.gateway.iam.changes.filter(({ target_id: of }) => of === id).map(({ action }) => action);
    await expect.poll(actions).toEqual(['mute.create', 'mute.update', 'mute.delete']);
  });

  it.each<[string, object, string]>([
    ['a pattern that is none', { matchers: [{ label: 'a', op: 're', value: '(' }] }, 'matchers.0.value'],
    ['a back reference', { matchers: [{ label: 'a', op: 'nre', value: '(a)\\1' }] }, 'matchers.0.value'],
    ['an unknown comparison', { matchers: [{ label: 'a', op: 'like', value: 'x' }] }, 'matchers.0.op'],
    ['a matcher without a label', { matchers: [{ label: '', op: 'eq', value: 'x' }] }, 'matchers.0.label'],
    ['21 matchers', { matchers: Array.from({ length: 21 }, () => ({ label: 'a', op: 'eq', value: 'x' })) }, 'matchers'],
    ['an end before its start', { window: { ...FIXED, end: FIXED.start } }, 'window.end'],
    ['a window in the past', { window: { ...FIXED, start: NOW - 2 * HOUR, end: NOW - HOUR } }, 'window.end'],
    ['no end', { window: { type: 'fixed', start: NOW } }, 'window.end'],
    ['an unknown zone', { window: { ...NIGHTS, timezone: 'Europe/Atlantis' } }, 'window.timezone'],
    ['a window without an hour', { window: { ...NIGHTS, hour_end: 22 } }, 'window.hour_end'],
    ['a window without a day', { window: { ...NIGHTS, weekday_mask: 0 } }, 'window.weekday_mask'],
    ['an hour 25', { window: { ...NIGHTS, hour_end: 25 } }, 'window.hour_end'],
    ['members of both windows', { window: { ...FIXED, timezone: 'UTC' } }, 'window.timezone'],
    ['an unknown window', { window: { type: 'moon' } }, 'window.type'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a member that is not known', { until: 1 }, 'until'],
  ])('with %s is 400 that names the member', async (_, change, field) => {
    const answer = await call<{ message: string; details: { field: string }[] }>('POST', '', body(change));
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
    expect((await call('GET')).body).toEqual([]);
  });

  it('is ended early by a change', async () => {
    const { id } = (await call<SilenceView>('POST', '', body())).body;
    expect((await call('PUT', `/${id}`, body({ window: { ...FIXED, end: NOW - 1 } }))).status).toBe(200);
  });

  it('is refused where the patterns of all silences are more than can be tried on each incident', async () => {
    const matchers = Array.from({ length: 20 }, (_, n) => ({ label: 'service', op: 're', value: `[a-z]{900}${n}` }));
    expect((await call('POST', '', body({ matchers }))).status).toBe(200);
    const refused = await call('POST', '', body({ matchers }));
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('too elaborate')]);
    expect((await call<SilenceView[]>('GET')).body).toHaveLength(1);
  });

  it('is read by alerts.read and written by alerts.silence', async () => {
    const { id } = (await call<SilenceView>('POST', '', body())).body;
    const reader = api.admit(['alerts.read', 'alerts.manage']);
    for (const path of ['', `/${id}`]) expect((await call('GET', path, undefined, reader)).status).toBe(200);
    const writes: [string, string, object?][] = [
      ['POST', '', body()],
      ['PUT', `/${id}`, body()],
      ['DELETE', `/${id}`],
    ];
    for (const [method, path, sent] of writes) expect((await call(method, path, sent, reader)).status).toBe(403);
    expect((await call('GET', '', undefined, api.admit(['alerts.silence']))).status).toBe(403);
  });

  it('gives way where it has ended, and is refused where a thousand have not', async () => {
    const silence = (end: string) => `select gen_random_uuid(), $1, $2, true, ${end} from generate_series(1, 999)`;
    const fill = (end: string) =>
      admin.query(
        `insert into notify.alert_mutes (id, organization_id, definition, enabled, ends_at) ${silence(end)}`,
        [contextWith().organization_id, JSON.stringify(body())],
      );
    await fill("now() - interval '1 minute'");
    for (const name of ['first', 'second']) expect((await call('POST', '', body({ name }))).status).toBe(200);
    const { body: all } = await call<SilenceView[]>('GET');
    expect([all.length, all[0]!.name, all[1]!.name]).toEqual([1_000, 'second', 'first']);
    await admin.query('truncate notify.alert_mutes');
    await fill('null');
    expect((await call('POST', '', body())).status).toBe(200);
    expect((await call('POST', '', body())).status).toBe(409);
  });
});

it('another organization neither sees nor changes a silence', async () => {
  const { id } = (await call<SilenceView>('POST', '', body())).body;
  const other = api.admit(PERMISSIONS, uuidv7());
  expect((await call('GET', '', undefined, other)).body).toEqual([]);
  for (const [method, sent] of [['GET'], ['PUT', body()], ['DELETE']] as const) {
    expect((await call(method, `/${id}`, sent, other)).status).toBe(404);
  }
  expect((await call('GET', `/${id}`)).status).toBe(200);
});
