// @module-tag long
/** Many incidents, several workers, transactions that die: each page is in the outbox once, and none is missing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueSteps } from '../page-queue/pages.store.js';
import { acknowledgeFromOutside } from '../incidents/acknowledge-from-outside.js';
import { A, PagingScene, person, step } from './paging.fixture.js';

/** `PAGED_INCIDENTS=1000 npm test -- pages-once` is the long run. */
const INCIDENTS = Number(process.env.PAGED_INCIDENTS ?? 200);
const STEPS = 4;
const WORKERS = 3;
/** Of the transactions, those that die with everything in them. */
const DYING = 0.1;

let scene: PagingScene;
let people: string[];

beforeAll(async () => {
  scene = await PagingScene.start('notify_pages_once');
  people = [];
  for (let at = 0; at < STEPS; at++) people.push(await scene.addPerson());
  await scene.addPolicy(people.map((id) => step([person(id)])));
});
afterAll(() => scene.stop());

/** The same sequence in every run. */
function dice(): () => number {
  let state = 7;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

it('pages each step of each incident once, and none that is acknowledged between its steps', async () => {
  const ids: string[] = [];
  for (let at = 0; at < INCIDENTS; at++) ids.push(await scene.open('nights', { service: `s${at}` }));
  const random = dice();
  let died = 0;
  const { transactions } = scene.database;
  const dying = {
    organizationsWithPages: transactions.organizationsWithPages.bind(transactions),
    in: <T>(id: string, work: Parameters<typeof transactions.in<T>>[1]) =>
      transactions.in<T>(id, async (client) => {
        const result = await work(client);
        if (random() >= DYING) return result;
        died++;
        throw new Error('killed');
      }),
  };
  const pagers = Array.from({ length: WORKERS }, () => scene.pager(dying));
  const taken = ids.filter((_, at) => at % 4 === 0);
  for (let at = 0; at <= STEPS; at++) {
    const now = new Date(Date.parse('2026-01-15T10:00:00Z') + at * 300_000);
    // A user takes a quarter over while the second step is being paged.
    const pressing = at === 1 ? taken.map((id) => () => press(id)) : [];
    await Promise.all([
      ...pagers.map(async (pager) => {
        while (await isAnythingDue(now)) await pager.round(now);
      }),
      (async () => {
        for (const one of pressing) await one();
      })(),
    ]);
  }
  expect(died).toBeGreaterThan(INCIDENTS / 10);
  const paged = await scene.sql<{ group_key: string; target_value: string; count: number }>(
    `select group_key, target_value, count(*)::int as count from notify.deliveries
     where event_type = 'alert.escalated' and target_value <> '' group by group_key, target_value`,
  );
  expect(paged.filter(({ count }) => count !== 1)).toEqual([]);
  const targetsOf = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { group_key: id, target_value: target } of paged) targetsOf.get(id)!.push(target);
  const isTaken = new Set(taken);
  for (const id of ids) {
    const targets = targetsOf.get(id)!;
    if (isTaken.has(id)) expect(targets.length, id).toBeLessThanOrEqual(2);
    else expect(targets.sort(), id).toEqual([...people, 'everyone'].sort());
  }
  const written = await scene.sql<{ count: number }>(
    `select count(*)::int as count from notify.incident_timeline where kind = 'paged'`,
  );
  expect(written[0]!.count).toBe(paged.length);
}, 600_000);

const isAnythingDue = (at: Date): Promise<boolean> =>
  scene.database.transactions.in(A, async (client) => (await dueSteps(client, A, at, 1)).length > 0);

const press = (id: string) =>
  scene.database.transactions.in(A, (client) =>
    acknowledgeFromOutside('https://spanwise.example')(client, A, id, { kind: 'link', recipient: 'ann@x.example' }),
  );
