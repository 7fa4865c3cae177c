import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { eventually } from '@spanwise/testing/eventually';
import { resolveLetter } from '../dead-letters/dead-letters.js';
import { listLetters } from '../dead-letters/dead-letters.store.js';
import { logSliceOf, newSpan, sliceOf, TestProjector } from '../projector.fixture.js';
import { ledgerTotals } from '../status/ledger-totals.store.js';
import { sweepShard } from '../shard/sweep.store.js';

const MINUTE_MICROS = 60_000_000;
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

const key = () => randomBytes(16);
const send = async (...slices: LogSlice[]) => projector.committed(await projector.publish(...slices));
const keyMinutes = `update projector.dedupe_keys set minute = minute - $1::int, hour = (minute - $1::int - 1000000000) / 60`;

describe('a slice of records without ids (PROTO-5)', () => {
  it('with a key counts once: in one message, in two and after a restart', async () => {
    const slice = logSliceOf(3, { dedupeKey: key() });
    await projector.running(async () => {
      await projector.publish(slice, slice, logSliceOf(1, { dedupeKey: key() }));
      await send(slice);
    });
    await projector.running(() => send(slice));
    expect(await projector.ledger('logs')).toEqual({ received: 13, counted: 4, duplicate: 9, late: 0, dead: 0 });
  });

  it('without a key always counts', async () => {
    await projector.running(() => send(logSliceOf(2), logSliceOf(2)));
    expect(await projector.ledger('logs')).toMatchObject({ received: 4, counted: 4, duplicate: 0 });
  });

  it('of another signal or another organization is another slice, whatever its key', async () => {
    const dedupeKey = key();
    const point = { timeUnixNano: '1', asDouble: 1 };
    const bytes = Buffer.from(
      JSON.stringify({
        resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: [point] } }] }] }],
      }),
    );
    const organizationId = '00000000-0000-7000-8000-0000000000bb';
    await projector.running(() =>
      send(
        logSliceOf(1, { dedupeKey }),
        logSliceOf(1, { dedupeKey, organizationId }),
        logSliceOf(1, { dedupeKey, signal: 'metrics', bytes }),
      ),
    );
    expect(await projector.ledger('logs')).toMatchObject({ counted: 2 });
    expect(await projector.ledger('metrics')).toMatchObject({ counted: 1 });
  });

  it.each([
    [9, { counted: 1, duplicate: 1 }],
    [12, { counted: 2, duplicate: 0 }],
  ])('that is repeated %i minutes later is processed by the log’s own time', async (minutes, outcome) => {
    const slice = logSliceOf(1, { dedupeKey: key() });
    await projector.running(() => send(slice));
    await projector.admin.query(keyMinutes, [minutes]);
    await projector.running(() => send(slice));
    expect(await projector.ledger('logs')).toMatchObject(outcome);
  });

  it('is no duplicate of itself when its commit fails at first', async () => {
    try {
      await projector.running(async (shard) => {
        await send(sliceOf([newSpan()]));
        await projector.admin.query('alter table projector.outbox add constraint no_more check (n < 0) not valid');
        const last = await projector.publish(logSliceOf(2, { dedupeKey: key() }));
        await eventually(() => expect(shard.position).toBeUndefined());
        await projector.admin.query('alter table projector.outbox drop constraint no_more');
        await projector.committed(last);
      });
    } finally {
      await projector.admin.query('alter table projector.outbox drop constraint if exists no_more');
    }
    expect(await projector.ledger('logs')).toEqual({ received: 2, counted: 2, duplicate: 0, late: 0, dead: 0 });
  });

  it('is distinguished from its repetition when the keys have no room in memory', async () => {
    const slice = logSliceOf(1, { dedupeKey: key() });
    await projector.running(
      async () => {
        await send(slice);
        await send(sliceOf([newSpan()]));
        await send(slice);
      },
      { keyMemoryBytes: 1 },
    );
    expect(await projector.ledger('logs')).toMatchObject({ counted: 1, duplicate: 1 });
  });

  it('keeps its key through a sweep, however short the horizon of spans is', async () => {
    const slice = logSliceOf(1, { dedupeKey: key() });
    await projector.running(
      async (shard) => {
        await send(slice);
        await shard.enqueue(() =>
          sweepShard(projector.pool, shard.position!, { ledgerMicros: 0, deadLetterMicros: MINUTE_MICROS }),
        );
        await send(slice);
      },
      { horizonMicros: 0 },
    );
    const { records } = await ledgerTotals(projector.pool, 0);
    expect(records).toEqual({ received: 2, counted: 1, duplicate: 1, late: 0, dead: 0 });
  });
});

describe('records and spans', () => {
  it('are accounted for apart, and records are excluded from metrics', async () => {
    await projector.running(() => send(sliceOf([newSpan(), newSpan()]), logSliceOf(5)));
    expect(await projector.ledger('traces')).toMatchObject({ received: 2, counted: 2 });
    expect(await projector.ledger('logs')).toMatchObject({ received: 5, counted: 5 });
    expect((await projector.outbox()).requests).toBe(2);
    expect(await ledgerTotals(projector.pool, 0)).toMatchObject({ spans: { received: 2 }, records: { received: 5 } });
  });
});

describe('a slice of records that cannot be read', () => {
  it.each<[string, Partial<LogSlice>]>([
    ['whose digest is wrong', { sha256: new Uint8Array(32) }],
    ['that is not what it says', { bytes: Buffer.from('{"resourceLogs":7}') }],
    ['that announces another number of records', { recordCount: 7 }],
    ['of lines that are not records', { encoding: 'records', bytes: Buffer.from('{"_timestamp":1}\n7') }],
  ])('%s becomes a dead letter of its signal, and its neighbours are counted', async (_, change) => {
    await projector.running(() => send(logSliceOf(1), logSliceOf(1, change), logSliceOf(1)));
    const dead = change.recordCount ?? 1;
    expect(await projector.ledger('logs')).toEqual({ received: 2 + dead, counted: 2, duplicate: 0, late: 0, dead });
    expect(await listLetters(projector.pool)).toMatchObject([{ state: 'open', signal: 'logs', span_count: dead }]);
  });

  it.each([
    ['nothing else was counted', false, { received: 2, counted: 2, duplicate: 0 }],
    ['a copy was counted meanwhile', true, { received: 4, counted: 2, duplicate: 2 }],
  ])('is replayed once, also when %s', async (_, copied, outcome) => {
    const slice = logSliceOf(2, { dedupeKey: key() });
    await projector.running(async (shard) => {
      await send({ ...slice, sha256: new Uint8Array(32) });
      if (copied) await send(slice);
      const [letter] = await listLetters(projector.pool);
      expect(await resolveLetter(projector.pool, [shard], letter!.id, 'replay')).toMatchObject({ state: 'replayed' });
    });
    expect(await projector.ledger('logs')).toEqual({ ...outcome, late: 0, dead: 0 });
  });
});
