/** A database put back takes the rows of newer files back, each once (PROTO-44), over a real database, engine and store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureFolder } from '@spanwise/host/work-folder';
import { DiskStore } from '@spanwise/object-store/disk-store';
import { RemovedFiles } from '@spanwise/object-store/removed-files';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { migrations } from '../../db/migrations.js';
import { Compaction } from '../segments/compaction.js';
import { FakeProjector, NOW, ORGANIZATION } from '../segments/fake-projector.fixture.js';
import { Leases } from '../segments/leases.js';
import { Removal } from '../segments/removal.js';
import { CachedSegmentFiles } from '../segments/segment-files.js';
import { adopt } from './adoption.js';
import { missingFiles, type MissingFile } from './missing-files.js';

const OTHER = '00000000-0000-7000-8000-0000000000b2';
const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
/** An hour of the past, in which nothing is stored any more. */
const CLOSED = Math.floor(NOW / HOUR) * HOUR - 5 * HOUR;

let database: ScratchDatabase;
let owner: Database;
let source: Database;
let writer: Pool;
let engine: SegmentEngine;
let folder: string;
let store: DiskStore;
let files: CachedSegmentFiles;
let removal: Removal;
let compaction: Compaction;
let projector: FakeProjector;

const part = (name: string) => () => ensureFolder(join(folder, name));

beforeAll(async () => {
  database = await scratchDatabase('adoption');
  await provision(database.url, TEST_PASSWORDS);
  const from = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(from('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  owner = await Database.open(from('spanwise_apm'));
  source = await Database.open(from('spanwise_apm_writer'));
  writer = source.pool;
  engine = await SegmentEngine.start({ memoryBytes: 134_217_728, threads: 1, spillFolder: tmpdir() });
});
beforeEach(async () => {
  await writer.query('delete from segments; delete from segment_removals; delete from streams');
  // Each test has a projector of its own, with a lineage of its own.
  await owner.pool.query('truncate manifest_offsets');
  folder = await mkdtemp(join(tmpdir(), 'adoption-'));
  store = new DiskStore(join(folder, 'objects'));
  const leases = new Leases();
  files = new CachedSegmentFiles(store, part('cache'), 1_000_000, leases);
  removal = new Removal(writer, store, leases, 0);
  compaction = new Compaction(writer, store, files, leases, engine, part('merges'));
  projector = new FakeProjector({ writer, engine, store, folder });
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  engine.close();
  await source.close();
  await owner.close();
  await database.drop();
});

interface Totals {
  rows: number;
  beyond: number;
  replaced: number;
}

async function adopted(throughSeq = 1_000): Promise<Totals> {
  const through = new Map([[0, { epoch: 0, seq: throughSeq }]]);
  const ports = { pool: writer, store, files, engine, folder: part('adopted'), through, nowMicros: NOW };
  const total = { rows: 0, beyond: 0, replaced: 0 };
  for await (const { rows, beyond, replaced } of adopt({ ...ports, defaultRetentionDays: 30 })) {
    total.rows += rows;
    total.beyond += beyond;
    total.replaced += replaced;
  }
  return total;
}

/** Rows of the segments that the catalogue names, and how many of these are gone. */
async function named(organizationId = ORGANIZATION): Promise<{ rows: number; missing: number }> {
  const { rows } = await writer.query<{ id: string; key: string; rows: string }>(
    'select id, key, rows from segments where organization_id = $1',
    [organizationId],
  );
  const isThere = await Promise.all(rows.map((one) => files.localPath(one).then(Boolean, () => false)));
  return {
    rows: rows.reduce((sum, one, at) => sum + (isThere[at] ? Number(one.rows) : 0), 0),
    missing: isThere.filter((is) => !is).length,
  };
}

/** The catalogue as it is now; what it returns puts it back. */
async function backup(): Promise<() => Promise<void>> {
  const tables = ['streams', 'segments', 'segment_removals'];
  const rows = new Map<string, unknown>();
  for (const table of tables) rows.set(table, (await writer.query(`select to_jsonb(t) as row from ${table} t`)).rows);
  const manifests = projector.manifests.length;
  return async () => {
    for (const table of tables.toReversed()) await writer.query(`delete from ${table}`);
    for (const table of tables) {
      const kept = (rows.get(table) as { row: unknown }[]).map(({ row }) => row);
      await writer.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(kept),
      ]);
    }
    await writer.query('update manifest_offsets set n = $1', [manifests]);
    projector.manifests.length = manifests;
    // Another process does not know what was there.
    files = new CachedSegmentFiles(store, part('cache'), 1_000_000, new Leases());
  };
}

describe('a database that was put back', () => {
  it('has every row of newer files again, once, though they were merged and partly read again from the log', async () => {
    for (const at of [0, 1]) await projector.store([CLOSED + at, CLOSED + at + 100]);
    await projector.entered();
    const putBack = await backup();
    for (const at of [2, 3]) await projector.store([CLOSED + at]);
    // A commit that failed has left a file with the rows of the one that went well.
    await projector.put([CLOSED + 4]);
    await projector.store([CLOSED + 4]);
    await projector.entered();
    // What was stored a moment ago is not merged yet.
    await compaction.run(NOW + HOUR);
    await removal.removeDue(NOW + 2 * HOUR);
    expect(await named()).toEqual({ rows: 7, missing: 0 });
    await projector.store([NOW]);
    await projector.entered();

    await putBack();
    // What the log still holds of it is stored again.
    await projector.store([CLOSED + 2]);
    await projector.entered();
    expect(await named()).toEqual({ rows: 1, missing: 2 });
    // Two rows of each of the files that a merge has replaced, two that were purged, and the newest one.
    expect(await adopted()).toEqual({ rows: 7, beyond: 0, replaced: 2 });
    expect(await named()).toEqual({ rows: 8, missing: 0 });
    expect(await adopted()).toEqual({ rows: 0, beyond: 0, replaced: 0 });
    await removal.removeDue(NOW + 3 * HOUR);
    expect([await adopted(), await named()]).toEqual([
      { rows: 0, beyond: 0, replaced: 0 },
      { rows: 8, missing: 0 },
    ]);
  });

  it('leaves rows that the log is still to bring, and takes them once it has passed them', async () => {
    await projector.store([NOW]);
    await projector.entered();
    await projector.put([NOW + 1]);
    expect(await adopted(1)).toEqual({ rows: 0, beyond: 1, replaced: 0 });
    expect(await named()).toEqual({ rows: 1, missing: 0 });
    expect(await adopted(2)).toEqual({ rows: 1, beyond: 0, replaced: 0 });
    expect(await named()).toEqual({ rows: 2, missing: 0 });
  });

  it('takes nothing that retention, a deletion or the deletion of an organization has removed (PROTO-43)', async () => {
    await projector.put([NOW - 40 * DAY]);
    const { key } = await projector.put([NOW]);
    await projector.put([NOW], { organizationId: OTHER });
    const removed = new RemovedFiles(store);
    await removed.note([{ key, reason: 'unnamed' }]);
    await removed.noteOrganization(OTHER);
    expect(await adopted()).toEqual({ rows: 0, beyond: 0, replaced: 0 });
    expect([await named(), await named(OTHER)]).toEqual([
      { rows: 0, missing: 0 },
      { rows: 0, missing: 0 },
    ]);
  });

  it('takes a stream back that is newer than it', async () => {
    await projector.put([NOW, NOW + 1], { stream: 'newer' });
    expect(await adopted()).toEqual({ rows: 2, beyond: 0, replaced: 0 });
    expect((await writer.query('select name from streams')).rows).toEqual([{ name: 'newer' }]);
    expect(await named()).toEqual({ rows: 2, missing: 0 });
  });
});

async function missing(): Promise<MissingFile[]> {
  const found: MissingFile[] = [];
  for await (const file of missingFiles(writer, store)) found.push(file);
  return found;
}

describe('files that the catalogue names and the store does not have', () => {
  it('are listed with their stream, rows and time range; the others are not', async () => {
    await projector.store([CLOSED, CLOSED + 1]);
    await projector.store([CLOSED + 2]);
    await projector.store([NOW], { stream: 'other' });
    await projector.entered();
    expect(await missing()).toEqual([]);
    const { rows } = await writer.query<{ id: string; key: string }>('select id, key from segments where rows = 2');
    await store.delete(rows[0]!.key);
    expect(await missing()).toEqual([
      {
        organizationId: ORGANIZATION,
        signal: 'logs',
        stream: 'default',
        ...rows[0],
        rows: 2,
        fromMicros: CLOSED,
        toMicros: CLOSED + 1,
      },
    ]);
  });
});

describe('what the store knows to be removed', () => {
  it('is forgotten after 90 days, and names neither a file nor an organization', async () => {
    const removed = new RemovedFiles(store);
    await removed.note([{ key: `${ORGANIZATION}/logs/a`, reason: 'merged', by: `${ORGANIZATION}/logs/b` }], 0);
    await removed.note([{ key: `${ORGANIZATION}/logs/b`, reason: 'merged', by: `${ORGANIZATION}/logs/c` }]);
    await removed.noteOrganization(ORGANIZATION);
    const known = await removed.read();
    expect(known.isReplacedBy(`${ORGANIZATION}/logs/a`, [`${ORGANIZATION}/logs/c`])).toBe(true);
    expect(known.isReplacedBy(`${ORGANIZATION}/logs/c`, [`${ORGANIZATION}/logs/c`])).toBe(false);
    expect(known.has(ORGANIZATION, 'any')).toBe(true);
    await removed.forget();
    expect((await removed.read()).files.size).toBe(1);
    for await (const { key } of store.list('')) {
      const text = `${key} ${await store.readBytes(key, 1_000)}`;
      expect(text).not.toContain(ORGANIZATION);
    }
  });
});
