/** Who was paged hears of the end (ALERT-144), over real tables. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { RecipientResolution } from '../../delivery/pipeline/recipient-resolution.js';
import { toThoseNamed } from '../../routing/policies/built-in-policies.js';
import type { Policy } from '../../routing/policies/policy-rules.js';
import type { TeamDirectory } from '../../routing/policies/team-directory.js';
import { A, PagingScene, person, step } from './paging.fixture.js';

const TEAM = uuidv7();
const host = { logger: pino({ level: 'silent' }) } as unknown as Host;
let scene: PagingScene;
let ann: string;
let bob: string;

beforeAll(async () => (scene = await PagingScene.start('notify_page_ends')));
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  await scene.sql(
    'truncate notify.policies, notify.unresolved_events, notify.user_endpoints, notify.preferences, notify.preference_steps',
  );
  [ann, bob] = [await scene.addPerson(), await scene.addPerson()];
  await scene.addPolicy([step([person(ann)]), step([person(bob)])]);
});

/** Everything that waits has arrived. */
const sent = () =>
  scene.sql(`update notify.deliveries set status = 'success' where status = 'pending' and target_value <> ''`);
const resolve = (id: string, afterSecs: number) =>
  scene.change((incidents) => incidents.resolveByRule(id, 'recovered'), afterSecs);
/** Who is notified of an end, and by which event of it. */
const ends = async () => {
  const rows = await scene.sql<{ to: string; id: string }>(
    `select target_value as to, event_id as id from notify.deliveries
     where event_type = 'alert.resolved' and target_value <> '' order by id`,
  );
  return rows.map(({ to, id }) => [to, id.split(':').slice(2).join(':')]);
};
/** Of an opening: Ann is paged at once, Bob five minutes later. */
async function pagedBoth(): Promise<string> {
  const id = await scene.open();
  await scene.rounds(0);
  await sent();
  await scene.rounds(300);
  await sent();
  return id;
}
const addNotificationPolicy = (change: Partial<Policy>) =>
  scene.sql(
    `insert into notify.policies (id, organization_id, name, event_type, category, definition, enabled, priority)
     values ($1, $2, 'p', 'alert.resolved', 'escalation', $3, true, 1)`,
    [uuidv7(), A, JSON.stringify({ ...toThoseNamed('alert.resolved', 'escalation', false), ...change })],
  );

describe('who was paged (ALERT-144)', () => {
  it('hears of the end, once, where the page went, without any notification policy', async () => {
    const id = await pagedBoth();
    expect(await ends()).toEqual([]);
    await resolve(id, 400);
    expect((await ends()).sort()).toEqual([ann, bob].map((one) => [one, 'resolved:1']).sort());
    const { message } = (
      await scene.sql<{ message: { title: string; alert: object } }>(
        `select message from notify.deliveries where event_type = 'alert.resolved' limit 1`,
      )
    )[0]!;
    expect(message).toMatchObject({ title: 'Resolved: Checkout errors', alert: { state: 'resolved' } });
  });

  it('hears nothing where the page was not sent yet, and who was never paged neither', async () => {
    const id = await scene.open();
    await scene.rounds(0);
    await resolve(id, 10);
    expect(await ends()).toEqual([]);
    const pages = await scene.sql(`select status from notify.deliveries where event_type = 'alert.escalated'`);
    expect(pages).toEqual([{ status: 'skipped' }]);
  });

  it('hears of it once where a policy notifies of it too', async () => {
    await addNotificationPolicy({ recipient_resolver: 'fixed_users', resolver_config: { user_ids: [ann] } });
    const id = await pagedBoth();
    await resolve(id, 400);
    expect((await ends()).sort()).toEqual([ann, bob].map((one) => [one, 'resolved:1']).sort());
  });

  it('hears of it once where iam first has to say who is in the team of a policy', async () => {
    await addNotificationPolicy({ recipient_resolver: 'team_members', resolver_config: { team_id: TEAM } });
    const id = await pagedBoth();
    await resolve(id, 400);
    expect(await ends()).toEqual([]);
    const directory = { membersFor: async () => new Map([[TEAM, { members: [ann], leads: [] }]]) };
    const resolution = new RecipientResolution(
      scene.database.transactions,
      directory as unknown as TeamDirectory,
      host,
    );
    resolution.start(A, () => undefined);
    await resolution.settled();
    expect((await ends()).sort()).toEqual([ann, bob].map((one) => [one, 'resolved:1']).sort());
  });

  it('of an incident that is opened again hears of its next end only if paged again', async () => {
    const id = await pagedBoth();
    await resolve(id, 400);
    await sent();
    await scene.open('nights', {}, 420);
    await scene.rounds(420);
    await sent();
    await resolve(id, 430);
    const second = (await ends()).slice(2);
    expect(second).toEqual([[ann, 'resolved:3']]);
  });

  it('hears of it by the default routes where they were what was left', async () => {
    const id = await pagedBoth();
    await scene.rounds(600);
    await sent();
    await resolve(id, 700);
    expect((await ends()).map(([to]) => to).sort()).toEqual([ann, bob, 'everyone'].sort());
  });

  it('hears nothing at an endpoint that is gone or off by then', async () => {
    const id = await pagedBoth();
    await scene.sql('update notify.user_endpoints set enabled = false where user_id = $1', [ann]);
    await scene.sql('delete from notify.preference_steps');
    await scene.sql('delete from notify.user_endpoints where user_id = $1', [bob]);
    await resolve(id, 400);
    expect(await ends()).toEqual([]);
  });
});
