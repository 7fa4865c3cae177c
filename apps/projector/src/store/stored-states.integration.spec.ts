import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INGEST_STREAM } from '@spanwise/contracts/log/log-message';
import type { ShardAsked, ShardStored } from '@spanwise/contracts/log/stored-state';
import { logSliceOf, newSpan, ORGANIZATION, sliceOf } from '../projector.fixture.js';
import { StoreScene } from './store-scene.fixture.js';
import type { Bus } from '@spanwise/bus/bus';
import { ReaderPool } from '../reader-pool.js';
import { StoredStates } from './stored-states.js';

const OTHER = '00000000-0000-7000-8000-0000000000bb';
const HOUR_MICROS = 3_600_000_000;
let scene: StoreScene;
let states: StoredStates;

beforeAll(async () => {
  scene = await StoreScene.create();
  states = new StoredStates(new ReaderPool(scene.projector.reader), { connection: scene.projector.connection } as Bus);
});
beforeEach(() => scene.reset());
afterAll(() => scene.stop());

async function stateOf(asked: Partial<ShardAsked> = {}, organizationId = ORGANIZATION): Promise<ShardStored> {
  const { shards } = await states.read({
    organization_id: organizationId,
    shards: [{ shard: 0, entered: 0, ...asked }],
  });
  return shards[0]!;
}
const publish = (...slices: Parameters<StoreScene['projector']['publish']>) => scene.projector.publish(...slices);

describe('how far what an organization has sent is stored (QUERY-15)', () => {
  it('is said by when what is processed was received and when it is of, and of no other organization', async () => {
    const now = Date.now() * 1_000;
    const spans = [newSpan({ startMicros: now - HOUR_MICROS }), newSpan({ startMicros: now })];
    const late = newSpan({ startMicros: now - 30 * HOUR_MICROS });
    const timed = Buffer.from(
      JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: `${now - 5}000` }] }] }] }),
    );
    await scene.projector.running(async () => {
      const seq = await publish(sliceOf(spans), sliceOf([late]), logSliceOf(1, { bytes: timed }));
      await scene.projector.committed(seq);
    });
    const { notStored, manifest } = await stateOf();
    const received = expect.any(Number) as number;
    expect(notStored).toHaveLength(2);
    expect(notStored).toEqual(
      expect.arrayContaining([
        { signal: 'traces', fromMicros: now - 30 * HOUR_MICROS, toMicros: now, sinceMicros: received },
        { signal: 'logs', fromMicros: now - 5, toMicros: now - 5, sinceMicros: received },
      ]),
    );
    expect(notStored[0]!.sinceMicros).toBeGreaterThan(now - HOUR_MICROS);
    expect(manifest).toBeUndefined();
    expect((await stateOf({}, OTHER)).notStored).toEqual([]);
  });

  it('is the log’s time for records that say none', async () => {
    await scene.projector.running(async () => scene.projector.committed(await publish(logSliceOf(2))));
    const { fromMicros, toMicros, sinceMicros } = (await stateOf()).notStored[0]!;
    expect([fromMicros, toMicros]).toEqual([sinceMicros, sinceMicros]);
  });

  it('knows nothing of what repetitions would add', async () => {
    const slice = sliceOf([newSpan()]);
    await scene.storing(async () => scene.stored(await publish(slice)));
    const { manifest } = await stateOf();
    await scene.projector.running(async () => scene.projector.committed(await publish(slice)));
    expect((await stateOf({ entered: manifest })).notStored).toEqual([]);
  });

  it('waits for what is not processed, and says that it may be anything where that takes long', async () => {
    const span = newSpan();
    await scene.projector.running(async () => scene.projector.committed(await publish(sliceOf([newSpan()]))));
    await publish(sliceOf([span]));
    const { notStored } = await stateOf({}, OTHER);
    expect(notStored).toEqual([{ sinceMicros: expect.any(Number) as number }]);
    expect(notStored[0]!.sinceMicros).toBeGreaterThan(0);
    await scene.projector.running(async () => {
      const seq = await publish(sliceOf([newSpan()]));
      await scene.projector.committed(seq);
    });
    expect((await stateOf({}, OTHER)).notStored).toEqual([]);
  });

  it('is not readable before its manifest is entered', async () => {
    const now = Date.now() * 1_000;
    const span = newSpan({ startMicros: now - 7 });
    await scene.storing(async () => scene.stored(await publish(sliceOf([span]))));
    const waits = await stateOf();
    const range = { signal: 'traces', fromMicros: now - 7, toMicros: now - 7 };
    expect(waits).toMatchObject({ manifest: 1, notStored: [range] });
    expect(waits.notStored[0]!.sinceMicros).toBeGreaterThan(now - HOUR_MICROS);
    expect((await stateOf({}, OTHER)).notStored).toEqual([]);
    expect((await stateOf({ entered: 1 })).notStored).toEqual([]);
  });

  it('is asked of one moment: what comes later is not waited for (QUERY-17)', async () => {
    await scene.storing(async () => scene.stored(await publish(sliceOf([newSpan()]))));
    const first = await stateOf({ entered: 1 });
    await scene.storing(async () => scene.stored(await publish(sliceOf([newSpan()]))));
    await scene.projector.running(async () => scene.projector.committed(await publish(sliceOf([newSpan()]))));
    const { epoch, seq, manifest } = first;
    expect(await stateOf({ entered: 1, epoch, seq, manifest })).toEqual(first);
    expect((await stateOf({ entered: 1 })).notStored).toHaveLength(2);
  });

  it('is asked although the catalogue is far behind: then anything may be missing', async () => {
    await scene.storing(async () => scene.stored(await publish(sliceOf([newSpan()]))));
    await scene.projector.pool.query(
      `insert into segment_manifests (shard, n, manifest)
       select shard, n, manifest from generate_series(2, 9) as n, (select shard, manifest from segment_manifests) as first`,
    );
    await scene.projector.pool.query('update store_offsets set n = 9 where shard = 0');
    const { manifest, notStored } = await stateOf({}, OTHER);
    expect(manifest).toBe(9);
    expect(notStored).toEqual([{ sinceMicros: (await scene.manifests())[0]!.loggedFromMicros }]);
    expect((await stateOf({ entered: 1 }, OTHER)).notStored).toEqual([]);
  });

  it('lacks nothing of a log that there is not', async () => {
    await scene.projector.running(async (shard) => {
      await expect.poll(() => shard.position).toBeDefined();
    });
    await scene.projector.connection.jetstreamManager().then((manager) => manager.streams.delete(INGEST_STREAM(0)));
    expect((await stateOf()).notStored).toEqual([]);
  });
});
