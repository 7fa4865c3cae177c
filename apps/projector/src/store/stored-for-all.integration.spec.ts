import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INGEST_STREAM, sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import type { SegmentEngine } from '@spanwise/segments/segment-engine';
import { eventually } from '@spanwise/testing/eventually';
import { logSliceOf, newSpan, sliceOf } from '../projector.fixture.js';
import { idsOf, LIMITS, StoreScene } from './store-scene.fixture.js';

let scene: StoreScene;

beforeAll(async () => void (scene = await StoreScene.create()));
beforeEach(() => scene.reset());
afterAll(() => scene.stop());

/** A slice of log records with these bodies, compressed. */
function bodiesOf(...bodies: string[]): LogSlice {
  const logRecords = bodies.map((stringValue) => ({ body: { stringValue } }));
  const bytes = gzipSync(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }), { level: 1 });
  return logSliceOf(bodies.length, { bytes, sha256: sliceDigest(bytes), coding: 'gzip' });
}

/** Text that the engine can make no smaller. */
const noise = (characters: number): string => randomBytes(characters / 2).toString('hex');

const places = (seq: number, count: number) => Array.from({ length: count }, (_, index) => `${seq} ${index}`);

describe('storing never stops for other organizations (PROTO-36)', () => {
  it('because of records that are too many for the engine at once', async () => {
    const span = newSpan();
    const limits = { flushBytes: 2 * LIMITS.segmentBytes };
    const bodies = Array.from({ length: 1_000 }, () => noise(8_000));
    await scene.projector.running(async () => {
      for (let message = 0; message < 3; message++) await scene.projector.publish(bodiesOf(...bodies));
      await scene.projector.committed(await scene.projector.publish(sliceOf([span])));
    });
    await scene.storing(() => scene.stored(4), limits);
    expect(await scene.storedSpans()).toEqual([span.spanId]);
    expect(await scene.storedLogs()).toEqual([1, 2, 3].flatMap((seq) => places(seq, bodies.length)));
    expect(await scene.lostRanges()).toEqual([]);
  });

  it('because of a slice whose lines are many times larger than itself, of which work files hold a bounded part', async () => {
    const attributes = [{ key: 'a', value: { stringValue: noise(100_000) } }];
    const logRecords = Array.from({ length: 300 }, () => ({}));
    const bytes = gzipSync(
      JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] }),
    );
    let largest = 0;
    const work = scene.workFolder;
    const limits = { flushBytes: LIMITS.segmentBytes };
    const slice = logSliceOf(logRecords.length, { bytes, sha256: sliceDigest(bytes), coding: 'gzip' });
    await scene.storing(async () => {
      const seq = await scene.projector.publish(slice, sliceOf([newSpan()]));
      await eventually(async () => {
        const files = (await readdir(await work())).filter((file) => file.endsWith('.ndjson'));
        const sizes = await Promise.all(
          files.map((file) =>
            stat(join(scene.folder, file)).then(
              ({ size }) => size,
              () => 0,
            ),
          ),
        );
        largest = Math.max(
          largest,
          sizes.reduce((sum, bytes) => sum + bytes, 0),
        );
        const { rows } = await scene.projector.pool.query<{ seq: string }>(
          'select seq from store_offsets where shard = 0',
        );
        expect(Number(rows[0]!.seq)).toBeGreaterThanOrEqual(seq);
      });
    }, limits);
    expect(await scene.storedLogs()).toEqual(places(1, logRecords.length));
    expect(largest).toBeLessThan(limits.flushBytes + 1_048_576);
    expect(await readdir(scene.folder)).toEqual(['objects']);
  });

  it('because of a record that the engine does not hold, which is a gap that names it', async () => {
    const huge = noise(400_000) + 'x'.repeat(40_000_000);
    await scene.storing(async () => {
      await scene.stored(await scene.projector.publish(bodiesOf('before', huge, 'after'), sliceOf([newSpan()])));
      await scene.stored(await scene.projector.publish(bodiesOf('later')));
    });
    expect(await scene.storedLogs()).toEqual(['1 0', '1 2', '2 0']);
    expect(await scene.lostRanges()).toEqual([
      {
        epoch: 0,
        fromMicros: expect.any(Number),
        untilMicros: expect.any(Number),
        fromSeq: 1,
        toSeq: 1,
        slice: 0,
        organizationId: sliceOf([]).organizationId,
        fromIndex: 1,
        toIndex: 1,
      },
    ]);
    expect(await readdir(scene.folder)).toEqual(['objects']);
  });

  it.each([
    ['disk full', 'IO Error: Could not write file "x": No space left on device'],
    ['disk full', 'Out of Memory Error: failed to offload data block of size 256.0 KiB (0 bytes/0 bytes used).'],
    ['internal fault', 'INTERRUPT Error: Interrupted!'],
    ['internal fault', 'an unknown time-out'],
  ])('and nothing is given up for a cause that passes: %s, %s', async (reason, words) => {
    const spans = [newSpan(), newSpan()];
    const real = scene.engine;
    let attempts = 0;
    let isBroken = true;
    const broken: Pick<SegmentEngine, 'fromLines'> = {
      fromLines: async (...asked) => {
        attempts++;
        if (isBroken) throw new Error(words);
        return real.fromLines(...asked);
      },
    };
    scene.engine = broken as SegmentEngine;
    try {
      await scene.storing(async (writer) => {
        const seq = await scene.projector.publish(sliceOf(spans));
        await eventually(() => expect(attempts).toBeGreaterThan(2));
        expect(writer.fault).toBe(reason);
        expect(await scene.manifests()).toEqual([]);
        isBroken = false;
        await scene.stored(seq);
      });
    } finally {
      scene.engine = real;
    }
    expect(await scene.storedSpans()).toEqual(idsOf(...spans));
    expect(await scene.lostRanges()).toEqual([]);
  });
});

it('what was read of a log that is gone meanwhile is stored, also what has to wait for its turn', async () => {
  const spans = [newSpan(), newSpan(), newSpan()];
  const after = newSpan();
  await scene.projector.running(async () => {
    for (const span of spans) await scene.projector.publish(sliceOf([span]));
    await scene.projector.committed(spans.length);
  });
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  let asked = 0;
  const pool = new Proxy(scene.projector.pool, {
    get: (target, name: keyof Pool) => {
      const work = (target[name] as (...all: never[]) => unknown).bind(target);
      if (name !== 'connect') return work;
      return async () => {
        if (++asked === 1) await gate;
        return work();
      };
    },
  });
  // Each message is enough for a flush.
  const writer = scene.newWriter({ flushBytes: 1 }, pool);
  const loop = writer.run();
  await eventually(() => expect(asked).toBe(1));
  await (await scene.projector.connection.jetstreamManager()).streams.delete(INGEST_STREAM(0));
  await scene.projector.running(async () => {
    const seq = await scene.projector.publish(sliceOf([after]));
    await eventually(async () => {
      const { rows } = await scene.projector.pool.query('select epoch from shard_offsets where shard = 0');
      expect(rows[0].epoch).toBe(1);
    });
    open();
    await eventually(async () => {
      const { rows } = await scene.projector.pool.query('select epoch, seq from store_offsets where shard = 0');
      expect(rows[0]).toEqual({ epoch: 1, seq: String(seq) });
    });
  });
  writer.stop();
  await loop;
  expect(await scene.storedSpans()).toEqual(idsOf(...spans, after));
  expect(await scene.lostRanges()).toEqual([]);
});
