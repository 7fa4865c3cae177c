/** Whose the object store is (PROTO-40), and when a database meets a store that was written from beyond it (PROTO-41). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '@spanwise/host/logger';
import { StoreMarks } from '@spanwise/object-store/store-marks';
import { eventually } from '@spanwise/testing/eventually';
import { newSpan, sliceOf } from '../projector.fixture.js';
import { fetchManifestRows } from './manifests.store.js';
import { readOwner } from './store-owner.store.js';
import { StoreOfAnother, StoreOwnership } from './store-ownership.js';
import { StoreScene } from './store-scene.fixture.js';

const THEIRS = '00000000-0000-4000-8000-000000000001';
const SESSION = '00000000-0000-4000-8000-000000000002';

let scene: StoreScene;
let marks: StoreMarks;

beforeAll(async () => void (scene = await StoreScene.create()));
beforeEach(async () => {
  const release = await scene.reset();
  marks = new StoreMarks(scene.store);
  return release;
});
afterAll(() => scene.stop());

const row = () => readOwner(scene.projector.pool);
const ownership = () =>
  new StoreOwnership(scene.projector.pool, marks, createLogger('projector', 'silent'), { checkMs: 0 });

async function storedSpan(): Promise<string> {
  const span = newSpan();
  await scene.storing(async () => scene.stored(await scene.projector.publish(sliceOf([span]))));
  return span.spanId;
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of scene.store.list('')) found.push(key);
  return found.sort();
}

/** Publishes a span and waits for the word of the writer that does not store it. */
async function faultOfWriter(): Promise<string | undefined> {
  return scene.storing(async (writer) => {
    await scene.projector.publish(sliceOf([newSpan()]));
    await eventually(() => expect(writer.fault).toBeDefined());
    return writer.fault;
  });
}

describe('the store writer', () => {
  it('claims a store, reports its claim to apm, and says how far each shard has written', async () => {
    await storedSpan();
    const { installation, session } = await row();
    expect(await marks.owner()).toMatchObject({ installation, session });
    expect(await marks.shard(0)).toMatchObject({ epoch: 0, n: 1 });
    const { head } = await fetchManifestRows(scene.projector.pool, { shard: 0, after: 0 });
    expect(head.owner).toEqual({ installation, sessions: [session, session] });
    await storedSpan();
    expect([(await marks.shard(0))!.n, (await marks.holds()).size]).toEqual([2, 0]);
    expect((await marks.owner())!.session).not.toBe(session);
  });

  it('of a copy puts nothing into the store of another installation', async () => {
    const owner = { installation: THEIRS, session: SESSION, first: SESSION };
    await marks.putOwner(owner);
    expect(await faultOfWriter()).toBe('store of another installation');
    expect([await keys(), await marks.owner()]).toEqual([['.spanwise/owner'], owner]);
  });

  it('of a new database puts nothing among files of another installation', async () => {
    await scene.store.putBytes('other/file', Buffer.from('x'));
    expect(await faultOfWriter()).toBe('store of another installation');
    expect(await keys()).toEqual(['other/file']);
  });

  it('of a database from before the marks goes on in its store', async () => {
    const first = await storedSpan();
    await marks.release();
    await scene.store.delete('.spanwise/owner');
    await scene.store.delete('.spanwise/shard-0');
    const second = await storedSpan();
    expect(await scene.storedSpans()).toEqual([first, second].sort());
    expect([(await marks.shard(0))!.n, (await marks.holds()).size]).toEqual([2, 0]);
  });

  it('of a database put back stores on, and holds the deletion of what came after it', async () => {
    const first = await storedSpan();
    const { lineage } = (await marks.shard(0))!;
    await marks.putShard(0, { lineage, epoch: 0, n: 40 });
    const second = await storedSpan();
    expect(await scene.storedSpans()).toEqual([first, second].sort());
    const holds = await marks.holds();
    expect([...holds.keys()]).toEqual(['shard-0']);
    expect(holds.get('shard-0')).toMatchObject({
      reason: 'database_behind',
      store: { lineage, epoch: 0, n: 40 },
      database: { lineage, epoch: 0, n: 1 },
    });
    expect((await marks.shard(0))!.n).toBe(2);
  });

  it('holds deletion when a copy of its database has claimed the store meanwhile', async () => {
    const own = ownership();
    await own.check();
    const { installation } = await row();
    await marks.putOwner({ installation, session: SESSION, first: SESSION });
    await own.check();
    expect((await marks.holds()).get('owner')).toMatchObject({
      reason: 'another_session',
      store: { session: SESSION },
    });
    expect((await marks.owner())!.session).toBe((await row()).session);
  });

  it('that ended between its claim and the mark, or after it, is no copy', async () => {
    await ownership().check();
    await scene.projector.pool.query('update store_owner set claiming = $1', [SESSION]);
    await ownership().check();
    await scene.projector.pool.query('update store_owner set claiming = $1', [SESSION]);
    await marks.putOwner({ ...(await marks.owner())!, session: SESSION });
    await ownership().check();
    expect((await marks.holds()).size).toBe(0);
  });

  it('that ended after the mark is no copy for the next but one, when the next ended before it', async () => {
    await ownership().check();
    await scene.projector.pool.query('update store_owner set claiming = $1', [SESSION]);
    await marks.putOwner({ ...(await marks.owner())!, session: SESSION });
    const ending = new StoreMarks(scene.store);
    ending.putOwner = () => Promise.reject(new Error('killed'));
    const next = new StoreOwnership(scene.projector.pool, ending, createLogger('projector', 'silent'));
    await expect(next.check()).rejects.toThrow('killed');
    await ownership().check();
    expect((await marks.holds()).size).toBe(0);
  });

  it('that another one has fenced since it read its position holds nothing', async () => {
    await storedSpan();
    const mark = (await marks.shard(0))!;
    await ownership().beginShard({ shard: 0, seq: 0, ...mark, n: 0 });
    expect([(await marks.holds()).size, await marks.shard(0)]).toEqual([0, mark]);
  });

  it('shares its store with another process of the same database, and neither takes the other for a copy', async () => {
    const both = [ownership(), ownership()];
    for (let round = 0; round < 5; round++) await Promise.all(both.map((one) => one.check()));
    expect((await marks.holds()).size).toBe(0);
    await marks.putOwner({ installation: THEIRS, session: SESSION, first: SESSION });
    await expect(both[0]!.check()).rejects.toThrow(StoreOfAnother);
  });
});
