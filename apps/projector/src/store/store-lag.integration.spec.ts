import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSpan, sliceOf, TestProjector } from '../projector.fixture.js';
import { StoreLag } from './store-lag.js';

const HOUR_MS = 3_600_000;
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterEach(() => vi.restoreAllMocks());
afterAll(() => projector.stop());

/** What is committed while nothing is stored. */
const commit = () => projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));

function pass(ms: number): void {
  const nowMs = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(nowMs + ms);
}

describe('the lag of what is stored', () => {
  it('is 0 before anything was sent', async () => {
    const lag = new StoreLag(projector.pool, 1);
    await lag.look();
    expect([lag.messages, lag.seconds()]).toEqual([0, 0]);
  });

  it('grows with the oldest message when no writer runs', async () => {
    const lag = new StoreLag(projector.pool, 1);
    await commit();
    await lag.look();
    expect(lag.messages).toBeGreaterThanOrEqual(1);
    pass(40_000);
    await commit();
    await lag.look();
    expect(lag.seconds()).toBeGreaterThan(40);
    expect(lag.seconds()).toBeLessThan(60);
  });

  it('grows while the database cannot be asked, whatever waited before', async () => {
    const pool = new Pool({ connectionString: 'postgres://unknown:x@127.0.0.1:1/none' });
    const lag = new StoreLag(pool, 1);
    pass(40_000);
    await expect(lag.look()).rejects.toThrow();
    expect(lag.seconds()).toBeGreaterThanOrEqual(40);
    await pool.end();
  });

  it('falls to 0 when all is stored', async () => {
    const lag = new StoreLag(projector.pool, 1);
    await commit();
    await lag.look();
    await projector.admin.query(
      'update projector.store_offsets o set seq = s.seq, epoch = s.epoch from projector.shard_offsets s where s.shard = o.shard',
    );
    await lag.look();
    expect([lag.messages, lag.seconds()]).toEqual([0, 0]);
  });

  it.each([
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ])('is not changed by a clock that is set %s by an hour', async (_, ms) => {
    const lag = new StoreLag(projector.pool, 1);
    await lag.look();
    await commit();
    const wrong = Date.now() + ms;
    vi.spyOn(Date, 'now').mockReturnValue(wrong);
    await lag.look();
    expect(lag.seconds()).toBeLessThan(30);
    pass(40_000);
    await lag.look();
    expect(lag.seconds()).toBeGreaterThanOrEqual(40);
    expect(lag.seconds()).toBeLessThan(70);
  });
});
