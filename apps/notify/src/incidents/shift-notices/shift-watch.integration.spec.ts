/** Who hears of the beginning and the end of a shift (ALERT-142), over real tables. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import type { NotifyConfig } from '../../config.js';
import { within, type Turn } from '../../db/organization-transactions.js';
import { A, PagingScene, step } from '../paging/paging.fixture.js';
import type { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import type { Pipeline } from '../../delivery/pipeline/pipeline.js';
import { plan } from '../../delivery/pipeline/plan.js';
import { publish } from '../../delivery/pipeline/publish.js';
import { toThoseNamed } from '../../routing/policies/built-in-policies.js';
import { dailySchedule } from '../../oncall/schedules/schedule.fixture.js';
import type { Schedule } from '../../oncall/schedules/schedule-rules.js';
import { addSchedule, setSchedule } from '../../oncall/schedules/schedules.store.js';
import { ShiftWatch } from './shift-watch.js';

const MINUTE = 60_000_000;
const DAY = 1_440 * MINUTE;
const HANDOFF = Date.parse('2026-11-23T08:00Z') * 1_000;
const SCHEDULE = uuidv7();
const host = { logger: pino({ level: 'silent' }) } as unknown as Host;
const config = { values: { baseUrl: 'https://spanwise.example' } } as NotifyConfig;

let scene: PagingScene;
let ann: string;
let bob: string;
let fault: Error | undefined;

beforeAll(async () => (scene = await PagingScene.start('notify_shifts')));
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  await scene.sql('truncate notify.user_endpoints, notify.preferences, notify.preference_steps, notify.policies');
  await scene.sql(`delete from notify.default_routes where category = 'oncall'`);
  [ann, bob] = [await scene.addPerson('oncall'), await scene.addPerson('oncall')];
  await scene.sql('insert into notify.organizations (id) values ($1)', [A]);
  await scene.database.transactions.in(A, (client) => addSchedule(client, A, SCHEDULE, daily(), ann));
  fault = undefined;
});

/** Ann has had the day before the handoff, Bob has the one after it. */
const daily = (change: Partial<Schedule> = {}): Schedule => ({
  ...dailySchedule([ann, bob], HANDOFF - DAY),
  ...change,
});

/** As the service has it, with a process that may die before the commit. */
const pipeline = {
  accept: ({ organizationId, transaction }: Turn, event: PublishEvent) =>
    transaction(async (client) => {
      const inner = within(organizationId, client);
      const made = await plan(inner, await publish(inner, event));
      if (fault !== undefined) throw fault;
      return made;
    }),
} as unknown as Pipeline;
const watch = () =>
  new ShiftWatch(scene.database.transactions, pipeline, { wake: () => undefined } as DeliveryWorker, config, host);

interface Notice {
  type: string;
  to: string;
  text: string;
}

/** What went into the outbox, in its order. */
const notices = () =>
  scene.sql<Notice>(
    `select event_type as type, target_value as to, message->>'text' as text from notify.deliveries
     where status = 'pending' order by id`,
  );
const types = async () => (await notices()).map(({ type, to }) => [type.split('.').at(-1), to]);

const addNotificationPolicy = (eventType: string, matchers: Record<string, string>, templateId?: string) =>
  scene.sql(
    `insert into notify.policies (id, organization_id, name, event_type, category, definition, template_id, enabled, priority)
     values ($1, $2, 'shifts', $3, 'oncall', $4, $5, true, 1)`,
    [
      uuidv7(),
      A,
      eventType,
      JSON.stringify({ ...toThoseNamed(eventType, 'oncall', true), matchers }),
      templateId ?? null,
    ],
  );

describe('a handoff (ALERT-142)', () => {
  it('notifies the next user half an hour ahead, then both, each once and by their own preference', async () => {
    await watch().round(HANDOFF - 31 * MINUTE);
    expect(await types()).toEqual([]);
    for (let at = -30; at < 10; at++) await watch().round(HANDOFF + at * MINUTE);
    expect(await notices()).toEqual([
      { type: 'oncall.shift.starting', to: bob, text: 'Your shift of Payments begins at 2026-11-23 09:00.' },
      { type: 'oncall.shift.ended', to: ann, text: 'Your shift of Payments has ended at 2026-11-23 09:00.' },
      { type: 'oncall.shift.started', to: bob, text: 'Your shift of Payments has begun at 2026-11-23 09:00.' },
    ]);
    const ids = await scene.sql<{ id: string }>('select event_id as id from notify.events order by event_id');
    expect(ids.map(({ id }) => id)).toEqual(
      ['ended', 'started', 'starting'].map((what) => `oncall.shift.${what}:${SCHEDULE}:${HANDOFF}`),
    );
  });

  it('is notified once by processes that look at the same moment', async () => {
    await Promise.all([1, 2, 3, 4].map((at) => watch().round(HANDOFF + at)));
    expect(await types()).toEqual([
      ['ended', ann],
      ['started', bob],
    ]);
  });

  it('is notified by the next look where its notification was not committed, and not when that comes too late', async () => {
    fault = new Error('the process died');
    await watch().round(HANDOFF);
    expect(await types()).toEqual([]);
    fault = undefined;
    await watch().round(HANDOFF + 5 * MINUTE + 1);
    expect(await types()).toEqual([]);
    await watch().round(HANDOFF + 4 * MINUTE);
    expect(await types()).toHaveLength(2);
  });

  it('carries the incidents that the user on call is paged of, and no others', async () => {
    await scene.addPolicy([step([{ kind: 'schedule', schedule_id: SCHEDULE }])], { name: 'payments' });
    await scene.addPolicy([step([{ kind: 'schedule', schedule_id: uuidv7() }])], { name: 'others' });
    await scene.open('payments', { service: 'pay' });
    const over = await scene.open('payments', { service: 'over' });
    await scene.change((incidents) => incidents.resolveByRule(over, 'recovered'), 1);
    await scene.open('others', { service: 'other' });
    await scene.sql('delete from notify.deliveries');
    await watch().round(HANDOFF);
    const [, started] = await notices();
    expect(started!.text).toBe(
      'Your shift of Payments has begun at 2026-11-23 09:00. One incident is still active: Checkout errors (service=pay): the value is 1',
    );
  });

  it('is notified in the words of a template, which may name the incidents', async () => {
    await scene.addPolicy([step([{ kind: 'schedule', schedule_id: SCHEDULE }])], { name: 'payments' });
    const open = await scene.open('payments', { service: 'pay' });
    const template = uuidv7();
    await scene.sql(
      `insert into notify.templates (id, organization_id, name, body, format, category) values ($1, $2, 'words', $3, 'text', 'oncall')`,
      [
        template,
        A,
        '{{incident_count}} {{incidents.0.incident_id}} {{oncall.current_user_id}} {{oncall.transition_at}}',
      ],
    );
    await addNotificationPolicy('oncall.shift.started', {}, template);
    await scene.sql('delete from notify.deliveries');
    await watch().round(HANDOFF);
    expect((await notices()).map(({ text }) => text)).toContain(`1 ${open} ${bob} 2026-11-23T08:00:00.000Z`);
  });

  it('into a gap ends a shift, one out of it begins one', async () => {
    const hours = { weekday_mask: 127, hour_start: 9, hour_end: 17 };
    const rotation = { ...daily().rotations[0]!, active_window: hours };
    await scene.database.transactions.in(A, (client) =>
      setSchedule(client, A, SCHEDULE, daily({ rotations: [rotation] }), ann),
    );
    await watch().round(HANDOFF + 8 * 60 * MINUTE);
    expect(await types()).toEqual([['ended', bob]]);
    await watch().round(HANDOFF + 24 * 60 * MINUTE);
    expect(await types()).toEqual([
      ['ended', bob],
      ['started', ann],
    ]);
  });

  it('of a user without a channel goes to the default routes, and a policy decides where there is one', async () => {
    await scene.sql('truncate notify.preferences, notify.preference_steps');
    const { routes } = (await scene.sql<{ routes: object[] }>('select routes from notify.default_routes'))[0]!;
    await scene.sql(
      `insert into notify.default_routes (id, organization_id, category, routes, enabled) values ($1, $2, 'oncall', $3, true)`,
      [uuidv7(), A, JSON.stringify(routes)],
    );
    await watch().round(HANDOFF - 10 * MINUTE);
    expect(await types()).toEqual([['starting', 'everyone']]);
    await addNotificationPolicy('oncall.shift.ended', { schedule_id: uuidv7() });
    await watch().round(HANDOFF);
    expect(await types()).toEqual([
      ['starting', 'everyone'],
      ['started', 'everyone'],
    ]);
  });

  it('of a schedule that is off is none', async () => {
    await scene.database.transactions.in(A, (client) =>
      setSchedule(client, A, SCHEDULE, daily({ enabled: false }), ann),
    );
    await watch().round(HANDOFF);
    expect(await types()).toEqual([]);
  });
});
