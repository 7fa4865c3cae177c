import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INGEST_STREAM, sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { DELTA_HINT_SUBJECT, MANIFEST_HINT_SUBJECT } from '@spanwise/contracts/log/projector';
import { WorkFolder } from '@spanwise/host/work-folder';
import type { DiskStore } from '@spanwise/object-store/disk-store';
import { eventually } from '@spanwise/testing/eventually';
import { resolveLetter } from '../dead-letters/dead-letters.js';
import { listLetters } from '../dead-letters/dead-letters.store.js';
import { newSpan, sliceOf } from '../projector.fixture.js';
import { fetchManifestRows } from './manifests.store.js';
import { idsOf, StoreScene } from './store-scene.fixture.js';
import type { StoreWriter } from './store-writer.js';

const HOUR_MICROS = 3_600_000_000;
let scene: StoreScene;

beforeAll(async () => void (scene = await StoreScene.create()));
beforeEach(() => scene.reset());
afterAll(() => scene.stop());

describe('what was counted is stored', () => {
  it('once, whatever its repetitions, in one segment for each organization, stream and hour', async () => {
    const [one, two, foreign, streamed] = [newSpan(), newSpan(), newSpan(), newSpan()];
    const hourAgo = newSpan({ startMicros: one.startMicros! - HOUR_MICROS });
    const other = '00000000-0000-7000-8000-0000000000bb';
    await scene.storing(async () => {
      await scene.stored(
        await scene.projector.publish(
          sliceOf([one, two, one, hourAgo]),
          sliceOf([two, one]),
          sliceOf([foreign], { organizationId: other }),
          sliceOf([streamed], { stream: 'named' }),
        ),
      );
    });
    expect(await scene.storedSpans()).toEqual(idsOf(one, two, hourAgo, foreign, streamed));
    const segments = (await scene.manifests()).flatMap((manifest) => manifest.segments);
    expect(
      segments.map(({ organizationId, stream, rows }) => `${organizationId.slice(-2)} ${stream} ${rows}`).sort(),
    ).toEqual(['aa default 1', 'aa default 2', 'aa named 1', 'bb default 1']);
    for (const { key, organizationId, stream } of segments)
      expect(key.startsWith(`${organizationId}/traces/${stream}/2`)).toBe(true);
    expect(await readdir(scene.folder)).toEqual(['objects']);
  });

  it('and what was late too, with a mark', async () => {
    const late = newSpan({ startMicros: (Date.now() - 30 * 3_600_000) * 1_000 });
    const timely = newSpan();
    await scene.storing(async () => scene.stored(await scene.projector.publish(sliceOf([timely, late, timely]))));
    expect(await scene.storedSpans()).toEqual([timely.spanId, `${late.spanId} late`].sort());
    expect((await scene.projector.pool.query('select 1 from judgements')).rowCount).toBe(0);
  });

  it('with the number of the delta that counted it', async () => {
    const [one, two] = [newSpan(), newSpan()];
    await scene.storing(async () => {
      await scene.stored(await scene.projector.publish(sliceOf([one])));
      await scene.stored(await scene.projector.publish(sliceOf([two, one])));
    });
    const files = (await scene.manifests())
      .flatMap((manifest) => manifest.segments)
      .map(({ key }) => `'${scene.store.localPath(key)}'`);
    const reader = await scene.duck.runAndReadAll(
      `select span_id, _delta from read_parquet([${files}]) order by span_id`,
    );
    const { rows } = await scene.projector.outbox();
    const counting = await scene.projector.pool.query<{ n: string }>('select distinct n from ledger order by n');
    const [first, second] = counting.rows.map(({ n }) => BigInt(n));
    expect(reader.getRows()).toEqual([
      [one.spanId, first],
      [two.spanId, second],
    ]);
    expect(rows.map(({ n }) => n)).toEqual(expect.arrayContaining([Number(first), Number(second)]));
  });

  it('logs and metrics and their fields', async () => {
    const bytes = Buffer.from('{"_timestamp":1763000000000000,"body":"b","level":3,"deep":{"x":1}}\n');
    const native: Partial<LogSlice> = {
      signal: 'logs',
      encoding: 'records',
      bytes,
      recordCount: 1,
      sha256: sliceDigest(bytes),
    };
    const entry = { seq: 1, loggedAtMicros: 5, data: Buffer.alloc(0) };
    const { RowLines } = await import('@spanwise/segments/row-lines');
    const { SeenFields } = await import('@spanwise/segments/stream-fields');
    const { eachLine } = await import('./stored-slices.store.js');
    const seen = new SeenFields();
    const lines: string[] = [];
    const place = { shard: 0, epoch: 0, seq: entry.seq, slice: 0, loggedAtMicros: 5 };
    const visitor = { take: ({ line }: { line: string }) => lines.push(line) > 0, refuse: () => undefined };
    await eachLine({ slice: sliceOf([], native), place, marks: undefined }, new RowLines('logs', seen), visitor);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      _timestamp: 1_763_000_000_000_000,
      body: 'b',
      attributes: '{"level":3,"deep":{"x":1}}',
    });
    expect(seen.takeChanged().fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['level int64', 'deep json']);
  });

  it('after a replay, when it was a dead letter', async () => {
    const [good, healed] = [newSpan(), newSpan()];
    await scene.storing(async () => {
      await scene.stored(
        await scene.projector.publish(sliceOf([good]), sliceOf([healed], { sha256: new Uint8Array(32) })),
      );
      expect(await scene.storedSpans()).toEqual(idsOf(good));
      const [letter] = await listLetters(scene.projector.pool);
      await scene.projector.running(async (shard) => {
        await eventually(async () => resolveLetter(scene.projector.pool, [shard], letter!.id, 'replay'));
      });
      await eventually(async () => expect(await scene.storedSpans()).toEqual(idsOf(good, healed)));
    });
    expect((await scene.projector.pool.query('select 1 from dead_letters where unstored')).rowCount).toBe(0);
  });
});

describe('exactly once', () => {
  it('when two store writers work on one shard', async () => {
    const spans = Array.from({ length: 30 }, () => newSpan());
    await scene.storing(() =>
      scene.storing(async () => {
        let last = 0;
        for (const span of spans) last = await scene.projector.publish(sliceOf([span]));
        await scene.stored(last);
      }),
    );
    expect(await scene.storedSpans()).toEqual(idsOf(...spans));
  });

  it('when a commit fails, and its file is named by no manifest', async () => {
    const span = newSpan();
    try {
      await scene.storing(async (writer) => {
        await scene.stored(await scene.projector.publish(sliceOf([newSpan()])));
        await scene.projector.admin.query(
          'alter table projector.segment_manifests add constraint no_more check (n < 2) not valid',
        );
        const seq = await scene.projector.publish(sliceOf([span]));
        await eventually(() => expect(writer.fault).toBe('internal fault'));
        await scene.projector.admin.query('alter table projector.segment_manifests drop constraint no_more');
        await scene.stored(seq);
      });
    } finally {
      await scene.projector.admin.query('alter table projector.segment_manifests drop constraint if exists no_more');
    }
    expect((await scene.storedSpans()).filter((id) => id === span.spanId)).toHaveLength(1);
  });

  it.each([
    ['was away', 'internal fault', { message: 'the store is away' }],
    ['was full', 'disk full', { message: 'no space left on device', code: 'ENOSPC', syscall: 'rename' }],
  ])('after the store %s, from which nothing is purged meanwhile', async (_, fault, failure) => {
    const spans = [newSpan(), newSpan()];
    const away = scene.store;
    let broken = true;
    scene.store = new Proxy(away, {
      get: (target, name: keyof DiskStore) =>
        broken && (name === 'putFile' || name === 'probe')
          ? async () => Promise.reject(Object.assign(new Error(failure.message), failure))
          : (...words: never[]) => (target[name] as (...all: never[]) => unknown).apply(target, words),
    });
    await scene.storing(async (writer) => {
      await scene.projector.committed(await scene.projector.publish(sliceOf(spans)));
      await eventually(() => expect(writer.fault).toBe(fault));
      expect(await scene.storedSpans()).toEqual([]);
      broken = false;
      await scene.stored(1);
      // The step ends with the store's mark, after the commit.
      await eventually(() => expect(writer.fault).toBeUndefined());
    });
    expect(await scene.storedSpans()).toEqual(idsOf(...spans));
  });
});

describe('what a process expects to stay', () => {
  // The writer recreates them at the same time: then it is done once more.
  const emptied = (path: string) => eventually(() => rm(path, { recursive: true, force: true }));
  const replaced = (path: string) =>
    eventually(async () => {
      await rm(path, { recursive: true, force: true });
      await writeFile(path, 'in the way');
    });
  it.each([
    ['its work folder is removed', (work: string) => emptied(work)],
    ['its work folder is replaced by a file', (work: string) => replaced(work)],
    ['all work folders are removed', (work: string) => emptied(dirname(work))],
  ])('telemetry is stored once after %s', async (_, damage) => {
    const work = await WorkFolder.claim(join(scene.folder, 'work'), 'spanwise-test');
    scene.workFolder = () => work.ensure();
    // The second is large enough for a file that is open when its folder goes.
    const [first, large, last] = [newSpan(), Array.from({ length: 600 }, () => newSpan()), newSpan()];
    await scene.storing(async (writer) => {
      await scene.stored(await scene.projector.publish(sliceOf([first])));
      await damage(work.path);
      const open = await scene.projector.publish(sliceOf(large));
      await damage(work.path);
      await scene.stored(open);
      await damage(work.path);
      const seq = await scene.projector.publish(sliceOf([last]));
      await scene.stored(seq);
      await eventually(() => expect(writer.fault).toBeUndefined());
    });
    expect(await scene.storedSpans()).toEqual(idsOf(first, ...large, last));
    await work.release();
  });

  it.each([
    ['disk full', 'ENOSPC'],
    ['disk full', 'EDQUOT'],
    ['disk read-only', 'EROFS'],
    ['permission denied', 'EACCES'],
    ['folder missing', 'ENOENT'],
    ['internal fault', 'EMFILE'],
  ])('is said to be "%s" when the system says %s, and stored once that is over', async (reason, code) => {
    const span = newSpan();
    let broken = true;
    scene.workFolder = async () => {
      if (broken) throw Object.assign(new Error(`${code}: ${scene.folder}/x`), { code, syscall: 'mkdir' });
      return scene.folder;
    };
    await scene.storing(async (writer) => {
      const seq = await scene.projector.publish(sliceOf([span]));
      await eventually(() => expect(writer.fault).toBe(reason));
      broken = false;
      await scene.stored(seq);
      await eventually(() => expect(writer.fault).toBeUndefined());
    });
    expect(await scene.storedSpans()).toEqual([span.spanId]);
  });

  it('is no fault that is over while what failed is only read again', async () => {
    const faults = new Set<string | undefined>();
    const away = scene.store;
    scene.store = new Proxy(away, {
      get: (target, name: keyof DiskStore) =>
        name === 'putFile'
          ? async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }))
          : (...words: never[]) => (target[name] as (...all: never[]) => unknown).apply(target, words),
    });
    await scene.storing(async (writer) => {
      await scene.projector.publish(sliceOf([newSpan()]));
      await eventually(() => expect(writer.fault).toBe('disk full'));
      const endMs = performance.now() + 1_500;
      while (performance.now() < endMs) {
        faults.add(writer.fault);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    expect([...faults]).toEqual(['disk full']);
  });
});

describe('a part of the log that is gone', () => {
  it('is said, and the new log is stored from its start', async () => {
    const [before, after] = [newSpan(), newSpan()];
    await scene.storing(async () => scene.stored(await scene.projector.publish(sliceOf([before]))));
    await scene.projector.running(async () =>
      scene.projector.committed(await scene.projector.publish(sliceOf([newSpan()]))),
    );
    const manager = await scene.projector.connection.jetstreamManager();
    await manager.streams.delete(INGEST_STREAM(0));
    await scene.storing(async () => {
      await scene.stored(0, 1);
      await scene.stored(await scene.projector.publish(sliceOf([after])), 1);
    });
    expect(await scene.storedSpans()).toEqual(idsOf(before, after));
    const times = { fromMicros: expect.any(Number), untilMicros: expect.any(Number) };
    expect(await scene.lostRanges()).toEqual([{ epoch: 0, fromSeq: 2, toSeq: 2, ...times }]);
  });

  it('is only what a shorter log does not hold any more: the rest is stored as it was counted', async () => {
    const { projector } = scene;
    const [first, kept, lost, after] = [newSpan(), newSpan(), newSpan(), newSpan()];
    await scene.storing(async () => scene.stored(await projector.publish(sliceOf([first]))));
    await projector.running(async () => {
      await projector.committed(await projector.publish(sliceOf([kept, first])));
      await projector.nats.copyStore();
      await projector.committed(await projector.publish(sliceOf([lost])));
    });
    await projector.nats.putBackStore();
    const last = await projector.publish(sliceOf([after]));
    await scene.storing(() => scene.stored(last, 1));
    expect(await scene.storedSpans()).toEqual(idsOf(first, kept, after));
    expect(await scene.lostRanges()).toMatchObject([{ epoch: 0, fromSeq: 3, toSeq: 3 }]);
  });
});

describe('the manifests', () => {
  it('are trimmed by the cursor that confirms them', async () => {
    await scene.storing(async () => {
      await scene.stored(await scene.projector.publish(sliceOf([newSpan()])));
      await scene.stored(await scene.projector.publish(sliceOf([newSpan()])));
    });
    const first = await fetchManifestRows(scene.projector.pool, { shard: 0, after: 0 });
    const lastN = first.head.lastN;
    expect(first.head).toMatchObject({ lowestN: 1, lastN: expect.any(Number) });
    const next = await fetchManifestRows(scene.projector.pool, { shard: 0, after: lastN, lineage: first.head.lineage });
    expect(next.head).toMatchObject({ lowestN: lastN + 1, rows: [] });
    expect((await scene.projector.pool.query('select 1 from segment_manifests')).rowCount).toBe(0);
    const foreign = { shard: 0, after: lastN, lineage: '00000000-0000-4000-8000-000000000000' };
    await expect(fetchManifestRows(scene.projector.pool, foreign)).rejects.toThrow('lineage');
  });
});

it('looks as soon as the projection says that it has committed, and says that it has stored', async () => {
  const { connection } = scene.projector;
  let hints = 0;
  const stored = connection.subscribe(MANIFEST_HINT_SUBJECT(0), { callback: () => hints++ });
  const work = async (writer: StoreWriter) => {
    const committed = connection.subscribe(DELTA_HINT_SUBJECT(0), { callback: () => writer.hint() });
    for (let round = 1; round <= 2; round++) {
      await scene.stored(await scene.projector.publish(sliceOf([newSpan()])));
      await eventually(async () => expect(hints).toBe(round));
    }
    committed.unsubscribe();
  };
  await scene.storing(work, { pollMs: 3_600_000 });
  stored.unsubscribe();
});

it('stops in the middle of a flush of many streams, and leaves no files', async () => {
  const streams = 60;
  await scene.projector.running(async () => {
    const writer = scene.newWriter({ flushIntervalMs: 60_000, flushBytes: 1 });
    const loop = writer.run();
    await scene.projector.publish(
      ...Array.from({ length: streams }, (_, at) => sliceOf([newSpan()], { stream: `s${at}` })),
    );
    const parquet = async () =>
      (await readdir(join(scene.folder, 'objects'), { recursive: true })).filter((file) => file.endsWith('.parquet'));
    await eventually(async () => expect((await parquet()).length).toBeGreaterThan(0));
    writer.stop();
    await loop;
    expect((await parquet()).length).toBeLessThan(streams);
    expect(await scene.manifests()).toEqual([]);
  });
  expect(await readdir(scene.folder)).toEqual(['objects']);
});
