import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EscalationView } from '@spanwise/contracts/alerting/escalation-policies';
import type { ScheduleView } from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { contextWith } from '../../gateway.fixture.js';
import { ANN, BOB, EVE, PERMISSIONS, ScheduleScene, TEAM } from '../schedules/schedules.fixture.js';

const MAY = ['alerts.read', 'alerts.manage'];
let scene: ScheduleScene;
let token: string;
let schedule: ScheduleView;

beforeAll(async () => {
  scene = await ScheduleScene.start();
  token = scene.api.admit([...MAY, ...PERMISSIONS]);
  schedule = await scene.make();
});
afterAll(() => scene.stop());
beforeEach(() => scene.admin.query('truncate notify.alert_escalations'));

const user = (id = ANN) => ({ kind: 'user', user_id: id });
const step = (targets: object[], change: object = {}) => ({
  targets,
  ack_timeout_secs: 300,
  min_severity: null,
  ...change,
});
const body = (change: object = {}) => ({
  name: 'nights',
  steps: [
    step([user(), { kind: 'schedule', schedule_id: schedule.id }]),
    step([{ kind: 'team', team_id: TEAM }], { min_severity: 'error', ack_timeout_secs: 0 }),
  ],
  repeat: true,
  max_loops: 3,
  ...change,
});
const call = <T = Record<string, unknown>>(method: string, path = '', sent?: unknown, by = token) =>
  scene.api.call<T>(method, `/alerts/escalations${path}`, sent, by);

describe('an escalation policy (ALERT-80)', () => {
  it('is made (200), listed, read, replaced and deleted as an unchanged client does it', async () => {
    const { changes } = scene.api.gateway.iam;
    changes.length = 0;
    const made = await call<EscalationView>('POST', '', body());
    expect(made).toMatchObject({ status: 200, body: { ...body(), org_id: contextWith().organization_id } });
    const { id } = made.body;
    expect((await call('GET')).body).toEqual([made.body]);
    expect((await call('GET', `/${id}`)).body).toEqual(made.body);
    const changed = await call<EscalationView>('PUT', `/${id}`, body({ name: 'days', repeat: false }));
    expect(changed).toMatchObject({ status: 200, body: { id, name: 'days', repeat: false } });
    expect(await call('DELETE', `/${id}`)).toEqual({ status: 200, body: { deleted: true } });
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${id}`)).status).toBe(404);
    expect((await call('PUT', `/${id}`, body())).status).toBe(404);
    await expect
      .poll(() => changes.filter(({ target_id: of }) => of === id).map(({ action }) => action))
      .toEqual(['escalation.created', 'escalation.updated', 'escalation.deleted']);
  });

  it('has a name of its own', async () => {
    await call('POST', '', body());
    expect((await call('POST', '', body())).status).toBe(409);
  });

  it.each<[string, () => object, string]>([
    ['a user who is no member', () => user(EVE), 'steps.0.targets.0.user_id'],
    ['no schedule', () => ({ kind: 'schedule', schedule_id: uuidv7() }), 'steps.0.targets.0.schedule_id'],
    ['no team', () => ({ kind: 'team', team_id: uuidv7() }), 'steps.0.targets.0.team_id'],
    ['no id', () => ({ kind: 'team', team_id: 'x' }), 'steps.0.targets.0.team_id'],
  ])('is refused (400) where a target is %s', async (_, target, field) => {
    expect(await call('POST', '', body({ steps: [step([target()])] }))).toMatchObject({
      status: 400,
      body: { details: [{ field }] },
    });
    expect((await call('GET')).body).toEqual([]);
  });

  it('keeps whom it names when they have left, and takes no new user who is not there', async () => {
    const { body: made } = await call<EscalationView>('POST', '', body({ steps: [step([user()])] }));
    const steps = JSON.stringify([step([user(EVE)])]);
    await scene.admin.query(
      `update notify.alert_escalations set definition = jsonb_set(definition, '{steps}', $1::jsonb)`,
      [steps],
    );
    const put = (...ids: string[]) => call('PUT', `/${made.id}`, body({ steps: [step(ids.map((id) => user(id)))] }));
    expect((await put(EVE!, BOB!)).status).toBe(200);
    expect((await put(BOB!)).status).toBe(200);
    expect((await put(EVE!)).status).toBe(400);
  });

  it.each([
    ['alerts.read', ['GET 200', 'POST 403', 'PUT 403', 'DELETE 403']],
    ['alerts.manage', ['GET 403', 'POST 200', 'PUT 200', 'DELETE 200']],
    ['schedules.manage', ['GET 403', 'POST 403', 'PUT 403', 'DELETE 403']],
  ])('with %s alone: %j', async (permission, expected) => {
    const { body: made } = await call<EscalationView>('POST', '', body());
    const by = scene.api.admit([permission]);
    const seen = [
      `GET ${(await call('GET', `/${made.id}`, undefined, by)).status}`,
      `POST ${(await call('POST', '', body({ name: 'other' }), by)).status}`,
      `PUT ${(await call('PUT', `/${made.id}`, body(), by)).status}`,
      `DELETE ${(await call('DELETE', `/${made.id}`, undefined, by)).status}`,
    ];
    expect(seen).toEqual(expected);
  });

  it('of another organization is none', async () => {
    const { body: made } = await call<EscalationView>('POST', '', body());
    const stranger = scene.api.admit(MAY, uuidv7());
    expect((await call('GET', '', undefined, stranger)).body).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `/${made.id}`, undefined, stranger)).status).toBe(404);
    expect((await call('GET', `/${made.id}`)).status).toBe(200);
  });
});

describe('the public routes of acknowledgements (ALERT-38)', () => {
  it('are there, and an unknown link opens nothing', async () => {
    const link = await scene.api.gateway.fetch(`/api/v1/alerts/acknowledge/${'A'.repeat(64)}`, {});
    expect([link.status, link.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const callback = await scene.api.gateway.fetch(
      `/api/v1/notify/callbacks/${uuidv7()}?organization_id=${contextWith().organization_id}`,
      { method: 'POST', body: 'payload=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    );
    expect(callback.status).toBe(401);
  });
});
