/** What keeps a catalogue from deleting files that are not its own, over a real database and both kinds of store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '@spanwise/host/logger';
import { DiskStore } from '@spanwise/object-store/disk-store';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { StoreMarks } from '@spanwise/object-store/store-marks';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { segmentKey } from '@spanwise/segments/segment-key';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { migrations } from '../../db/migrations.js';
import { GuardedStore } from './guarded-store.js';
import { Leases } from './leases.js';
import { Removal } from './removal.js';
import { SegmentUpkeep } from './segment-upkeep.js';
import { StoreGuard, type GuardLimits } from './store-guard.js';

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [OURS, THEIRS, SESSION, ANOTHER, LINEAGE, ORGANIZATION] = [1, 2, 3, 4, 5, 6].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const OWNER = { installation: OURS, session: SESSION, first: SESSION };
const HOLD = { reason: 'database_behind', sinceMicros: 1, store: { n: 9 }, database: { n: 7 } } as const;
const LIMITS: GuardLimits = { freshMs: 0, settleMs: 600_000, followMs: 0 };

let database: ScratchDatabase;
let source: Database;
let writer: Pool;
let folder: string;
let store: ObjectStore;
let marks: StoreMarks;
let heard: { installation: string; sessions: string[] } | undefined;

const guard = (limits: Partial<GuardLimits> = {}) =>
  new StoreGuard(writer, marks, () => heard, 1, { ...LIMITS, ...limits });
const keyOf = (n: number) =>
  segmentKey({ organizationId: ORGANIZATION, signal: 'logs', stream: 'default' }, 0, `0-${n}-${uuid(n)}`);

beforeAll(async () => {
  database = await scratchDatabase('store_guard');
  await provision(database.url, TEST_PASSWORDS);
  const from = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(from('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  source = await Database.open(from('spanwise_apm_writer'));
  writer = source.pool;
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-guard-'));
  store = new DiskStore(folder);
  marks = new StoreMarks(store);
  heard = { installation: OURS, sessions: [SESSION] };
  await writer.query(
    `insert into manifest_offsets values (0, '${LINEAGE}', 7)
     on conflict (shard) do update set lineage = excluded.lineage, n = excluded.n`,
  );
  await marks.putOwner(OWNER);
  await marks.putShard(0, { lineage: LINEAGE, epoch: 0, n: 7 });
  await store.putBytes(keyOf(7), Buffer.from('a file that no manifest names'));
  return () => rm(folder, { recursive: true });
});
afterAll(async () => {
  await source.close();
  await database.drop();
});

/** Two rounds of upkeep, the first of a process and the next one; returns whether they have deleted the file. */
async function sweeps(of = guard()): Promise<boolean> {
  const guarded = new GuardedStore(store, of);
  const removal = new Removal(writer, guarded, new Leases(), 0);
  const compaction = { run: async () => 0 } as never;
  const upkeep = new SegmentUpkeep(compaction, removal, of, createLogger('apm', 'silent'));
  for (let round = 0; round < 2; round++) await upkeep.round();
  return (await store.readBytes(keyOf(7), 100)) === undefined;
}

describe('a catalogue', () => {
  it('deletes files of its own store', async () => {
    expect(await sweeps()).toBe(true);
  });

  it('of a copy on the store of another installation deletes nothing and puts nothing (PROTO-40)', async () => {
    heard = { installation: THEIRS, sessions: [SESSION] };
    const copy = guard();
    expect([await sweeps(copy), copy.standing]).toEqual([false, 'foreign']);
    const guarded = new GuardedStore(store, copy);
    await expect(guarded.putBytes('a/b', Buffer.alloc(1))).rejects.toThrow('of another installation');
    await expect(guarded.delete(keyOf(7))).rejects.toThrow('not deleted: foreign');
  });

  it('of a database that a copy was made of deletes nothing once the copy has claimed the store', async () => {
    await marks.putOwner({ ...OWNER, session: ANOTHER });
    expect(await sweeps()).toBe(false);
  });

  it('of that copy deletes nothing before the owner had time to hold it (PROTO-42)', async () => {
    await marks.putOwner({ ...OWNER, session: ANOTHER });
    heard = { installation: OURS, sessions: [ANOTHER] };
    const copy = guard();
    expect([await sweeps(copy), copy.standing]).toEqual([false, 'waiting']);
    await marks.hold('owner', { ...HOLD, reason: 'another_session' });
    expect([await copy.look(), await sweeps(guard({ settleMs: 0 }))]).toEqual(['held', false]);
  });

  it('goes on deleting after its projector was started again', async () => {
    await marks.putOwner({ ...OWNER, session: ANOTHER });
    heard = { installation: OURS, sessions: [ANOTHER] };
    expect(await sweeps(guard({ settleMs: 0 }))).toBe(true);
  });

  it('deletes nothing while the store was written from beyond it, and nothing while that is held (PROTO-41)', async () => {
    await marks.putShard(0, { lineage: LINEAGE, epoch: 0, n: 8 });
    expect(await sweeps()).toBe(false);
    await marks.hold('shard-0', HOLD);
    await marks.putShard(0, { lineage: LINEAGE, epoch: 0, n: 7 });
    const restored = guard();
    expect([await sweeps(restored), restored.standing]).toEqual([false, 'held']);
    await marks.release();
    expect([await sweeps(restored), restored.standing]).toEqual([true, 'own']);
  });

  it.each([
    ['of another lineage', () => marks.putShard(0, { lineage: OURS, epoch: 0, n: 1 })],
    ['without a mark', () => store.delete('.spanwise/owner')],
    [
      'that the projector was not heard of',
      async () => {
        heard = undefined;
      },
    ],
  ])('deletes nothing of a store %s', async (_, change) => {
    await change();
    expect(await sweeps()).toBe(false);
  });
});
