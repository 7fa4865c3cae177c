import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INGEST_STREAM, sliceDigest, type LogSlice } from '@spanwise/contracts/log-message';
import type { SegmentManifest } from '@spanwise/contracts/manifests';
import { WorkFolder } from '@spanwise/host/work-folder';
import { createLogger } from '@spanwise/host/logger';
import { DiskStore } from '@spanwise/object-store/disk-store';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { eventually } from '@spanwise/testing/eventually';
import { resolveLetter } from '../dead-letters/dead-letters.js';
import { listLetters } from '../dead-letters/dead-letters.store.js';
import { newSpan, sliceOf, TestProjector, type TestSpan } from '../projector.fixture.js';
import { fetchManifestRows } from './manifests.store.js';
import { StoreWriter } from './store-writer.js';

const HOUR_MICROS = 3_600_000_000;
let projector: TestProjector;
let engine: SegmentEngine;
let duck: DuckDBConnection;
let folder: string;
let store: DiskStore;
let workFolder: () => Promise<string>;

beforeAll(async () => {
  projector = await TestProjector.create();
  duck = await (await DuckDBInstance.create(':memory:')).connect();
  engine = await SegmentEngine.start({ memoryBytes: 134_217_728, threads: 1, spillFolder: tmpdir() });
});
beforeEach(async () => {
  await projector.reset();
  folder = await mkdtemp(join(tmpdir(), 'store-writer-'));
  store = new DiskStore(join(folder, 'objects'));
  workFolder = async () => folder;
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  duck.closeSync();
  engine.close();
  await projector.stop();
});

function newWriter(limits = { flushIntervalMs: 50, flushBytes: 1_000_000 }): StoreWriter {
  const options = { shard: 0, folder: () => workFolder(), pollMs: 20, ...limits };
  return new StoreWriter(
    projector.pool,
    projector.connection,
    store,
    engine,
    options,
    createLogger('projector', 'silent'),
  );
}

/** Projects and stores while `work` runs. */
async function storing<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
  return projector.running(async () => {
    const writer = newWriter();
    const loop = writer.run();
    try {
      return await work(writer);
    } finally {
      writer.stop();
      await loop;
    }
  });
}

async function manifests(): Promise<SegmentManifest[]> {
  const { head, payload } = await fetchManifestRows(projector.pool, { shard: 0, after: 0 });
  let at = 0;
  return head.rows.map(({ bytes }) => JSON.parse(payload.subarray(at, (at += bytes)).toString()) as SegmentManifest);
}

/** Span ids of every row of every segment that a manifest names; late ones with a mark. */
async function storedSpans(): Promise<string[]> {
  const segments = (await manifests()).flatMap((manifest) => manifest.segments);
  if (segments.length === 0) return [];
  const files = segments.map(({ key }) => `'${store.localPath(key)}'`);
  const reader = await duck.runAndReadAll(
    `select span_id || case when _late then ' late' else '' end from read_parquet([${files}])`,
  );
  return reader
    .getRows()
    .map(([id]) => String(id))
    .sort();
}

const stored = (seq: number, epoch = 0) =>
  eventually(async () => {
    const { rows } = await projector.pool.query('select epoch, seq::int from store_offsets where shard = 0');
    expect(rows[0].epoch).toBe(epoch);
    expect(rows[0].seq).toBeGreaterThanOrEqual(seq);
  });

const idsOf = (...spans: TestSpan[]) => spans.map(({ spanId }) => spanId).sort();

describe('what was counted is stored', () => {
  it('once, whatever its repetitions, in one segment for each organization, stream and hour', async () => {
    const now = Date.now() * 1_000;
    const [one, two, hourAgo, foreign, streamed] = [
      newSpan(),
      newSpan(),
      newSpan({ startMicros: now - HOUR_MICROS }),
      newSpan(),
      newSpan(),
    ];
    const other = '00000000-0000-7000-8000-0000000000bb';
    await storing(async () => {
      await stored(
        await projector.publish(
          sliceOf([one, two, one, hourAgo]),
          sliceOf([two, one]),
          sliceOf([foreign], { organizationId: other }),
          sliceOf([streamed], { stream: 'named' }),
        ),
      );
    });
    expect(await storedSpans()).toEqual(idsOf(one, two, hourAgo, foreign, streamed));
    const segments = (await manifests()).flatMap((manifest) => manifest.segments);
    expect(
      segments.map(({ organizationId, stream, rows }) => `${organizationId.slice(-2)} ${stream} ${rows}`).sort(),
    ).toEqual(['aa default 1', 'aa default 2', 'aa named 1', 'bb default 1']);
    for (const { key, organizationId, stream } of segments)
      expect(key.startsWith(`${organizationId}/traces/${stream}/2`)).toBe(true);
    expect(await readdir(folder)).toEqual(['objects']);
  });

  it('and what came late too, with a mark', async () => {
    const late = newSpan({ startMicros: (Date.now() - 30 * 3_600_000) * 1_000 });
    const timely = newSpan();
    await storing(async () => stored(await projector.publish(sliceOf([timely, late, timely]))));
    expect(await storedSpans()).toEqual([timely.spanId, `${late.spanId} late`].sort());
    expect((await projector.pool.query('select 1 from judgements')).rowCount).toBe(0);
  });

  it('with the number of the delta that counted it', async () => {
    const [one, two] = [newSpan(), newSpan()];
    await storing(async () => {
      await stored(await projector.publish(sliceOf([one])));
      await stored(await projector.publish(sliceOf([two, one])));
    });
    const files = (await manifests())
      .flatMap((manifest) => manifest.segments)
      .map(({ key }) => `'${store.localPath(key)}'`);
    const reader = await duck.runAndReadAll(`select span_id, _delta from read_parquet([${files}]) order by span_id`);
    const { rows } = await projector.outbox();
    const counting = await projector.pool.query<{ n: string }>('select distinct n from ledger order by n');
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
    await eachLine({ slice: sliceOf([], native), place, marks: undefined }, new RowLines('logs', seen), ({ line }) =>
      lines.push(line),
    );
    expect(JSON.parse(lines[0])).toMatchObject({
      _timestamp: 1_763_000_000_000_000,
      body: 'b',
      attributes: '{"level":3,"deep":{"x":1}}',
    });
    expect(seen.takeChanged().fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['level int64', 'deep json']);
  });

  it('after a replay, when it was a dead letter', async () => {
    const [good, healed] = [newSpan(), newSpan()];
    await storing(async () => {
      await stored(await projector.publish(sliceOf([good]), sliceOf([healed], { sha256: new Uint8Array(32) })));
      expect(await storedSpans()).toEqual(idsOf(good));
      const [letter] = await listLetters(projector.pool);
      await projector.running(async (shard) => {
        await eventually(async () => resolveLetter(projector.pool, [shard], letter.id, 'replay'));
      });
      await eventually(async () => expect(await storedSpans()).toEqual(idsOf(good, healed)));
    });
    expect((await projector.pool.query('select 1 from dead_letters where unstored')).rowCount).toBe(0);
  });
});

describe('exactly once', () => {
  it('when two store writers work on one shard', async () => {
    const spans = Array.from({ length: 30 }, () => newSpan());
    await storing(() =>
      storing(async () => {
        let last = 0;
        for (const span of spans) last = await projector.publish(sliceOf([span]));
        await stored(last);
      }),
    );
    expect(await storedSpans()).toEqual(idsOf(...spans));
  });

  it('when a commit fails, and its file is named by no manifest', async () => {
    const span = newSpan();
    try {
      await storing(async (writer) => {
        await stored(await projector.publish(sliceOf([newSpan()])));
        await projector.admin.query(
          'alter table projector.segment_manifests add constraint no_more check (n < 2) not valid',
        );
        const seq = await projector.publish(sliceOf([span]));
        await eventually(() => expect(writer.fault).toBe('internal fault'));
        await projector.admin.query('alter table projector.segment_manifests drop constraint no_more');
        await stored(seq);
      });
    } finally {
      await projector.admin.query('alter table projector.segment_manifests drop constraint if exists no_more');
    }
    expect((await storedSpans()).filter((id) => id === span.spanId)).toHaveLength(1);
  });

  it.each([
    ['was away', 'internal fault', { message: 'the store is away' }],
    ['was full', 'disk full', { message: 'no space left on device', code: 'ENOSPC', syscall: 'rename' }],
  ])('after the store %s, from which nothing is purged meanwhile', async (_, fault, failure) => {
    const spans = [newSpan(), newSpan()];
    const away = store;
    let broken = true;
    store = new Proxy(away, {
      get: (target, name: keyof DiskStore) =>
        broken && (name === 'putFile' || name === 'probe')
          ? async () => Promise.reject(Object.assign(new Error(failure.message), failure))
          : (...words: never[]) => (target[name] as (...all: never[]) => unknown).apply(target, words),
    });
    await storing(async (writer) => {
      await projector.committed(await projector.publish(sliceOf(spans)));
      await eventually(() => expect(writer.fault).toBe(fault));
      expect(await storedSpans()).toEqual([]);
      broken = false;
      await stored(1);
      expect(writer.fault).toBeUndefined();
    });
    expect(await storedSpans()).toEqual(idsOf(...spans));
  });
});

describe('what a process expects to stay', () => {
  const emptied = async (path: string) => rm(path, { recursive: true, force: true });
  const replaced = async (path: string) => {
    await emptied(path);
    await writeFile(path, 'in the way');
  };
  it.each([
    ['its work folder is removed', (work: string) => emptied(work)],
    ['its work folder is replaced by a file', (work: string) => replaced(work)],
    ['all work folders are removed', (work: string) => emptied(dirname(work))],
  ])('telemetry is stored once after %s', async (_, damage) => {
    const work = await WorkFolder.claim(join(folder, 'work'), 'spanwise-test');
    workFolder = () => work.ensure();
    // The second is large enough for a file that is open when its folder goes.
    const [first, large, last] = [newSpan(), Array.from({ length: 600 }, () => newSpan()), newSpan()];
    await storing(async (writer) => {
      await stored(await projector.publish(sliceOf([first])));
      await damage(work.path);
      const open = await projector.publish(sliceOf(large));
      await damage(work.path);
      await stored(open);
      await damage(work.path);
      const seq = await projector.publish(sliceOf([last]));
      await stored(seq);
      await eventually(() => expect(writer.fault).toBeUndefined());
    });
    expect(await storedSpans()).toEqual(idsOf(first, ...large, last));
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
    workFolder = async () => {
      if (broken) throw Object.assign(new Error(`${code}: ${folder}/x`), { code, syscall: 'mkdir' });
      return folder;
    };
    await storing(async (writer) => {
      const seq = await projector.publish(sliceOf([span]));
      await eventually(() => expect(writer.fault).toBe(reason));
      broken = false;
      await stored(seq);
      await eventually(() => expect(writer.fault).toBeUndefined());
    });
    expect(await storedSpans()).toEqual([span.spanId]);
  });

  it('is no fault that is over while what failed is only read again', async () => {
    const faults = new Set<string | undefined>();
    const away = store;
    store = new Proxy(away, {
      get: (target, name: keyof DiskStore) =>
        name === 'putFile'
          ? async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }))
          : (...words: never[]) => (target[name] as (...all: never[]) => unknown).apply(target, words),
    });
    await storing(async (writer) => {
      await projector.publish(sliceOf([newSpan()]));
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
    await storing(async () => stored(await projector.publish(sliceOf([before]))));
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));
    const manager = await projector.connection.jetstreamManager();
    await manager.streams.delete(INGEST_STREAM(0));
    await storing(async () => {
      await stored(0, 1);
      await stored(await projector.publish(sliceOf([after])), 1);
    });
    expect(await storedSpans()).toEqual(idsOf(before, after));
    const times = { fromMicros: expect.any(Number), untilMicros: expect.any(Number) };
    expect((await manifests()).flatMap(({ lost }) => lost)).toEqual([{ epoch: 0, fromSeq: 2, toSeq: 2, ...times }]);
  });

  it('is only what a shorter log does not hold any more: the rest is stored as it was counted', async () => {
    const [first, kept, lost, after] = [newSpan(), newSpan(), newSpan(), newSpan()];
    await storing(async () => stored(await projector.publish(sliceOf([first]))));
    await projector.running(async () => {
      await projector.committed(await projector.publish(sliceOf([kept, first])));
      await projector.nats.copyStore();
      await projector.committed(await projector.publish(sliceOf([lost])));
    });
    await projector.nats.putBackStore();
    const last = await projector.publish(sliceOf([after]));
    await storing(() => stored(last, 1));
    expect(await storedSpans()).toEqual(idsOf(first, kept, after));
    const ranges = (await manifests()).flatMap((manifest) => manifest.lost);
    expect(ranges).toMatchObject([{ epoch: 0, fromSeq: 3, toSeq: 3 }]);
  });
});

describe('the manifests', () => {
  it('are trimmed by the cursor that confirms them', async () => {
    await storing(async () => {
      await stored(await projector.publish(sliceOf([newSpan()])));
      await stored(await projector.publish(sliceOf([newSpan()])));
    });
    const first = await fetchManifestRows(projector.pool, { shard: 0, after: 0 });
    const lastN = first.head.lastN;
    expect(first.head).toMatchObject({ lowestN: 1, lastN: expect.any(Number) });
    const next = await fetchManifestRows(projector.pool, { shard: 0, after: lastN, lineage: first.head.lineage });
    expect(next.head).toMatchObject({ lowestN: lastN + 1, rows: [] });
    expect((await projector.pool.query('select 1 from segment_manifests')).rowCount).toBe(0);
    const foreign = { shard: 0, after: lastN, lineage: '00000000-0000-4000-8000-000000000000' };
    await expect(fetchManifestRows(projector.pool, foreign)).rejects.toThrow('lineage');
  });
});

it('stops in the middle of a flush of many streams, and leaves no files', async () => {
  const streams = 60;
  await projector.running(async () => {
    const writer = newWriter({ flushIntervalMs: 60_000, flushBytes: 1 });
    const loop = writer.run();
    await projector.publish(...Array.from({ length: streams }, (_, at) => sliceOf([newSpan()], { stream: `s${at}` })));
    const parquet = async () =>
      (await readdir(join(folder, 'objects'), { recursive: true })).filter((file) => file.endsWith('.parquet'));
    await eventually(async () => expect((await parquet()).length).toBeGreaterThan(0));
    writer.stop();
    await loop;
    expect((await parquet()).length).toBeLessThan(streams);
    expect(await manifests()).toEqual([]);
  });
  expect(await readdir(folder)).toEqual(['objects']);
});
