/** On-call schedules with iam's real people. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleView } from '@spanwise/contracts/iam/roles';
import type { CalendarLink, Gaps, ScheduleView } from '@spanwise/contracts/alerting/schedules';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { HttpReceiver } from '@spanwise/notify/channels/providers/providers.fixture';
import { PASSWORD, type Person } from './access.fixture.js';
import { Notifications } from './notifications.fixture.js';

const HOUR_MICROS = 3_600_000_000;
let product: Notifications;
let receiver: HttpReceiver;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  [product, receiver] = await Promise.all([Notifications.start(), HttpReceiver.start()]);
  [ada, bob] = [await product.member(), await product.member()];
});
afterAll(async () => {
  await receiver.close();
  await product.stop();
});

const body = (members: Person[], change: object = {}) => ({
  name: `schedule ${uuidv7()}`,
  timezone: 'America/New_York',
  rotations: [
    {
      id: 'r',
      name: '',
      members: members.map(({ user_id: id }) => id),
      kind: 'weekly',
      start_at: Date.now() * 1_000 - 12 * HOUR_MICROS,
    },
  ],
  ...change,
});
const make = (...words: Parameters<typeof body>) => product.done<ScheduleView>('POST /schedules', body(...words));

describe('a schedule (ALERT-64)', () => {
  it('is of active members and teams of the organization', async () => {
    const stranger = await product.access.newPerson('stranger', await product.access.otherOrganization('rivals'));
    const answer = await product.call('POST /schedules', body([ada, stranger]));
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ field: 'rotations.0.members' }]]);
    const left = await product.member();
    await product.done(`PATCH /users/${left.user_id}`, { disabled: true });
    expect((await product.call('POST /schedules', body([left]))).status).toBe(400);
    const team = await product.team([ada]);
    expect((await make([ada], { team_id: team.id })).team_id).toBe(team.id);
    const foreign = await product.call('POST /schedules', body([ada], { team_id: uuidv7() }));
    expect([foreign.status, foreign.body.details]).toMatchObject([400, [{ field: 'team_id' }]]);
  });

  it('says which of its members nothing would reach (ALERT-65)', async () => {
    const { id } = await make([ada, bob]);
    const unreachable = async () => (await product.done<Gaps>(`GET /schedules/${id}/gaps`)).unreachable_user_ids;
    expect(await unreachable()).toEqual([ada.user_id, bob.user_id].toSorted());
    const hook = await product.connector('webhook', { url: receiver.url });
    await product.reachable(ada, hook, 'ada');
    expect(await unreachable()).toEqual([bob.user_id]);
    await product.reachable(bob, hook, 'bob');
    expect(await unreachable()).toEqual([]);
    await product.done(`PATCH /users/${bob.user_id}`, { disabled: true });
    expect(await unreachable()).toEqual([bob.user_id]);
    await product.done(`PATCH /users/${bob.user_id}`, { disabled: false });
  });
});

describe('the link of a calendar (ALERT-66)', () => {
  it('ends when its maker may no longer read schedules, and holds again when they may', async () => {
    const roles = await product.done<RoleView[]>('GET /roles');
    const roleId = (key: string) => roles.find((role) => role.key === key)!.id;
    const maker = { email: `${uuidv7()}@example.org`, display_name: 'Maker', password: PASSWORD };
    const { id: userId } = await product.done<{ id: string }>('POST /users', {
      ...maker,
      role_ids: [roleId('editor')],
    });
    const be = (key: string) =>
      product.done(`POST /orgs/${product.owner.org_id}/members`, { user_id: userId, role_ids: [roleId(key)] });
    const { id } = await make([ada]);
    const { token } = await product.access.person(maker.email);
    const link = await product.done<CalendarLink>(`POST /schedules/${id}/calendar_link`, undefined, token);
    const read = async () => (await fetch(product.access.url + new URL(link.calendar_url).pathname)).status;
    expect(await read()).toBe(200);
    await be('ingest');
    expect(await read()).toBe(404);
    await be('viewer');
    expect(await read()).toBe(200);
    await product.done(`PATCH /users/${userId}`, { disabled: true });
    expect(await read()).toBe(404);
  });
});
