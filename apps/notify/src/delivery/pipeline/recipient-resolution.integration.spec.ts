import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '@spanwise/contracts/base/errors';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import type { TeamMembers } from '../../routing/policies/resolvers.js';
import type { TeamDirectory } from '../../routing/policies/team-directory.js';
import { RecipientResolution } from './recipient-resolution.js';
import { addUnresolved } from '../../routing/unresolved-events/unresolved-events.store.js';

const A = uuidv7();
const TEAM = uuidv7();
const POLICY = uuidv7();
let database: NotifyDatabase;
/** What iam answers about the team. */
let members: () => Promise<string[]>;
let asked = 0;
const teams = {
  membersFor: async (): Promise<TeamMembers> => {
    asked++;
    return new Map([[TEAM, { members: await members(), leads: [] }]]);
  },
} as unknown as TeamDirectory;
const host = { logger: pino({ level: 'silent' }) } as unknown as Host;

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_resolution');
  const definition = {
    recipient_resolver: 'team_members',
    resolver_config: { team_id: TEAM },
    delivery_mode: 'prefer_user',
    delivery_config: { connector_ids: [] },
    fallback_config: {},
    category: 'alert',
  };
  await database.admin.query(
    `insert into notify.policies (id, organization_id, name, event_type, category, definition, enabled, priority)
     values ($1, $2, 'p', 'alert.triggered', 'alert', $3, true, 1)`,
    [POLICY, A, JSON.stringify(definition)],
  );
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.admin.query('truncate notify.unresolved_events, notify.deliveries, notify.organizations');
  members = async () => [uuidv7()];
  asked = 0;
});

const worker = () => new RecipientResolution(database.transactions, teams, host);
/** One pass of a worker. */
async function pass(resolution = worker()): Promise<void> {
  resolution.start(A, () => undefined);
  await resolution.settled();
}
const put = (eventId: string) =>
  database.transactions.in(A, (client) =>
    addUnresolved(
      client,
      A,
      {
        eventId,
        policyId: POLICY,
        eventType: 'alert.triggered',
        attributes: {},
        message: { title: 't', text: 'x' },
        groupKey: 'i1',
      },
      false,
    ),
  );
const waiting = async () =>
  (
    await database.admin.query<{ event_id: string }>('select event_id from notify.unresolved_events order by id')
  ).rows.map(({ event_id: id }) => id);
/** Events whose recipients were found, in the order in which they were notified. None here has a route: the log says so. */
const resolved = async () =>
  (await database.admin.query<{ event_id: string }>('select event_id from notify.deliveries order by id')).rows.map(
    ({ event_id: id }) => id,
  );

describe('events that wait for their recipients', () => {
  it('are resolved once and in their order, however many workers are at it', async () => {
    for (let count = 0; count < 10; count++) await put(`e${count}`);
    await Promise.all([pass(), pass(), pass()]);
    expect(await waiting()).toEqual([]);
    expect(await resolved()).toEqual(Array.from({ length: 10 }, (_, count) => `e${count}`));
  });

  it('wait in their order while iam is away, and are not asked for all the time', async () => {
    members = () => Promise.reject(unavailable('The iam service is not running at the moment.'));
    await put('first');
    await pass();
    await pass();
    expect([await waiting(), asked]).toEqual([['first'], 1]);
    members = async () => [uuidv7()];
    // What comes later takes those before it along.
    await put('second');
    await pass();
    expect([await waiting(), await resolved()]).toEqual([[], ['first', 'second']]);
  });

  it('do not hold up a worker while iam does not answer, and one that began is enough', async () => {
    let answer = (_: string[]) => {};
    members = () => new Promise((resolve) => (answer = resolve));
    await put('slow');
    const resolution = worker();
    resolution.start(A, () => undefined);
    await expect.poll(() => asked).toBe(1);
    resolution.start(A, () => undefined);
    answer([uuidv7()]);
    await resolution.settled();
    expect([asked, await resolved()]).toEqual([1, ['slow']]);
  });

  it('are forgotten when their policy is gone or off', async () => {
    await put('off');
    await database.admin.query('update notify.policies set enabled = false');
    await pass();
    expect([await waiting(), await resolved(), asked]).toEqual([[], [], 0]);
    await database.admin.query('update notify.policies set enabled = true');
  });
});
