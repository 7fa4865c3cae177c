import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import type { Turn } from '../../db/organization-transactions.js';
import { addEvent } from '../../channels/outbox/events.store.js';
import type { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import type { Pipeline } from '../../delivery/pipeline/pipeline.js';
import type { PeopleDirectory } from '../../oncall/schedules/people.js';
import { UnreachableMembers } from '../../oncall/schedules/unreachable-members.js';
import { dailySchedule } from '../../oncall/schedules/schedule.fixture.js';
import type { Schedule } from '../../oncall/schedules/schedule-rules.js';
import { addSchedule, setSchedule } from '../../oncall/schedules/schedules.store.js';
import { CoverageWatch } from './coverage-watch.js';

const DAY = 86_400_000_000;
const NOW = Date.parse('2026-11-23T12:00Z') * 1_000;
const [A, ANN, SCHEDULE] = [uuidv7(), uuidv7(), uuidv7()];
/** Covered by day, and not at night. */
const NIGHTS = dailySchedule([ANN], NOW - 10 * DAY, { weekday_mask: 127, hour_start: 8, hour_end: 20 });

let database: NotifyDatabase;
let published: PublishEvent[];
let fault: Error | undefined;
/** The first half of the pipeline: the event is taken once, in the transaction of the watch. */
const pipeline = {
  accept: ({ organizationId, transaction }: Turn, event: PublishEvent) =>
    transaction(async (client) => {
      expect(await addEvent(client, organizationId, event)).toBe(true);
      published.push(event);
      if (fault !== undefined) throw fault;
      return 0;
    }),
} as unknown as Pipeline;
const people = {
  named: async (_: string, ids: string[]) => new Map(ids.map((id) => [id, 'x'])),
} as unknown as PeopleDirectory;
const host = { logger: pino({ level: 'silent' }) } as unknown as Host;
const watch = () =>
  new CoverageWatch(
    database.transactions,
    new UnreachableMembers(database.transactions, people),
    pipeline,
    { wake: () => undefined } as DeliveryWorker,
    host,
  );

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_coverage');
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.admin.query('truncate notify.schedules, notify.events, notify.organizations');
  await database.admin.query('insert into notify.organizations (id) values ($1)', [A]);
  await database.transactions.in(A, (client) => addSchedule(client, A, SCHEDULE, NIGHTS, ANN));
  published = [];
  fault = undefined;
});

describe('oncall.coverage.missing (ALERT-65)', () => {
  it('notifies of gaps and of unreachable members, once and not every minute', async () => {
    for (let minute = 0; minute < 5; minute++) await watch().round(NOW + minute * 60_000_000);
    expect(published).toMatchObject([
      {
        organization_id: A,
        event_type: 'oncall.coverage.missing',
        attributes: {
          schedule: { id: SCHEDULE, name: 'Payments', timezone: 'Europe/Berlin' },
          summary:
            'Payments: no user is on call from 2026-11-23 20:00 to 2026-11-24 08:00; there are 13 more gaps; 1 of its members could not be notified of anything.',
          gap_count: 14,
          unreachable_user_ids: [ANN],
          user_ids: [ANN],
        },
      },
    ]);
  });

  it('is notified once by two processes at the same moment', async () => {
    await Promise.all([watch().round(NOW), watch().round(NOW + 1)]);
    expect(published).toHaveLength(1);
  });

  it('is notified again by the next round where its notification was not committed', async () => {
    fault = new Error('the process died');
    await watch().round(NOW);
    expect(published).toHaveLength(1);
    fault = undefined;
    await watch().round(NOW);
    expect(published).toHaveLength(2);
    const { rows } = await database.admin.query('select event_id from notify.events');
    expect(rows).toHaveLength(1);
  });

  it('is notified when a change makes a gap, and not of a schedule that is off', async () => {
    await watch().round(NOW);
    const set = (change: Partial<Schedule>) =>
      database.transactions.in(A, (client) => setSchedule(client, A, SCHEDULE, { ...NIGHTS, ...change }, ANN));
    await set({ enabled: false });
    await watch().round(NOW + 1);
    expect(published).toHaveLength(1);
    await set({ rotations: [{ ...NIGHTS.rotations[0]!, first_start_at: NOW + 5 * DAY }] });
    await watch().round(NOW + 2);
    expect(published[1]!.attributes).toMatchObject({ gap_count: 1, unreachable_user_ids: [] });
  });
});
