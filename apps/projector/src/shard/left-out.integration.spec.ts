import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import { encodeLogMessage, INGEST_STREAM, INGEST_SUBJECT, type LogSlice } from '@spanwise/contracts/log/log-message';
import { eventually } from '@spanwise/testing/eventually';
import { newSpan, sliceOf, TestProjector } from '../projector.fixture.js';
import { refuseLeftOut } from './left-out.js';

let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(async () => {
  await projector.reset();
  await projector.admin.query('delete from projector.shard_offsets; delete from projector.store_offsets');
  const manager = await projector.connection.jetstreamManager();
  await manager.streams.delete(INGEST_STREAM(1)).catch(() => false);
  await ensureIngestStream(manager, 1, { maxBytes: 67_108_864, replicas: 1 });
});
afterAll(() => projector.stop());

/** Into the second shard. */
async function publish(...slices: LogSlice[]): Promise<number> {
  const { seq } = await projector.connection.jetstream().publish(INGEST_SUBJECT(1), encodeLogMessage(slices));
  return seq;
}

const counted = (seq: number) =>
  eventually(async () => {
    const { rows } = await projector.pool.query('select seq::int from shard_offsets where shard = 1');
    expect(rows[0]?.seq).toBe(seq);
  });
const counting = (work: () => Promise<unknown>) => projector.running(work, { shard: 1 });
const leftOut = () => refuseLeftOut(projector.pool, projector.connection, 1);

describe('a shard that is left out (PROTO-34)', () => {
  it('strands nothing that was acknowledged: the projector does not start while its log holds spans', async () => {
    await counting(async () => counted(await publish(sliceOf([newSpan()]))));
    await publish();
    await publish(sliceOf([newSpan()]));
    await expect(leftOut()).rejects.toThrow(
      'Shard 1 still holds messages that are not counted, and SPANWISE_INGEST_SHARDS is 1: start with at least 2 until it is drained.',
    );
    await refuseLeftOut(projector.pool, projector.connection, 2);
  });

  it('holds on until what it counted is stored, and apm has taken its counts', async () => {
    let last = 0;
    await counting(async () => counted((last = await publish(sliceOf([newSpan()])))));
    await expect(leftOut()).rejects.toThrow('telemetry that is not stored');
    await projector.pool.query('update store_offsets set seq = $1 where shard = 1', [last]);
    await expect(leftOut()).rejects.toThrow('counts that apm has not taken');
    await projector.pool.query('delete from outbox');
    await leftOut();
  });

  it('may go with messages of the services themselves, and with deltas that say nothing', async () => {
    await counting(async () => counted(await publish()));
    await publish();
    await leftOut();
  });

  it('may go with its log', async () => {
    await counting(async () => counted(await publish()));
    await (await projector.connection.jetstreamManager()).streams.delete(INGEST_STREAM(1));
    await leftOut();
  });
});
