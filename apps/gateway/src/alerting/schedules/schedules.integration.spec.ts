import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Gaps, ScheduleView, Shifts } from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { contextWith } from '../../gateway.fixture.js';
import {
  ANN,
  BOB,
  DAY,
  EVE,
  HOUR,
  NOW,
  PERMISSIONS,
  rotation,
  scheduleBody as body,
  ScheduleScene,
  TEAM,
} from './schedules.fixture.js';

let scene: ScheduleScene;

beforeAll(async () => {
  scene = await ScheduleScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const call = <T>(...words: Parameters<ScheduleScene['call']>) => scene.call<T>(...words);
const make = (change?: object) => scene.make(change);
const override = (from: number, to: number, user_id = BOB) => ({
  user_id,
  start_at_micros: from,
  end_at_micros: to,
  reason: 'swap',
});
const onCall = async (id: string, at: number) =>
  (await call<{ user_id: string | null }>('GET', `/${id}/on-call?at=${at}`)).body.user_id;

describe('a schedule (ALERT-64)', () => {
  it('is made (200), listed, read, replaced and deleted as an unchanged client does it', async () => {
    const made = await make({ team_id: TEAM });
    expect(made).toMatchObject({
      org_id: contextWith().organization_id,
      team_id: TEAM,
      enabled: true,
      rotations: [{ ...rotation(), start_at: NOW, first_start_at: NOW - 10 * DAY, served_start_at: NOW }],
      overrides: [],
      created_by: contextWith().subject,
      updated_at: expect.any(Number),
    });
    expect((await call<ScheduleView[]>('GET', '')).body).toEqual([made]);
    expect((await call('GET', `/${made.id}`)).body).toEqual(made);
    // The client sends back whole rotations, with members that it does not know.
    const sent = { ...body({ name: 'Paused' }), enabled: false, rotations: made.rotations, overrides: made.overrides };
    const changed = await call<ScheduleView>('PUT', `/${made.id}`, sent);
    expect(changed).toMatchObject({ status: 200, body: { name: 'Paused', enabled: false, rotations: made.rotations } });
    expect(await onCall(made.id, NOW)).toBeNull();
    expect(await call('DELETE', `/${made.id}`)).toEqual({ status: 200, body: { deleted: true } });
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${made.id}`)).status).toBe(404);
  });

  it('is a draft without rotations while it is off', async () => {
    expect(await make({ enabled: false, rotations: [] })).toMatchObject({ enabled: false, rotations: [] });
  });

  it.each<[string, object, string]>([
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset for a zone', { timezone: '+01:00' }, 'timezone'],
    ['an unknown team', { team_id: uuidv7() }, 'team_id'],
    ['no rotation while it is on', { rotations: [] }, 'rotations'],
    ['a rotation without members', { rotations: [rotation({ members: [] })] }, 'rotations.0.members'],
    ['a member of nowhere', { rotations: [rotation(), rotation({ id: 'b', members: [EVE] })] }, 'rotations.1.members'],
    [
      'a window without an hour',
      { rotations: [rotation({ active_window: { weekday_mask: 62, hour_start: 9, hour_end: 9 } })] },
      'rotations.0.active_window',
    ],
    [
      'a window without a day',
      { rotations: [rotation({ active_window: { weekday_mask: 0, hour_start: 9, hour_end: 17 } })] },
      'rotations.0.active_window.weekday_mask',
    ],
    ['an unknown kind', { rotations: [rotation({ kind: 'monthly' })] }, 'rotations.0.kind'],
    ['a period of a second', { rotations: [rotation({ kind: { custom: { period_secs: 1 } } })] }, 'rotations.0.kind'],
    ['a rotation id twice', { rotations: [rotation(), rotation()] }, 'rotations.0.id'],
    ['too many rotations', { rotations: Array.from({ length: 11 }, (_, n) => rotation({ id: `r${n}` })) }, 'rotations'],
    [
      'an override that ends before it begins',
      { overrides: [{ user_id: BOB, start_at: NOW, end_at: NOW - 1 }] },
      'overrides',
    ],
    [
      'overrides that overlap',
      {
        overrides: [
          { user_id: BOB, start_at: NOW, end_at: NOW + 2 },
          { user_id: ANN, start_at: NOW + 1, end_at: NOW + 3 },
        ],
      },
      'overrides',
    ],
    [
      'an override of two years',
      { overrides: [{ user_id: BOB, start_at: NOW, end_at: NOW + 731 * 86_400_000_000 }] },
      'overrides',
    ],
    ['an override by an unknown user', { overrides: [{ user_id: EVE, start_at: NOW, end_at: NOW + 1 }] }, 'overrides'],
    ['a member that is not known', { rotation: [] }, 'rotation'],
  ])('with %s is 400 that names the member', async (_, change, field) => {
    const answer = await call<{ message: string; details: { field: string }[] }>('POST', '', body(change));
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
    expect(answer.body.message).toContain(field);
    expect((await call('GET', '')).body).toEqual([]);
  });

  it('keeps a user who has left, and takes no new user who is not there', async () => {
    const { id, rotations } = await make();
    await scene.admin.query(`update notify.schedules set definition = replace(definition::text, $1, $2)::jsonb`, [
      BOB,
      EVE,
    ]);
    const { body: now } = await call<ScheduleView>('GET', `/${id}`);
    expect(now.rotations[0]!.members).toEqual([ANN, EVE]);
    expect((await call('PUT', `/${id}`, body({ rotations: now.rotations }))).status).toBe(200);
    const stranger = { ...rotations[0], members: [ANN, uuidv7()] };
    expect((await call('PUT', `/${id}`, body({ rotations: [stranger] }))).status).toBe(400);
  });

  it('has a name of its own', async () => {
    await make();
    expect(await call('POST', '', body())).toMatchObject({ status: 409, body: { error: 'conflict' } });
  });

  it('is read by schedules.read and changed by schedules.manage', async () => {
    const { id } = await make();
    const reader = scene.api.admit(['schedules.read']);
    const stranger = scene.api.admit(['alerts.read', 'alerts.manage']);
    for (const path of ['', `/${id}`, `/${id}/on-call`, `/${id}/shifts`, `/${id}/gaps`]) {
      expect([(await call('GET', path, undefined, reader)).status, path]).toEqual([200, path]);
      expect([(await call('GET', path, undefined, stranger)).status, path]).toEqual([403, path]);
    }
    const changes: [string, string, object?][] = [
      ['POST', '', body()],
      ['PUT', `/${id}`, body()],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/overrides`, override(NOW, NOW + HOUR)],
      ['PUT', `/${id}/overrides/${uuidv7()}`, override(NOW, NOW + HOUR)],
      ['DELETE', `/${id}/overrides/${uuidv7()}`],
      ['POST', `/${id}/calendar_link`],
      ['DELETE', `/${id}/calendar_link`],
    ];
    for (const [method, path, sent] of changes) {
      expect([(await call(method, path, sent, reader)).status, method, path]).toEqual([403, method, path]);
    }
  });

  it('is written into the audit log with every change', async () => {
    const { id } = await make();
    const { body: changed } = await call<ScheduleView>('POST', `/${id}/overrides`, override(NOW, NOW + HOUR));
    await call('PUT', `/${id}/overrides/${changed.overrides[0]!.id}`, override(NOW, NOW + HOUR));
    await call('DELETE', `/${id}/overrides/${changed.overrides[0]!.id}`);
    await call('POST', `/${id}/calendar_link`);
    await call('DELETE', `/${id}/calendar_link`);
    await call('PUT', `/${id}`, body());
    await call('DELETE', `/${id}`);
    const { changes } = scene.api.gateway.iam;
    const actions = () => changes.filter(({ target_id: of }) => of === id).map(({ action }) => action);
    await expect
      .poll(actions)
      .toEqual([
        'schedule.created',
        'schedule.override_added',
        'schedule.override_updated',
        'schedule.override_removed',
        'schedule.calendar_link_made',
        'schedule.calendar_link_revoked',
        'schedule.updated',
        'schedule.deleted',
      ]);
    expect(JSON.stringify(changes)).not.toContain('swl_');
    const { id: overrideId, ...members } = changed.overrides[0]!;
    const ofOverrides = changes.filter(({ action }) => action.startsWith('schedule.override_')).slice(-3);
    const shown = { override_id: overrideId, ...members };
    expect(ofOverrides.map(({ payload }) => payload)).toMatchObject([shown, shown, shown]);
  });
});

describe('overrides (ALERT-61)', () => {
  it('are added, moved and ended, and each answer is the whole schedule', async () => {
    const { id } = await make();
    expect(await onCall(id, NOW + HOUR)).toBe(ANN);
    const added = await call<ScheduleView>('POST', `/${id}/overrides`, override(NOW, NOW + 2 * HOUR));
    expect(added).toMatchObject({
      status: 200,
      body: { id, overrides: [{ user_id: BOB, start_at: NOW, end_at: NOW + 2 * HOUR, reason: 'swap' }] },
    });
    expect(await onCall(id, NOW + HOUR)).toBe(BOB);
    const path = `/${id}/overrides/${added.body.overrides[0]!.id}`;
    const moved = await call<ScheduleView>('PUT', path, override(NOW + HOUR, NOW + 3 * HOUR));
    expect(moved.body.overrides).toEqual([
      { ...added.body.overrides[0], start_at: NOW + HOUR, end_at: NOW + 3 * HOUR },
    ]);
    expect([await onCall(id, NOW), await onCall(id, NOW + 2 * HOUR)]).toEqual([ANN, BOB]);
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: { id, overrides: [] } });
    for (const [method, sent] of [['DELETE'], ['PUT', override(NOW, NOW + HOUR)]] as const) {
      expect((await call(method, path, sent)).status).toBe(404);
    }
  });

  it('that overlap, or end before they begin, are 400 and change nothing', async () => {
    const { id } = await make();
    const { body: one } = await call<ScheduleView>('POST', `/${id}/overrides`, override(NOW, NOW + 2 * HOUR));
    for (const [from, to] of [
      [NOW + HOUR, NOW + 3 * HOUR],
      [NOW - HOUR, NOW + 3 * HOUR],
      [NOW + 5 * HOUR, NOW + 5 * HOUR],
      [NOW + 6 * HOUR, NOW + 5 * HOUR],
    ]) {
      expect(await call('POST', `/${id}/overrides`, override(from!, to!))).toMatchObject({ status: 400 });
    }
    expect(
      (await call<ScheduleView>('POST', `/${id}/overrides`, override(NOW + 2 * HOUR, NOW + 3 * HOUR))).status,
    ).toBe(200);
    expect((await call<ScheduleView>('GET', `/${id}`)).body.overrides).toMatchObject([
      one.overrides[0],
      { start_at: NOW + 2 * HOUR },
    ]);
  });

  it('stay where a client that knows them sends them back, and where they are left out', async () => {
    const { id } = await make();
    const { body: with_ } = await call<ScheduleView>('POST', `/${id}/overrides`, override(NOW, NOW + HOUR));
    const { overrides, rotations } = with_;
    expect((await call<ScheduleView>('PUT', `/${id}`, body({ rotations, overrides }))).body.overrides).toEqual(
      overrides,
    );
    const { overrides: _left, ...rest } = body({ rotations });
    expect((await call<ScheduleView>('PUT', `/${id}`, rest)).body.overrides).toEqual(overrides);
    expect((await call<ScheduleView>('PUT', `/${id}`, body({ rotations }))).body.overrides).toEqual([]);
  });
});

describe('shifts and gaps', () => {
  const window = { weekday_mask: 127, hour_start: 8, hour_end: 20 };
  const midnight = Math.floor(NOW / DAY) * DAY;

  it('cover the time, each shift as it is', async () => {
    const { id } = await make({ rotations: [rotation({ start_at: midnight - 10 * DAY, active_window: window })] });
    const span = `from=${midnight + 10 * HOUR}&to=${midnight + 2 * DAY}`;
    const { body: shifts } = await call<Shifts>('GET', `/${id}/shifts?${span}`);
    const shift = { source: 'rotation', rotation_id: 'rotation-1' };
    expect(shifts.shifts).toEqual([
      { ...shift, user_id: ANN, start_at: midnight + 8 * HOUR, end_at: midnight + 20 * HOUR },
      { ...shift, user_id: BOB, start_at: midnight + 32 * HOUR, end_at: midnight + 44 * HOUR },
    ]);
    const { body: gaps } = await call<Gaps>('GET', `/${id}/gaps?${span}`);
    expect(gaps.gaps).toEqual([
      { start_at: midnight + 20 * HOUR, end_at: midnight + 32 * HOUR },
      { start_at: midnight + 44 * HOUR, end_at: midnight + 48 * HOUR },
    ]);
    expect(gaps.unreachable_user_ids).toEqual([ANN, BOB]);
    const { from, to } = (await call<Gaps>('GET', `/${id}/gaps`)).body;
    expect(to - from).toBe(14 * DAY);
  });

  it.each([
    ['an end before the beginning', 'from=1700000000000000&to=1600000000000000'],
    ['more than 92 days', `from=1700000000000000&to=${1_700_000_000_000_000 + 93 * DAY}`],
    ['a time that is no number', 'from=today'],
    ['a time before 2000', 'from=1'],
  ])('of %s are 400', async (_, query) => {
    const { id } = await make();
    for (const path of ['shifts', 'gaps']) expect((await call('GET', `/${id}/${path}?${query}`)).status).toBe(400);
  });

  it('and the user on call are 404 of a schedule that is not there', async () => {
    for (const id of [uuidv7(), 'x']) {
      for (const path of ['shifts', 'gaps', 'on-call', 'calendar.ics']) {
        expect((await call('GET', `/${id}/${path}`)).status).toBe(404);
      }
    }
  });
});

it('another organization neither sees nor changes a schedule, and its name is free there', async () => {
  const { id, rotations } = await make();
  const other = scene.api.admit(PERMISSIONS, uuidv7());
  expect((await call('GET', '', undefined, other)).body).toEqual([]);
  for (const path of [`/${id}`, `/${id}/on-call`, `/${id}/shifts`, `/${id}/gaps`, `/${id}/calendar.ics`]) {
    expect([(await call('GET', path, undefined, other)).status, path]).toEqual([404, path]);
  }
  expect((await call('PUT', `/${id}`, body({ rotations }), other)).status).toBe(404);
  expect((await call('POST', `/${id}/overrides`, override(NOW, NOW + HOUR), other)).status).toBe(404);
  expect((await call('DELETE', `/${id}`, undefined, other)).status).toBe(404);
  expect((await call('POST', '', body(), other)).status).toBe(200);
});
