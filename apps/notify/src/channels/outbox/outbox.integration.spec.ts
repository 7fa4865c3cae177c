import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Database } from '@spanwise/postgres/database';
import { NotifyConfig, type NotifyVariables } from '../../config.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { acknowledgeDeliveries, deliveryRow } from '../../delivery/deliveries/deliveries.store.js';
import { dueOrganizations, nextDueInMs, type OrganizationTransactions } from '../../db/organization-transactions.js';
import { DeliveryRetention } from '../../delivery/deliveries/delivery-retention.js';
import { bringForward, enqueue, finish, lease, LEASE_SECONDS, noteDue } from './outbox.store.js';

const A = uuidv7();
const B = uuidv7();
let database: NotifyDatabase;
let source: Database;
let admin: Client;
let transactions: OrganizationTransactions;

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_outbox');
  ({ source, admin, transactions } = database);
});
afterAll(() => database.stop());
beforeEach(() => admin.query('truncate notify.deliveries, notify.events, notify.organizations'));

let number = 0;
const put = (organizationId: string, change: { groupKey?: string; connector?: string } = {}) =>
  transactions.in(organizationId, async (client) => {
    const chain = {
      eventId: `e${++number}`,
      eventType: 'alert.triggered',
      policyId: uuidv7(),
      userId: uuidv7(),
      message: { title: 't', text: 'x' },
      groupKey: change.groupKey ?? null,
    };
    const target = { type: 'direct_user' as const, value: 'me' };
    const made = await enqueue(client, organizationId, chain, [
      { stage: 'user_primary', connector_id: change.connector ?? uuidv7(), target },
    ]);
    await bringForward(client, organizationId);
    return made;
  });
const take = (organizationId: string, limit = 10) =>
  transactions.in(organizationId, async (client) => {
    const rows = await lease(client, organizationId, limit);
    await noteDue(client, organizationId);
    return rows;
  });

describe('the outbox (DELIVERY-11)', () => {
  it('gives a delivery to one of the workers that ask at once', async () => {
    for (let count = 0; count < 20; count++) await put(A);
    const taken = (await Promise.all(Array.from({ length: 6 }, () => take(A, 5)))).flat();
    expect(taken).toHaveLength(20);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(20);
    expect(await take(A)).toEqual([]);
  });

  it('gives no more than was asked for', async () => {
    for (let count = 0; count < 5; count++) await put(A);
    expect(await take(A, 2)).toHaveLength(2);
  });

  it('does not let a worker record what another one has acknowledged', async () => {
    await put(A);
    const [paused] = await take(A);
    await admin.query(`update notify.deliveries set lease_until = now() - interval '1 s'`);
    const [taken] = await take(A);
    expect([taken!.id, taken!.attempt, taken!.fence]).toEqual([paused!.id, 2, paused!.fence + 1]);
    const record = (row: typeof paused) => transactions.in(A, (client) => finish(client, row!, { status: 'success' }));
    expect(await record(paused)).toBeUndefined();
    expect(await record(taken)).toEqual({ acknowledged: false });
    expect(await record(taken)).toBeUndefined();
  });

  it.each([
    ['success', 'acknowledged'],
    ['pending', 'acknowledged'],
    ['failed', 'failed'],
  ] as const)(
    'an attempt that comes to %s after its event was acknowledged is %s, and none follows',
    async (came, is) => {
      await put(A);
      const [row] = await take(A);
      await transactions.in(A, (client) => acknowledgeDeliveries(client, A, row!.event_id));
      const outcome = { status: came, waitMs: 0 };
      expect(await transactions.in(A, (client) => finish(client, row!, outcome))).toEqual({ acknowledged: true });
      expect(await transactions.in(A, (client) => deliveryRow(client, A, row!.id))).toMatchObject({ status: is });
      expect(await take(A)).toEqual([]);
    },
  );

  it('gives a delivery to another worker once its lease is over, and not before', async () => {
    await put(A);
    await take(A);
    // The clock of the leases is the database's: what passes for it is taken off the lease.
    const pass = (seconds: number) =>
      admin.query('update notify.deliveries set lease_until = lease_until - make_interval(secs => $1)', [seconds]);
    await pass(LEASE_SECONDS - 5);
    expect(await take(A)).toEqual([]);
    expect(await dueOrganizations(source, 10)).toEqual([]);
    await pass(6);
    expect((await take(A)).map(({ attempt }) => attempt)).toEqual([2]);
    expect(await take(A)).toEqual([]);
  });

  it('lets the oldest of an incident and a target go alone', async () => {
    const connector = uuidv7();
    for (let count = 0; count < 3; count++) await put(A, { groupKey: 'i1', connector });
    await put(A, { groupKey: 'i2', connector });
    const first = await take(A);
    expect(first.map(({ group_key: key }) => key).sort()).toEqual(['i1', 'i2']);
    expect(await take(A)).toEqual([]);
    const done = first.find(({ group_key: key }) => key === 'i1')!;
    await transactions.in(A, (client) => finish(client, done, { status: 'failed' }));
    expect((await take(A)).map(({ event_id: id }) => id)).toEqual([`e${number - 2}`]);
  });

  it('says which organizations have something to send, and when the next one will', async () => {
    await put(A);
    await put(B);
    expect((await dueOrganizations(source, 10)).sort()).toEqual([A, B].sort());
    const [row] = await take(A);
    await transactions.in(A, async (client) => {
      await finish(client, row!, { status: 'pending', waitMs: 60_000 });
      await noteDue(client, A);
    });
    expect(await dueOrganizations(source, 10)).toEqual([B]);
    expect(await nextDueInMs(source)).toBeLessThanOrEqual(0);
    const [last] = await take(B);
    await transactions.in(B, async (client) => {
      await finish(client, last!, { status: 'success' });
      await noteDue(client, B);
    });
    const waitMs = (await nextDueInMs(source))!;
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await take(A)).toEqual([]);
  });

  it('never loses the word of a delivery that is put in while another one ends', async () => {
    for (let round = 0; round < 20; round++) {
      await put(A);
      const [row] = await take(A);
      await Promise.all([
        put(A),
        transactions.in(A, async (client) => {
          await finish(client, row!, { status: 'success' });
          await (round % 2 === 0 ? bringForward : noteDue)(client, A);
        }),
      ]);
      expect(await dueOrganizations(source, 10)).toEqual([A]);
      const [other] = await take(A);
      await transactions.in(A, (client) => finish(client, other!, { status: 'success' }));
    }
  });

  it('forgets what is old, and never what still waits', async () => {
    for (const organizationId of [A, A, B]) await put(organizationId);
    const [old] = await take(A, 1);
    await transactions.in(A, (client) => finish(client, old!, { status: 'failed' }));
    await admin.query(`update notify.deliveries set created_at = now() - interval '31 d' where organization_id = $1`, [
      A,
    ]);
    const config = new NotifyConfig({ deliveryRetentionMs: 30 * 86_400_000 } as NotifyVariables);
    await new DeliveryRetention(transactions, {} as never, config).sweep();
    const { rows } = await admin.query<{ status: string }>('select status from notify.deliveries');
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending']);
  });
});
