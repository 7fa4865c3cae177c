import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { silenceOf } from '../silences/silence-rules.js';
import { addSilence } from '../silences/silences.store.js';
import { A, PagingScene, person, SECOND, step, T0, type Targets } from './paging.fixture.js';

let scene: PagingScene;
let [ann, bob, eve] = ['', '', ''];
/** An unreachable user. */
const UNREACHABLE = uuidv7();

beforeAll(async () => {
  scene = await PagingScene.start('notify_paging');
  [ann, bob, eve] = [await scene.addPerson(), await scene.addPerson(), await scene.addPerson('alert')];
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const two = () => scene.addPolicy([step([person(ann)]), step([person(bob)])]);
const place = async (id: string) => {
  const { current_loop: loop, current_step: at } = await scene.incident(id);
  return [loop, at];
};

describe('an escalation (ALERT-81, ALERT-82)', () => {
  it('pages the first step at once, the next after its time, and then the default routes, each once', async () => {
    await two();
    const id = await scene.open();
    await scene.rounds(0);
    expect(await scene.paged()).toEqual([`${ann} 0:0`]);
    await scene.rounds(299);
    expect(await scene.paged()).toHaveLength(1);
    await scene.rounds(300);
    expect(await place(id)).toEqual([0, 1]);
    expect((await scene.incident(id)).current_step_started_at).toEqual(new Date(T0 + 300 * SECOND));
    await scene.rounds(600);
    await scene.rounds(10_000);
    expect(await scene.paged()).toEqual([`${ann} 0:0`, `${bob} 0:1`, 'everyone 0:2']);
    expect(await scene.timeline(id)).toEqual(['opened', 'paged', 'paged', 'paged']);
    expect(await scene.sql(`select from notify.pages where state = 'due'`)).toEqual([]);
    expect(await scene.sql('select from notify.organizations where next_page_at is not null')).toEqual([]);
  });

  it('goes through its steps as often as it says', async () => {
    await scene.addPolicy([step([person(ann)]), step([person(bob)])], { repeat: true, max_loops: 2 });
    const id = await scene.open();
    for (let at = 0; at <= 3_000; at += 300) await scene.rounds(at);
    expect(await scene.paged()).toEqual([`${ann} 0:0`, `${bob} 0:1`, `${ann} 1:0`, `${bob} 1:1`, 'everyone 1:2']);
    expect(await place(id)).toEqual([1, 1]);
  });

  it.each(['default', uuidv7()])('is none for the policy %s that does not exist', async (policy) => {
    await two();
    await scene.open(policy);
    await scene.rounds(0);
    expect(await scene.sql('select from notify.pages')).toEqual([]);
  });

  it('is found by the id of its policy, too', async () => {
    await scene.open(await two());
    await scene.rounds(0);
    expect(await scene.paged()).toEqual([`${ann} 0:0`]);
  });

  it('is none where all steps are for worse, and begins when it gets worse', async () => {
    await scene.addPolicy([step([person(ann)], 300, 'critical')]);
    const id = await scene.open();
    await scene.rounds(0);
    expect(await scene.paged()).toEqual([]);
    await raise(id, 10);
    await scene.rounds(10);
    expect(await scene.paged()).toEqual([`${ann} 0:0`]);
  });

  it('whose policy is deleted goes to the default routes', async () => {
    await two();
    await scene.open();
    await scene.sql('delete from notify.alert_escalations');
    await scene.rounds(0);
    expect(await scene.paged()).toEqual([`${ann} 0:0`, 'everyone 0:1']);
  });
});

const raise = (id: string, afterSecs: number) =>
  scene.change((incidents) => incidents.raiseSeverity(id, 'critical', { step: 1, value: 2, labels: {} }), afterSecs);

describe('whom a step pages (ALERT-83)', () => {
  it('is who is on call at that moment, the members of a team and people, each once', async () => {
    const [schedule, team] = [uuidv7(), uuidv7()];
    await addSchedule(schedule, [ann, bob]);
    scene.teams!.set(team, [bob, eve]);
    const targets: Targets = [
      { kind: 'schedule', schedule_id: schedule },
      { kind: 'team', team_id: team },
      person(bob),
    ];
    await scene.addPolicy([step(targets, 86_400), step([{ kind: 'schedule', schedule_id: schedule }])]);
    await scene.open();
    await scene.rounds(0);
    expect((await scene.paged()).sort()).toEqual([ann, bob, eve].map((one) => `${one} 0:0`).sort());
    await scene.rounds(86_400);
    expect((await scene.paged()).at(-1)).toBe(`${bob} 0:1`);
    const states = await scene.sql<{ state: string }>('select state from notify.pages order by step, target');
    expect(states.map(({ state }) => state)).toEqual(['paged', 'paged', 'paged', 'paged', 'due']);
  });

  it.each<[string, () => Promise<Targets>]>([
    ['an empty shift', async () => [{ kind: 'schedule', schedule_id: await addSchedule(uuidv7(), []) }]],
    ['a schedule that is gone', async () => [{ kind: 'schedule', schedule_id: uuidv7() }]],
    ['a team without members', async () => [{ kind: 'team', team_id: uuidv7() }]],
    ['a user whom nothing reaches', async () => [person(UNREACHABLE)]],
  ])('is the next one at once after %s', async (_, targets) => {
    await scene.addPolicy([step(await targets()), step([person(bob)])]);
    await scene.open();
    await scene.rounds(0);
    expect(await scene.paged()).toEqual([`${bob} 0:1`]);
  });

  it('is the default routes, once, where no step reaches a user, however often it repeats', async () => {
    await scene.addPolicy([step([person(UNREACHABLE)]), step([person(UNREACHABLE)])], { repeat: true, max_loops: 20 });
    const id = await scene.open();
    await scene.rounds(0);
    expect(await scene.paged()).toEqual(['everyone 0:2']);
    expect(await scene.timeline(id)).toHaveLength(4);
  });

  it('waits until the members of a team are known, and others do not wait for it', async () => {
    const team = uuidv7();
    await scene.addPolicy([step([{ kind: 'team', team_id: team }])]);
    await scene.addPolicy([step([person(bob)])], { name: 'days' });
    await scene.open();
    await scene.open('days', { service: 'cart' });
    scene.teams = undefined;
    await scene.rounds(0);
    expect(await scene.paged()).toEqual([`${bob} 0:0`]);
    scene.teams = new Map([[team, [ann]]]);
    await scene.rounds(5);
    expect(await scene.paged()).toEqual([`${bob} 0:0`, `${ann} 0:0`]);
  });
});

async function addSchedule(id: string, members: string[]): Promise<string> {
  const rotation = { id: 'r', name: 'r', members, kind: 'daily', active_window: null, start_at: T0 * 1_000 };
  const definition = {
    name: id,
    description: '',
    team_id: null,
    timezone: 'UTC',
    enabled: true,
    rotations: members.length === 0 ? [] : [{ ...rotation, first_start_at: T0 * 1_000 }],
    overrides: [],
  };
  await scene.sql(
    'insert into notify.schedules (organization_id, id, name, definition, created_by, updated_by) values ($1, $2, $3, $4, $5, $5)',
    [A, id, id, JSON.stringify(definition), UNREACHABLE],
  );
  return id;
}

describe('no page is sent any more (ALERT-84)', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['acknowledges it', (id) => scene.change((incidents) => incidents.acknowledge(id, ann), 100)],
    ['ends it', (id) => scene.change((incidents) => incidents.resolve(id, ann), 100)],
    ['snoozes it', (id) => scene.change((incidents) => incidents.snooze(id, 3_600, ann), 100)],
    ['silences it', (id) => scene.change((incidents) => incidents.silence(id, new Date(), '', ann), 100)],
  ])('once a user %s', async (_, move) => {
    await two();
    const id = await scene.open();
    await scene.rounds(0);
    await move(id);
    await scene.rounds(10_000);
    expect(await scene.sql(`select from notify.pages where state = 'due'`)).toEqual([]);
    const sent = await scene.sql<{ status: string }>(
      `select status from notify.deliveries where event_type = 'alert.escalated'`,
    );
    // What was not sent by then is not sent at all.
    expect(sent).toEqual([{ status: 'skipped' }]);
  });

  it('once it ends by itself', async () => {
    await two();
    const id = await scene.open();
    await scene.change((incidents) => incidents.resolveByRule(id, 'recovered'), 1);
    await scene.rounds(10_000);
    expect(await scene.paged()).toEqual([]);
  });

  it('while a silence is about it; then it goes on where it was', async () => {
    await two();
    await scene.open('nights', { service: 'cart' });
    await scene.rounds(0);
    const at = (seconds: number) => (T0 + seconds * SECOND) * 1_000;
    const matchers = [{ label: 'service', op: 'eq' as const, value: 'cart' }];
    const silence = silenceOf({ name: 'm', matchers, window: { type: 'fixed', start: at(0), end: at(1_000) } });
    await scene.database.transactions.in(A, (client) => addSilence(client, A, uuidv7(), silence, null));
    await scene.rounds(300);
    await scene.rounds(999);
    expect(await scene.paged()).toEqual([`${ann} 0:0`]);
    await scene.rounds(1_030);
    expect(await scene.paged()).toEqual([`${ann} 0:0`, `${bob} 0:1`]);
  });
});

describe('fault that is notified again begins at the first step (ALERT-85)', () => {
  it('when it gets worse', async () => {
    await two();
    const id = await scene.open();
    await scene.rounds(0);
    await scene.rounds(300);
    await raise(id, 400);
    expect(await place(id)).toEqual([0, 0]);
    await scene.rounds(400);
    expect(await scene.paged()).toEqual([`${ann} 0:0`, `${bob} 0:1`, `${ann} 0:0`]);
    await scene.rounds(600);
    expect(await scene.paged()).toHaveLength(3);
    await scene.rounds(700);
    expect(await scene.paged()).toHaveLength(4);
  });

  it('when it is opened again', async () => {
    await two();
    const id = await scene.open();
    await scene.rounds(0);
    await scene.change((incidents) => incidents.resolveByRule(id, 'recovered'), 60);
    expect(await scene.open('nights', {}, 120)).toBe(id);
    await scene.rounds(120);
    expect(await scene.paged()).toEqual([`${ann} 0:0`, `${ann} 0:0`]);
  });
});
