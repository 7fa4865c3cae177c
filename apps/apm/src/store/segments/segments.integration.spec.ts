import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureFolder, WorkFolder } from '@spanwise/host/work-folder';
import { DiskStore } from '@spanwise/object-store/disk-store';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { eventually } from '@spanwise/testing/eventually';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { migrations } from '../../db/migrations.js';
import { Compaction } from './compaction.js';
import { FakeProjector, keysIn, NOW, ORGANIZATION } from './fake-projector.fixture.js';
import { Leases } from './leases.js';
import { ManifestWriter } from './manifest-writer.js';
import { MergeProcess, type SegmentMerger } from './merge-process.js';
import { Removal } from './removal.js';
import { CachedSegmentFiles } from './segment-files.js';
import { StoredCatalogue } from './stored-catalogue.store.js';

const OTHER = '00000000-0000-7000-8000-0000000000b2';
const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
/** An hour of the past, in which nothing is stored any more. */
const CLOSED = Math.floor(NOW / HOUR) * HOUR - 5 * HOUR;
const GRACE_MICROS = 15 * 60_000_000;
const ALL = { fromMicros: 0, toMicros: Number.MAX_SAFE_INTEGER };

let database: ScratchDatabase;
let sources: Database[];
let owner: Pool;
let writer: Pool;
let engine: SegmentEngine;
let folder: string;
let store: DiskStore;
let leases: Leases;
let catalogue: StoredCatalogue;
let files: CachedSegmentFiles;
let removal: Removal;
let compaction: Compaction;
let projector: FakeProjector;

const part = (name: string) => () => ensureFolder(join(folder, name));

/** What a query of the range finds: rows of each segment. */
async function rowsFound(range = ALL, organizationId = ORGANIZATION): Promise<number[] | undefined> {
  const opened = await catalogue.open(organizationId, 'logs', 'default', range);
  opened?.release();
  return opened?.segments.segments.map(({ rows }) => rows);
}

beforeAll(async () => {
  database = await scratchDatabase('segments');
  await provision(database.url, TEST_PASSWORDS);
  const source = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(source('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  sources = [await Database.open(source('spanwise_apm')), await Database.open(source('spanwise_apm_writer'))];
  [owner, writer] = sources.map(({ pool }) => pool) as [Pool, Pool];
  engine = await SegmentEngine.start({ memoryBytes: 134_217_728, threads: 1, spillFolder: tmpdir() });
});
beforeEach(async () => {
  await writer.query('delete from segments; delete from segment_removals; delete from streams');
  await owner.query('truncate manifest_offsets, lost_ranges');
  folder = await mkdtemp(join(tmpdir(), 'segments-'));
  store = new DiskStore(join(folder, 'objects'));
  leases = new Leases();
  catalogue = new StoredCatalogue(owner, leases);
  files = new CachedSegmentFiles(store, part('cache'), 1_000_000, leases);
  removal = new Removal(writer, store, leases, GRACE_MICROS);
  compaction = new Compaction(writer, store, files, leases, engine, part('merges'));
  projector = new FakeProjector({ writer, engine, store, folder });
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  engine.close();
  for (const source of sources) await source.close();
  await database.drop();
});

describe('the catalogue', () => {
  it('has every manifest once, in order, and reports streams with their fields', async () => {
    for (let at = 0; at < 7; at++) await projector.store([NOW + at]);
    await projector.store([NOW], { stream: 'other', fields: [{ name: 'level', type: 'utf8', column: 'attributes' }] });
    const follower = await projector.entered();
    expect(await rowsFound()).toEqual([1, 1, 1, 1, 1, 1, 1]);
    await projector.store([NOW], { fields: [{ name: 'level', type: 'float64', column: 'attributes' }] });
    await projector.entered(follower);
    await projector.entered();
    expect(await rowsFound()).toHaveLength(8);
    expect(await catalogue.streams(ORGANIZATION)).toMatchObject([
      { signal: 'logs', stream: 'default' },
      { signal: 'logs', stream: 'other' },
    ]);
    const fieldsOf = async (stream: string) =>
      (await catalogue.open(ORGANIZATION, 'logs', stream, ALL))!.segments.fields;
    expect(await fieldsOf('default')).toEqual([
      { name: 'level', type: 'float64', column: 'attributes' },
      { name: 'os.type', type: 'utf8', column: 'resource' },
    ]);
    expect(await fieldsOf('other')).toEqual([{ name: 'level', type: 'utf8', column: 'attributes' }]);
  });

  it('finds a field that came after 2,000 others by its name, and says what has no place', async () => {
    const field = (name: string, type: 'utf8' | 'int64') => ({ name, type, column: 'attributes' as const });
    const burst = Array.from({ length: 2_000 }, (_, at) => field(`burst ${at}`, 'utf8'));
    await projector.store([NOW], { fields: burst });
    await projector.store([NOW], { fields: [{ ...field('My.Fresh', 'int64'), count: 3 }] });
    await projector.entered();
    const opened = async (fieldNames: string[]) =>
      (await catalogue.open(ORGANIZATION, 'logs', 'default', ALL, { fieldNames }))!.segments;
    expect(await opened(['my.fresh', 'nowhere'])).toMatchObject({
      fields: { length: 1_000 },
      unplaced: [field('My.Fresh', 'int64')],
      overflow: { fields: 1_001, names: { length: 20, 0: 'My.Fresh' }, hasMoreNames: false },
    });
    await projector.store([NOW], { fields: [], untoldFields: 7 });
    await projector.store([NOW], { fields: [field('later', 'int64')] });
    await projector.entered();
    const late = { name: 'later', type: 'utf8', foundLate: true };
    const overflow = { fields: 1_002, hasMoreNames: true };
    expect(await opened(['later'])).toMatchObject({ unplaced: [late], overflow });
  });

  it('takes in what comes after fields whose names differ in halves of surrogate pairs, or cannot be kept', async () => {
    const field = { name: 'level', type: 'utf8', column: 'attributes' } as const;
    await projector.store([NOW], { fields: ['\ud83d', '\udd25'].map((name) => ({ ...field, name })) });
    await projector.store([NOW], { fields: [{ ...field, type: 'strange' as 'utf8' }] });
    await projector.store([NOW + 1]);
    await projector.entered();
    expect(await rowsFound()).toEqual([1, 1, 1]);
  });

  it('shows an organization nothing of another', async () => {
    await projector.store([NOW], { organizationId: OTHER });
    await projector.entered();
    expect(await rowsFound()).toBeUndefined();
    expect(await rowsFound(ALL, OTHER)).toEqual([1]);
    expect(await catalogue.streams(ORGANIZATION)).toEqual([]);
    expect((await owner.query('select 1 from segments')).rowCount).toBe(0);
  });

  it.each([
    ['before', NOW - 10, NOW, []],
    ['that ends after the first record', NOW, NOW + 1, [2]],
    ['that begins at the last record', NOW + 5, NOW + 6, [2]],
    ['after', NOW + 6, NOW + 20, []],
  ])('opens the segments of a range: %s', async (_, fromMicros, toMicros, expected) => {
    await projector.store([NOW, NOW + 5]);
    await projector.entered();
    expect(await rowsFound({ fromMicros, toMicros })).toEqual(expected);
  });

  it('enters nothing twice when another process has entered it', async () => {
    await projector.store([NOW]);
    const [one, other] = [projector.follower(), projector.follower()];
    await projector.store([NOW]);
    await one.step();
    const again = [{ n: 1, manifest: projector.manifests[0]! }];
    const stale = new ManifestWriter(writer).apply(0, { lineage: undefined, n: 0 }, projector.lineage, again);
    await expect(stale).rejects.toThrow('another writer');
    await projector.entered(other);
    expect(await rowsFound()).toEqual([1, 1]);
  });

  it('never jumps over a hole', async () => {
    for (let at = 0; at < 3; at++) await projector.store([NOW]);
    projector.trimmed = 2;
    const follower = await projector.entered();
    expect([follower.stopReason, await rowsFound()]).toEqual(['manifest_hole', undefined]);
  });

  it('keeps what is lost', async () => {
    const lost = [{ epoch: 0, fromSeq: 5, toSeq: 9 }];
    projector.manifests.push({ segments: [], lost, loggedAtMicros: 0 });
    await projector.entered();
    expect((await writer.query('select lost from lost_ranges')).rows).toEqual([{ lost }]);
  });
});

describe('segments of traces', () => {
  const keysOf = async (traceIds: readonly string[]): Promise<string[]> => {
    const opened = (await catalogue.open(ORGANIZATION, 'logs', 'default', ALL, { traceIds }))!;
    opened.release();
    return opened.segments.segments.map(({ key }) => key).sort();
  };
  const ids = (first: number, count: number) => Array.from({ length: count }, (_, n) => `trace-${first + n}`);

  it('are the ones that may hold one of them, before a merge and after', async () => {
    const stored: string[] = [];
    for (let at = 0; at < 4; at++) {
      const of = ids(at * 300, 300);
      const times = of.map((_, index) => CLOSED + at * 1_000 + index);
      stored.push((await projector.store(times, { traceIds: of })).key);
    }
    await projector.entered();
    expect(await keysOf(['trace-1', 'trace-299'])).toEqual([stored[0]]);
    expect(await keysOf(['trace-1', 'trace-900'])).toEqual([stored[0], stored[3]].sort());
    expect(await keysOf(['absent'])).toEqual([]);
    await compaction.run(NOW + HOUR);
    const [merged] = await keysOf(['trace-750']);
    expect([merged!.includes('/m-'), await keysOf(['absent'])]).toEqual([true, []]);
  });

  it('that say nothing of their traces may hold any', async () => {
    const { key } = await projector.store([NOW], { traceIds: ['one'] });
    await projector.entered();
    await writer.query('update segments set trace_filter = null');
    expect(await keysOf(['another'])).toEqual([key]);
  });
});

describe('small segments', () => {
  it('of a closed hour are merged, and every record is found before, meanwhile and after', async () => {
    for (let at = 0; at < 5; at++) await projector.store([CLOSED + at, CLOSED + at + 100]);
    await projector.entered();
    const opened = (await catalogue.open(ORGANIZATION, 'logs', 'default', ALL))!;
    const later = NOW + HOUR;
    expect(await compaction.run(later)).toBe(1);
    expect(await rowsFound()).toEqual([10]);
    expect(await compaction.run(later)).toBe(0);
    // The old files stay for the query that has opened them, whatever the grace.
    await removal.removeDue(later + 2 * GRACE_MICROS);
    expect(await keysIn(store)).toHaveLength(6);
    opened.release();
    await removal.removeDue(later + 2 * GRACE_MICROS);
    const [left] = (await catalogue.open(ORGANIZATION, 'logs', 'default', ALL))!.segments.segments;
    expect(await keysIn(store)).toEqual([left!.key]);
    expect(await files.localPath(left!)).toContain(left!.key);
  });

  it('are merged in a process of its own; what it was doing when it died is done by the next one', async () => {
    const limits = { memoryBytes: 134_217_728, threads: 1, spillFolder: folder };
    const merger = new MergeProcess(limits);
    const elsewhere = new Compaction(writer, store, files, leases, merger, part('merges'));
    for (let at = 0; at < 3; at++) await projector.store([CLOSED + at]);
    await projector.entered();
    const interrupted = elsewhere.run(NOW + HOUR);
    await eventually(() => expect(merger.pid).toBeDefined());
    process.kill(merger.pid!, 'SIGKILL');
    await expect(interrupted).rejects.toThrow('ended before its answer');
    expect(await rowsFound()).toEqual([1, 1, 1]);
    await elsewhere.run(NOW + HOUR);
    expect([await rowsFound(), merger.pid === process.pid]).toEqual([[3], false]);
    merger.close();
  });

  it('are merged and fetched again after the work folders were removed, or files were put into their places', async () => {
    const work = await WorkFolder.claim(join(folder, 'work'), 'spanwise-test');
    const merger = new MergeProcess({ memoryBytes: 134_217_728, threads: 1, spillFolder: join(work.path, 'spill') });
    const merges = async () => {
      await work.ensurePart('spill');
      return work.ensurePart('merges');
    };
    // The same store, as one whose files are not of this machine.
    const distant = Object.assign(Object.create(store) as DiskStore, { localPath: () => undefined });
    const fetched = new CachedSegmentFiles(distant, () => work.ensurePart('segments'), 1_000_000, leases);
    const elsewhere = new Compaction(writer, store, fetched, leases, merger, merges);
    const replace = async (path: string) => {
      await rm(path, { recursive: true });
      await writeFile(path, 'in the way');
    };
    const damages = [
      async () => undefined,
      () => rm(join(folder, 'work'), { recursive: true }),
      () => replace(work.path),
      async () => {
        for (const name of await readdir(work.path)) await replace(join(work.path, name));
      },
    ];
    for (const [hour, damage] of damages.entries()) {
      await damage();
      for (const at of [0, 1]) await projector.store([CLOSED - hour * HOUR + at]);
      await projector.entered();
      await elsewhere.run(NOW + HOUR);
      expect(await rowsFound()).toEqual(Array.from({ length: hour + 1 }, () => 2));
    }
    merger.close();
    await work.release();
  });

  it('that the engine does not merge keep no others from being merged, and are left alone', async () => {
    const [first, huge] = [await projector.store([CLOSED]), await projector.store([CLOSED + 1])];
    for (let at = 2; at < 6; at++) await projector.store([CLOSED + at]);
    for (const at of [0, 1]) await projector.store([CLOSED + HOUR + at]);
    await projector.entered();
    // By size: what is too much is not the first to be tried with another one.
    await writer.query('update segments set bytes = bytes + 9000 where id = any ($1)', [[first.id, huge.id]]);
    let asked = 0;
    const merger: SegmentMerger = {
      fromSegments: async (signal, paths, target) => {
        asked++;
        if (paths.some((path) => path.includes(huge.id)))
          throw new Error('Out of Memory Error: failed to allocate data');
        return engine.fromSegments(signal, paths, target);
      },
    };
    const elsewhere = new Compaction(writer, store, files, leases, merger, part('merges'));
    for (let hour = 2; hour < 8; hour++) await elsewhere.run(NOW + hour * HOUR);
    expect((await rowsFound())!.sort()).toEqual([1, 2, 5]);
    const before = asked;
    expect(await elsewhere.run(NOW + 9 * HOUR)).toBe(0);
    expect(asked).toBe(before);
  });

  it('of which one group fails for a cause that passes are merged in the same round but for that one', async () => {
    const away = await projector.store([CLOSED]);
    await projector.store([CLOSED + 1]);
    for (const at of [0, 1]) await projector.store([CLOSED + HOUR + at]);
    await projector.entered();
    let isBroken = true;
    const merger: SegmentMerger = {
      fromSegments: async (signal, paths, target) => {
        if (isBroken && paths.some((path) => path.includes(away.id)))
          throw new Error('IO Error: No space left on device');
        return engine.fromSegments(signal, paths, target);
      },
    };
    const elsewhere = new Compaction(writer, store, files, leases, merger, part('merges'));
    await expect(elsewhere.run(NOW + 2 * HOUR)).rejects.toThrow('No space left');
    expect((await rowsFound())!.sort()).toEqual([1, 1, 2]);
    isBroken = false;
    await elsewhere.run(NOW + 2 * HOUR);
    expect(await rowsFound()).toEqual([2, 2]);
  });

  it('of an hour that still grows are merged when there are many', async () => {
    for (let at = 0; at < 11; at++) await projector.store([NOW + at]);
    await projector.entered();
    expect(await compaction.run(NOW)).toBe(0);
    await projector.store([NOW]);
    await projector.entered();
    expect(await compaction.run(NOW)).toBe(1);
    expect(await rowsFound()).toEqual([12]);
  });

  it('that went meanwhile leave the others as they are, and the file that was made is removed', async () => {
    const [one] = [await projector.store([CLOSED]), await projector.store([CLOSED])];
    await projector.entered();
    const localPath = files.localPath.bind(files);
    files.localPath = async (segment) => {
      await writer.query('delete from segments where key = $1', [one.key]);
      return localPath(segment);
    };
    await expect(compaction.run(NOW + HOUR)).rejects.toThrow('meanwhile');
    expect(await rowsFound()).toEqual([1]);
    expect(await removal.removeDue(NOW + 3 * HOUR)).toBe(1);
    expect(await keysIn(store)).toHaveLength(2);
  });
});

describe('a segment whose file has changed', () => {
  it('is given to no reader, and keeps no others from being merged', async () => {
    const [damaged, ...others] = [
      await projector.store([CLOSED]),
      await projector.store([CLOSED + 1]),
      await projector.store([CLOSED + 2]),
    ];
    const path = store.localPath(damaged.key);
    const bytes = await readFile(path);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(path, bytes);
    await projector.entered();
    await expect(files.localPath(damaged)).rejects.toThrow(`segment ${damaged.id} cannot be read`);
    await compaction.run(NOW + HOUR);
    expect((await rowsFound())!.sort()).toEqual([1, others.length]);
  });
});

describe('retention', () => {
  it('of a stream removes what is older, by default after 30 days', async () => {
    for (const days of [40, 20, 5]) await projector.store([NOW - days * DAY]);
    await projector.store([NOW - 20 * DAY], { stream: 'short' });
    await projector.entered();
    await writer.query("update streams set retention_days = 10 where name = 'short'");
    expect(await removal.expire(NOW, 30)).toBe(2);
    expect(await rowsFound()).toEqual([1, 1]);
    expect(await removal.removeDue(NOW)).toBe(0);
    expect(await removal.removeDue(NOW + 2 * GRACE_MICROS)).toBe(2);
    expect(await keysIn(store)).toHaveLength(2);
  });
});

describe('files that no manifest names', () => {
  it('are swept once their number is used, and no others (PROTO-26)', async () => {
    const orphan = await projector.put([NOW]);
    const kept = await projector.store([NOW]);
    const onItsWay = await projector.put([NOW]);
    await projector.entered();
    const waiting = await projector.put([NOW]);
    await writer.query('insert into segment_removals values ($1, $2, $3)', [ORGANIZATION, waiting.key, NOW]);
    expect(await removal.sweepOrphans()).toBe(1);
    expect(await keysIn(store)).toEqual([kept.key, onItsWay.key, waiting.key].sort());
    expect(await keysIn(store)).not.toContain(orphan.key);
  });
});
