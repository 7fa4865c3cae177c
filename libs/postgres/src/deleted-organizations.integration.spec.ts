import { Pool } from 'pg';
import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeletionOrder, DoneDeletion, DueDeletions } from '@spanwise/contracts/iam/organization-deletions';
import { createLogger } from '@spanwise/host/logger';
import { Shutdown } from '@spanwise/host/shutdown';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import {
  deletedOrganizations,
  deletedOrganizationsMigration,
  OrganizationDeletions,
  type RemovalNotes,
  type RemoveData,
  type RemovedData,
} from './deleted-organizations.js';
import { provision } from './provision.js';

const ID = '00000000-0000-7000-8000-0000000000a1';
const OTHER = '00000000-0000-7000-8000-0000000000a2';

let database: ScratchDatabase;
let pool: Pool;

/** iam, as far as a service sees it. */
class Orders {
  confirmed: DoneDeletion[] = [];
  asked: DueDeletions[] = [];
  isQuiet = true;
  isAway = false;
  private readonly requestedAtMicros = 1_000;

  async due(asked: DueDeletions): Promise<DeletionOrder[]> {
    this.asked.push(asked);
    const isKnown = asked.known_until_micros >= this.requestedAtMicros && !asked.unfinished.includes(ID);
    if (isKnown && this.confirmed.length > 0) return [];
    const order = { organization_id: ID, requested_at_micros: this.requestedAtMicros };
    return [{ ...order, is_quiet: this.isQuiet, is_projected: true }];
  }

  async confirm(done: DoneDeletion): Promise<void> {
    if (this.isAway) throw new Error('iam is away');
    this.confirmed.push(done);
  }
}

beforeAll(async () => {
  database = await scratchDatabase('deleted_organizations');
  await provision(database.url, TEST_PASSWORDS);
  pool = new Pool({ connectionString: database.urlAs('spanwise_notify'), max: 2 });
  const Migration = deletedOrganizationsMigration('DeletedOrganizations1');
  await new Migration().up({ query: (sql: string) => pool.query(sql) } as unknown as QueryRunner);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('delete from deleted_organizations'));

const deletions = (orders: Orders, remove: RemoveData): OrganizationDeletions => {
  const logger = createLogger('notify', 'silent');
  return new OrganizationDeletions('notify', pool, orders, remove, { logger, shutdown: new Shutdown(logger) });
};
/** As the transaction does it that removes them. */
async function noted(note: RemovalNotes, rows: number): Promise<void> {
  const client = await pool.connect();
  await note.rows(client, rows);
  client.release();
}
/** Batches of two rows until none is left. */
const holding = (rows: number): RemoveData => {
  let left = rows;
  return async (_, note) => {
    const removed = Math.min(left, 2);
    left -= removed;
    await noted(note, removed);
    return { rows: removed, files: 0, isEmpty: left === 0 };
  };
};

describe('the part of a service in a deletion', () => {
  it('goes on until nothing is left, and is confirmed with what was removed in all', async () => {
    const orders = new Orders();
    const remove = holding(5);
    for (const confirmed of [0, 0, 1, 1]) {
      await deletions(orders, remove).round();
      expect(orders.confirmed).toHaveLength(confirmed);
    }
    expect(orders.confirmed).toEqual([{ organization_id: ID, service: 'notify', rows: 5, files: 0 }]);
    expect(await deletedOrganizations(pool)).toEqual(new Set([ID]));
  });

  it('reports what was removed also where it was killed before its end', async () => {
    const orders = new Orders();
    const killed: RemoveData = async (_, note) => {
      await noted(note, 4);
      await note.file();
      throw new Error('killed');
    };
    await deletions(orders, killed).round();
    expect(orders.confirmed).toEqual([]);
    await deletions(orders, holding(0)).round();
    expect(orders.confirmed).toEqual([{ organization_id: ID, service: 'notify', rows: 4, files: 1 }]);
  });

  it('is not confirmed while something new may come', async () => {
    const orders = new Orders();
    orders.isQuiet = false;
    await deletions(orders, holding(1)).round();
    await deletions(orders, holding(1)).round();
    expect(orders.confirmed).toEqual([]);
    orders.isQuiet = true;
    await deletions(orders, holding(1)).round();
    expect(orders.confirmed).toHaveLength(1);
  });

  it('is confirmed later when iam is away at its end', async () => {
    const orders = new Orders();
    orders.isAway = true;
    await deletions(orders, holding(1)).round();
    expect(orders.confirmed).toEqual([]);
    orders.isAway = false;
    await deletions(orders, holding(7)).round();
    expect(orders.confirmed).toEqual([{ organization_id: ID, service: 'notify', rows: 1, files: 0 }]);
  });

  it('is done once more by a database that was restored from before it', async () => {
    const orders = new Orders();
    await deletions(orders, holding(1)).round();
    await pool.query('delete from deleted_organizations');
    await deletions(orders, holding(2)).round();
    expect(orders.confirmed.map(({ rows }) => rows)).toEqual([1, 2]);
  });

  it('holds up no other where it fails', async () => {
    const orders = new Orders();
    const [first, second] = [OTHER, ID];
    const both = async (asked: DueDeletions) => {
      const [order] = await orders.due(asked);
      return [{ ...order!, organization_id: first }, order!];
    };
    const remove = async ({ organization_id: id }: DeletionOrder): Promise<RemovedData> => {
      if (id === first) throw new Error('a row cannot be removed');
      return { rows: 1, files: 0, isEmpty: true };
    };
    const logger = createLogger('notify', 'silent');
    const host = { logger, shutdown: new Shutdown(logger) };
    const port = { due: both, confirm: (done: DoneDeletion) => orders.confirm(done) };
    await new OrganizationDeletions('notify', pool, port, remove, host).round();
    expect(orders.confirmed.map((done) => done.organization_id)).toEqual([second]);
  });

  it('is looked at for a day: what was written late goes too', async () => {
    const orders = new Orders();
    await deletions(orders, holding(1)).round();
    await deletions(orders, holding(4)).round();
    const rows = async () =>
      (await pool.query<{ rows: string }>('select rows from deleted_organizations')).rows[0]!.rows;
    expect(await rows()).toBe('1');
    await pool.query("update deleted_organizations set swept_at = now() - interval '2 hours'");
    await deletions(orders, holding(2)).round();
    expect(await rows()).toBe('3');
  });
});
