import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logSliceOf, newSpan, sliceOf, TestProjector } from '../projector.fixture.js';
import { beginRun, endRun, SUSPICIOUS_ENDS } from '../trial/shard-runs.store.js';

let projector: TestProjector;

beforeAll(async () => void (projector = await TestProjector.create()));
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

const begin = (seq: number, epoch = 0) => beginRun(projector.pool, 'project', { shard: 0, epoch, seq });

describe('ends of processes', () => {
  it('are counted while they are at one place, and not where a process was asked to end', async () => {
    expect([await begin(5), await begin(5), await begin(5)]).toEqual([0, 1, 2]);
    expect([await begin(9), await begin(9), await begin(9, 1)]).toEqual([1, 2, 1]);
    await endRun(projector.pool, 'project', 0);
    expect([await begin(9, 1), await begin(9, 1)]).toEqual([0, 1]);
  });

  it('are noted by a shard that runs, and forgotten when it is stopped in order', async () => {
    const ends = async () => (await projector.pool.query('select ends, running from shard_runs')).rows;
    await begin(0);
    await projector.running(async () => {
      await projector.committed(await projector.publish(sliceOf([newSpan()])));
      expect(await ends()).toEqual([{ ends: 1, running: true }]);
    });
    expect(await ends()).toEqual([{ ends: 1, running: false }]);
  });
});

describe('a shard at whose position processes were killed from outside (PROTO-38)', () => {
  it('tries what follows apart, makes nothing dead and counts everything', async () => {
    // There is a log from the first start on.
    await projector.running(async () => projector.committed(await projector.publish()));
    for (let killed = 0; killed <= SUSPICIOUS_ENDS; killed++) await begin(1);
    await projector.publish(sliceOf([newSpan(), newSpan()]), logSliceOf(3));
    await projector.publish(sliceOf([newSpan()]));
    await projector.running(async () => projector.committed(await projector.publish(sliceOf([newSpan()]))));
    expect(await projector.ledger()).toEqual({ received: 4, counted: 4, duplicate: 0, late: 0, dead: 0 });
    expect(await projector.ledger('logs')).toMatchObject({ received: 3, counted: 3, dead: 0 });
    expect((await projector.pool.query('select from verdicts')).rowCount).toBe(0);
  });
});
