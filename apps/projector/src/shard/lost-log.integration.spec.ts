/** What a log loses that came back shorter, without its start, or as another one: counted where it still is, a gap elsewhere. */
import { headers as natsHeaders } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ANY_ORGANIZATION,
  encodeLogMessage,
  INGEST_STREAM,
  INGEST_SUBJECT,
  LAST_ACKNOWLEDGED_HEADER,
} from '@spanwise/contracts/log/log-message';
import { MINUTE_MICROS } from '@spanwise/span-model/time-units';
import { eventually } from '@spanwise/testing/eventually';
import { HistoryChanged } from '../log/log-reader.js';
import { slicesToStore } from '../store/stored-slices.store.js';
import { newSpan, logSliceOf, sliceOf, TestProjector } from '../projector.fixture.js';

let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

const spans = (count: number) => sliceOf(Array.from({ length: count }, () => newSpan()));

/** Counts a few messages, the last one with a record of a log that no key distinguishes from its repetition. */
const countSome = () =>
  projector.running(async () => {
    for (let message = 0; message < 4; message++) await projector.publish(spans(1));
    await projector.committed(await projector.publish(spans(1), logSliceOf(1)));
  });

/** Minutes that the deltas say to have lost, of whichever organization. */
async function lostMinutes(): Promise<number[]> {
  const { organizations } = await projector.outbox();
  const gaps = organizations.flatMap(({ organizationId, gaps }) => gaps.map((gap) => ({ organizationId, ...gap })));
  for (const gap of gaps)
    expect(gap).toMatchObject({ organizationId: ANY_ORGANIZATION, reason: 'flush_failed', dropped: 0 });
  return gaps.map(({ minute }) => minute).sort((a, b) => a - b);
}

const minuteOf = (micros: number) => Math.floor(micros / MINUTE_MICROS);
const minutes = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const loggedAt = async (seq: number) => {
  const { time } = await (await projector.connection.jetstreamManager()).streams.getMessage(INGEST_STREAM(0), { seq });
  return time.getTime() * 1_000;
};
/** As a database of so long ago has it. */
const comeFromEarlier = async (agoMicros: number): Promise<number> => {
  const { rows } = await projector.pool.query<{ at: string }>(
    'update shard_offsets set watermark_micros = watermark_micros - $1 where shard = 0 returning watermark_micros as at',
    [agoMicros],
  );
  return Number(rows[0]!.at);
};

describe('a gap is in every minute that the log may have lost (PROTO-33)', () => {
  it('hours of a purged log are not one minute of gap and complete zeros', async () => {
    await countSome();
    const watermark = await comeFromEarlier(6 * 60 * MINUTE_MICROS);
    for (let message = 0; message < 3; message++) await projector.publish(spans(2));
    const manager = await projector.connection.jetstreamManager();
    await manager.streams.purge(INGEST_STREAM(0));
    const next = await projector.publish(spans(1));
    await projector.running(() => projector.committed(next));
    expect(await projector.ledger()).toMatchObject({ received: 6, counted: 6 });
    expect(await lostMinutes()).toEqual(minutes(minuteOf(watermark) - 1, minuteOf(await loggedAt(next))));
  });

  it('until now where the log that was recreated holds nothing yet', async () => {
    await countSome();
    const watermark = await comeFromEarlier(30 * MINUTE_MICROS);
    const manager = await projector.connection.jetstreamManager();
    await manager.streams.delete(INGEST_STREAM(0));
    const before = minuteOf(Date.now() * 1_000);
    await projector.running((shard) => eventually(() => expect(shard.position?.epoch).toBe(1)));
    const lost = await lostMinutes();
    expect(lost).toEqual(minutes(minuteOf(watermark) - 1, lost.at(-1)!));
    expect(lost.at(-1)).toBeGreaterThanOrEqual(before);
  });
});

describe('a log that came back shorter (PROTO-7)', () => {
  it('and has grown past the position swallows nothing', async () => {
    const counted = [spans(3), spans(3), spans(3)];
    await projector.running(async () => {
      await projector.committed(await projector.publish(spans(1), logSliceOf(1)));
      await projector.nats.copyStore();
      for (const slice of counted) await projector.committed(await projector.publish(slice));
    });
    await projector.nats.putBackStore();
    let last = 0;
    for (let message = 0; message < 5; message++) last = await projector.publish(spans(2));
    const watermark = (await projector.pool.query('select watermark_micros as at from shard_offsets')).rows[0] as {
      at: string;
    };
    await projector.running(async (shard) => {
      await eventually(() => expect(shard.position?.epoch).toBe(1));
      await projector.committed(last);
    });
    // What the log began with as before is not read again, so that a record without a key stays one.
    expect(await projector.ledger()).toEqual({ received: 20, counted: 20, duplicate: 0, late: 0, dead: 0 });
    expect(await projector.ledger('logs')).toMatchObject({ received: 1, counted: 1 });
    const [first] = await lostMinutes();
    expect(first).toBe(minuteOf(Number(watermark.at)) - 1);
  });

  it('under a running projector swallows nothing of what is sent at once', async () => {
    await projector.running(async (shard) => {
      await projector.committed(await projector.publish(spans(1)));
      await projector.nats.copyStore();
      for (let message = 0; message < 5; message++) await projector.committed(await projector.publish(spans(1)));
      await projector.nats.putBackStore();
      for (let message = 0; message < 8; message++) await projector.publish(spans(1));
      await eventually(() => expect(shard.position?.epoch).toBe(1));
      await eventually(async () => expect(await projector.ledger()).toMatchObject({ counted: 14, received: 14 }));
    });
  });

  it('without what was not read is found by what gateways were acknowledged (PROTO-35)', async () => {
    await countSome();
    const { rows } = await projector.pool.query<{ at: string }>('select watermark_micros as at from shard_offsets');
    await projector.nats.copyStore();
    const lost = await projector.publish(spans(3));
    await projector.nats.putBackStore();
    const headers = natsHeaders();
    headers.set(LAST_ACKNOWLEDGED_HEADER, String(lost));
    const next = await eventually(() =>
      projector.connection.jetstream().publish(INGEST_SUBJECT(0), encodeLogMessage([spans(1)]), { headers }),
    );
    expect(next.seq).toBe(lost);
    await projector.running(() => projector.committed(next.seq));
    expect(await projector.ledger()).toMatchObject({ counted: 6 });
    expect(await lostMinutes()).toEqual(minutes(minuteOf(Number(rows[0]!.at)) - 1, minuteOf(await loggedAt(next.seq))));
  });

  it('is not stored as what was processed under its sequences', async () => {
    await projector.running(async () => projector.committed(await projector.publish(spans(1))));
    const { seq, micros } = (
      (await projector.pool.query('select seq::int, logged_at_micros::float8 as micros from ledger')).rows as {
        seq: number;
        micros: number;
      }[]
    )[0]!;
    const manager = await projector.connection.jetstreamManager();
    const { data } = await manager.streams.getMessage(INGEST_STREAM(0), { seq });
    const stored = (loggedAtMicros: number) => slicesToStore(projector.pool, 0, 0, [{ seq, loggedAtMicros, data }]);
    expect(await stored(micros)).toHaveLength(1);
    await expect(stored(micros + 2_000)).rejects.toThrow(HistoryChanged);
  });

  it('is the same log where it lost nothing that was read: no gap, no new epoch', async () => {
    await countSome();
    await projector.nats.copyStore();
    await projector.nats.putBackStore();
    const last = await projector.publish(spans(1));
    await projector.running(async (shard) => {
      await projector.committed(last);
      expect(shard.position?.epoch).toBe(0);
    });
    expect(await lostMinutes()).toEqual([]);
  });

  it('keeps the message at the position, by which it is known', async () => {
    await projector.running(
      async () => {
        await projector.committed(await projector.publish(spans(1)));
        const last = await projector.publish(spans(1));
        await projector.committed(last);
        await projector.pool.query('update store_offsets set seq = $1', [last]);
        await eventually(async () => {
          const manager = await projector.connection.jetstreamManager();
          const { state } = await manager.streams.info(INGEST_STREAM(0));
          expect([state.first_seq, state.messages]).toEqual([last, 1]);
        });
      },
      { sweepIntervalMs: 0 },
    );
  });
});
