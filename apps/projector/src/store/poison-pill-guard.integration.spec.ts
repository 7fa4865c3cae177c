import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSpan, sliceOf } from '../projector.fixture.js';
import { beginRun, SUSPICIOUS_ENDS } from '../trial/shard-runs.store.js';
import { idsOf, StoreScene } from './store-scene.fixture.js';

let scene: StoreScene;

beforeAll(async () => void (scene = await StoreScene.create()));
beforeEach(() => scene.reset());
afterAll(() => scene.stop());

/** Store writers have ended at the beginning of the log. */
async function suspect(): Promise<void> {
  for (let killed = 0; killed <= SUSPICIOUS_ENDS; killed++)
    await beginRun(scene.projector.pool, 'store', { shard: 0, epoch: 0, seq: 0 });
}

describe('a store writer at whose position others were killed from outside', () => {
  it('tries what follows apart, stores everything and loses nothing', async () => {
    const spans = Array.from({ length: 6 }, () => newSpan());
    await suspect();
    await scene.projector.running(async () => {
      await scene.projector.publish(sliceOf(spans.slice(0, 3)), sliceOf(spans.slice(3, 4)));
      await scene.projector.committed(await scene.projector.publish(sliceOf(spans.slice(4))));
    });
    await scene.storing(() => scene.stored(2));
    expect(await scene.storedSpans()).toEqual(idsOf(...spans));
    expect(await scene.lostRanges()).toEqual([]);
  });
});

describe('a record with the verdict that it ends the store writer', () => {
  it('is a gap by sequence, slice and index, and all others are stored', async () => {
    const spans = Array.from({ length: 4 }, () => newSpan());
    await scene.projector.running(async () => {
      await scene.projector.publish(sliceOf(spans.slice(0, 3)), sliceOf(spans.slice(3)));
      await scene.projector.committed(1);
    });
    await scene.projector.pool.query(
      `insert into verdicts (shard, task, epoch, seq, logged_at_micros, slice, record, reason)
       select shard, 'store', epoch, seq, logged_at_micros, slice, record, 'ends_process'
         from ledger, (values (0, 1), (1, -1)) as dead (slice, record)`,
    );
    await scene.storing(() => scene.stored(1));
    expect(await scene.storedSpans()).toEqual(idsOf(spans[0]!, spans[2]!));
    expect(await scene.lostRanges()).toMatchObject([
      { fromSeq: 1, toSeq: 1, slice: 0, fromIndex: 1, toIndex: 1 },
      { fromSeq: 1, toSeq: 1, slice: 1 },
    ]);
  });
});
