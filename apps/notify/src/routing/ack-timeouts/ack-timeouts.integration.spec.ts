import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import type { OrganizationTransactions } from '../../db/organization-transactions.js';
import { acknowledgeTimers, addTimer, endTimer, startTimer, takeDueTimer } from './ack-timeouts.store.js';

const A = uuidv7();
let database: NotifyDatabase;
let transactions: OrganizationTransactions;

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_escalations');
  ({ transactions } = database);
});
afterAll(() => database.stop());

async function dueTimer(eventId: string): Promise<void> {
  const timer = { event_type: 'alert.triggered', attributes: {}, message: { title: 't', text: 'x' }, group_key: null };
  const policyId = uuidv7();
  await transactions.in(A, async (client) => {
    await addTimer(client, A, { ...timer, event_id: eventId, policy_id: policyId, ack_timeout_seconds: 0 });
    expect(await takeDueTimer(client, A)).toBeUndefined();
    await startTimer(client, A, eventId, policyId);
  });
}
const take = (fail = false) =>
  transactions.in(A, async (client) => {
    const timer = await takeDueTimer(client, A);
    if (timer !== undefined) await endTimer(client, A, timer, 'escalated');
    if (fail) throw new Error('killed');
    return timer?.event_id;
  });

it('a timer whose time is up is taken once, by whichever worker comes first', async () => {
  await dueTimer('once');
  const taken = await Promise.all([take(), take(), take()]);
  expect(taken.filter((id) => id !== undefined)).toEqual(['once']);
  expect(await take()).toBeUndefined();
});

it('a timer of a worker that is lost on the way is there for the next one', async () => {
  await dueTimer('lost');
  await expect(take(true)).rejects.toThrow('killed');
  expect(await take()).toBe('lost');
});

it('a timer is either acknowledged or escalated, never both', async () => {
  for (let round = 0; round < 10; round++) {
    await dueTimer(`race${round}`);
    const [taken] = await Promise.all([
      take(),
      transactions.in(A, (client) => acknowledgeTimers(client, A, `race${round}`)),
    ]);
    const { rows } = await database.admin.query<{ status: string }>(
      'select status from notify.escalations where event_id = $1',
      [`race${round}`],
    );
    expect(rows[0]!.status).toBe(taken === undefined ? 'acknowledged' : 'escalated');
  }
});
