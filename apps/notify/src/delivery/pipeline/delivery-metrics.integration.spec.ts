import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { DeliveryMetrics } from './delivery-metrics.js';

let database: NotifyDatabase;
const registry = new Registry();

beforeAll(async () => {
  database = await NotifyDatabase.start('notify_metrics');
  database.source.pool.on('error', () => undefined);
  new DeliveryMetrics(registry, database.source);
});
afterAll(() => database.stop());

/** As it is exported; undefined where it is not. */
async function overdueSeconds(): Promise<number | undefined> {
  const [, value] = /^spanwise_notify_overdue_seconds (.+)$/m.exec(await registry.metrics()) ?? [];
  return value === undefined ? undefined : Number(value);
}

const mayConnect = (change: 'grant' | 'revoke', preposition: 'to' | 'from') =>
  database.admin.query(
    `do $$ begin execute format('${change} connect on database %I ${preposition} public, spanwise_notify', current_database()); end $$`,
  );

/** The service has no connection and gets none. */
async function cutDatabase(): Promise<void> {
  await mayConnect('revoke', 'from');
  await database.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}
const restoreDatabase = () => mayConnect('grant', 'to');

describe('the age of overdue work', () => {
  it('is 0 while nothing is due', async () => {
    expect(await overdueSeconds()).toBe(0);
  });

  it('is not exported while the database is away, instead of saying that nothing is overdue', async () => {
    await database.admin.query(
      `insert into notify.organizations (id, next_due_at) values ($1, now() - interval '100 s')`,
      [uuidv7()],
    );
    expect(await overdueSeconds()).toBeGreaterThanOrEqual(100);
    await cutDatabase();
    try {
      expect(await overdueSeconds()).toBeUndefined();
    } finally {
      await restoreDatabase();
    }
    expect(await overdueSeconds()).toBeGreaterThanOrEqual(100);
  });
});
