import type { Client, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import type { OrganizationTransactions } from '../../db/organization-transactions.js';
import type { DeliveryRow } from '../outbox/delivery-rows.js';
import { enqueue, finish, lease } from '../outbox/outbox.store.js';
import { recordFailure, recordSuccess } from './circuits.store.js';

const A = uuidv7();
let database: NotifyDatabase;
let admin: Client;
let transactions: OrganizationTransactions;
let connector: string;

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_circuits');
  ({ admin, transactions } = database);
});
afterAll(() => database.stop());
beforeEach(async () => {
  connector = uuidv7();
  await admin.query('truncate notify.deliveries, notify.connector_health');
});

const inA = <T>(work: (client: PoolClient) => Promise<T>) => transactions.in(A, work);
const put = (connectorId = connector) =>
  inA((client) => {
    const chain = { eventId: uuidv7(), eventType: 'alert.triggered', policyId: uuidv7(), userId: uuidv7() };
    const message = { title: 't', text: 'x' };
    const target = { type: 'direct_user' as const, value: 'me' };
    const route = { stage: 'user_primary' as const, connector_id: connectorId, target };
    return enqueue(client, A, { ...chain, message, groupKey: null }, [route]);
  });
const take = (limit = 50) => inA((client) => lease(client, A, limit));
const fail = (row: DeliveryRow) =>
  inA(async (client) => {
    await finish(client, row, { status: 'pending', waitMs: 0 });
    return recordFailure(client, row, 'http_503', 1);
  });
const succeed = (row: DeliveryRow) =>
  inA(async (client) => {
    await finish(client, row, { status: 'success' });
    return recordSuccess(client, row, 1);
  });
const passRest = async () => {
  await admin.query(`update notify.connector_health set open_until = now() - interval '1 s'`);
  await admin.query(`update notify.deliveries set next_at = now() - interval '1 s' where status = 'pending'`);
};
/** Every n-th fails, the others succeed. */
function pattern(attempts: number, every: number): boolean[] {
  return Array.from({ length: attempts }, (_, at) => (at + 1) % every !== 0);
}
/** Five failures in a row of one delivery. */
const open = async () => {
  await put();
  for (let count = 0; count < 5; count++) {
    const [row] = await take();
    const { change } = await fail(row!);
    expect(change).toBe(count === 4 ? 'opened' : undefined);
  }
};

/** What is left of a rest, of which this test has spent a part. */
const secondsOf = (rest: number) => expect.toSatisfy((left: number) => left <= rest && left > rest / 2);

describe('the circuit (DELIVERY-13)', () => {
  it('opens after five failures in a row: nothing goes, and no attempt is used up', async () => {
    await open();
    await put();
    expect(await take()).toEqual([]);
    const { rows } = await admin.query<{ attempt: number; error_code: string; wait: number }>(
      `select attempt, error_code, extract(epoch from next_at - now())::float8 as wait from notify.deliveries order by id`,
    );
    expect(rows).toEqual([
      { attempt: 5, error_code: 'circuit_open', wait: secondsOf(30) },
      { attempt: 0, error_code: 'circuit_open', wait: secondsOf(30) },
    ]);
  });

  it('does not hold up another connector', async () => {
    await open();
    await put(uuidv7());
    expect(await take()).toHaveLength(1);
  });

  it('lets one delivery try after the rest, and rests longer when that fails', async () => {
    await open();
    for (let count = 0; count < 3; count++) await put();
    await passRest();
    const probes = await take();
    expect(probes).toHaveLength(1);
    expect(await take()).toEqual([]);
    expect(await fail(probes[0]!)).toEqual({ hopeless: false, change: 'stays_open' });
    const { rows } = await admin.query<{ wait: number }>(
      `select extract(epoch from open_until - now())::float8 as wait from notify.connector_health`,
    );
    expect(rows).toEqual([{ wait: secondsOf(60) }]);
  });

  it('closes with the first success: all that waits may go', async () => {
    await open();
    for (let count = 0; count < 3; count++) await put();
    await passRest();
    const [probe] = await take();
    expect(await succeed(probe!)).toBe('closed');
    expect(await take()).toHaveLength(3);
  });

  it('is not opened by failures with a success between them, nor twice by those under way', async () => {
    for (let count = 0; count < 6; count++) {
      await put();
      const [row] = await take();
      if (count === 3) await succeed(row!);
      else expect((await fail(row!)).change).toBeUndefined();
      await admin.query(`delete from notify.deliveries`);
    }
    for (let count = 0; count < 4; count++) await put();
    const rows = await take();
    expect(rows).toHaveLength(4);
    const changes = [];
    for (const row of rows) changes.push((await fail(row)).change);
    expect(changes).toEqual([undefined, undefined, 'opened', undefined]);
  });

  it.each<[string, boolean[], number | undefined]>([
    ['opens when half of ten attempts within a minute failed', pattern(10, 2), 10],
    ['stays closed while fewer than half fail', pattern(30, 3), undefined],
    [
      'stays closed before there are ten attempts',
      [false, true, false, true, false, true, false, true, false],
      undefined,
    ],
  ])('%s, never five in a row', async (_, succeeds, opensAt) => {
    for (const [at, success] of succeeds.entries()) {
      await put();
      const [row] = await take();
      const change = success ? await succeed(row!) : (await fail(row!)).change;
      expect([at + 1, change]).toEqual([at + 1, at + 1 === opensAt ? 'opened' : undefined]);
      await admin.query(`delete from notify.deliveries`);
    }
  });

  it('forgets attempts that are a minute old, and does not need ten to rest again after a probe', async () => {
    const attempt = async (success: boolean) => {
      await put();
      const [row] = await take();
      const change = success ? await succeed(row!) : (await fail(row!)).change;
      await admin.query(`delete from notify.deliveries`);
      return change;
    };
    const later = (seconds: number) =>
      admin.query(`update notify.connector_health set half_started_at = half_started_at - make_interval(secs => $1)`, [
        seconds,
      ]);
    for (const success of pattern(9, 2)) expect(await attempt(success)).toBeUndefined();
    await later(61);
    for (const success of pattern(9, 2)) expect(await attempt(success)).toBeUndefined();
    await later(31);
    expect(await attempt(false)).toBe('opened');
    await passRest();
    await later(120);
    expect(await attempt(false)).toBe('stays_open');
    await passRest();
    expect(await attempt(true)).toBe('closed');
    expect(await attempt(false)).toBeUndefined();
  });

  it('has no hope after five days without a success', async () => {
    await open();
    await passRest();
    await admin.query(`update notify.connector_health set failing_since = now() - interval '5 d 1 s'`);
    const [probe] = await take();
    expect((await fail(probe!)).hopeless).toBe(true);
  });
});

describe('the send rate (DELIVERY-14)', () => {
  beforeEach(async () => {
    await admin.query(
      `insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1::uuid, $2, $1::text, 'chatone_webhook', '')`,
      [connector, A],
    );
  });

  it('of a chat connector is five at once and then one a second', async () => {
    for (let count = 0; count < 9; count++) await put();
    // The clock of a transaction stands still.
    await inA(async (client) => {
      const first = await lease(client, A, 50);
      expect(first).toHaveLength(4);
      for (const row of first) await finish(client, row, { status: 'success' });
      expect(await lease(client, A, 50)).toHaveLength(1);
      expect(await lease(client, A, 50)).toEqual([]);
      await client.query(`update connector_health set free_at = free_at - interval '1.1 s'`);
      expect(await lease(client, A, 50)).toHaveLength(1);
    });
  });

  it('goes on where the clock was set back an hour', async () => {
    await put();
    await inA(async (client) => {
      await client.query(
        `insert into connector_health (organization_id, connector_id, free_at) values ($1, $2, now() + interval '1 hour')`,
        [A, connector],
      );
      expect(await lease(client, A, 50)).toHaveLength(1);
    });
  });
});
