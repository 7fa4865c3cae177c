import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { SeriesKind } from '@spanwise/span-model/series';
import { logSliceOf, newSpan, sliceOf, TestProjector, type TestSpan } from '../projector.fixture.js';
import type { ShardOptions } from '../shard/shard.js';

const MINUTE_MICROS = 60_000_000;
const HOUR_MICROS = 60 * MINUTE_MICROS;
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const resource = { attributes: [text('service.name', 'cart')] };
const thrown = (type = 'shop.Broken', message = 'order 17') => [
  text('exception.type', type),
  text('exception.message', message),
];
const nanos = (micros: number) => `${micros}000`;
/** In the middle of a minute: a test that moves a time by seconds stays in it. */
const now = () => Math.floor((Date.now() * 1_000) / MINUTE_MICROS) * MINUTE_MICROS - MINUTE_MICROS / 2;

/** A failed request with the exception as an event, `later` after its start. */
function failed(span: TestSpan, attributes = thrown(), startMicros = now(), later = 1_000): LogSlice {
  const json = {
    ...span,
    name: 'GET /',
    kind: 2,
    startTimeUnixNano: nanos(startMicros),
    endTimeUnixNano: nanos(startMicros + 5_000),
    status: { code: 2 },
    events: [{ name: 'exception', timeUnixNano: nanos(startMicros + later), attributes }],
  };
  const bytes = Buffer.from(JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [json] }] }] }));
  return sliceOf([span], { bytes });
}

/** The exception as a log record. */
function logged(span: Partial<TestSpan>, change: object = {}, key?: Uint8Array): LogSlice {
  const record = { ...span, timeUnixNano: nanos(now()), severityNumber: 17, attributes: thrown(), ...change };
  const bytes = Buffer.from(JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }));
  return logSliceOf(1, { bytes, ...(key && { dedupeKey: key }) });
}

const send = async (...slices: LogSlice[]) => projector.committed(await projector.publish(...slices));

/** Occurrences by group. */
async function occurrences(): Promise<number[]> {
  const counts = new Map<string, number>();
  for (const { series } of (await projector.outbox()).organizations)
    for (const { key, red } of series)
      if (key.kind === SeriesKind.Error) counts.set(key.name, (counts.get(key.name) ?? 0) + red.sampled);
  return [...counts.values()].toSorted();
}

describe('an exception that a client reports as an event of its span and as a log record', () => {
  it.each<[string, (span: TestSpan) => LogSlice[][], number[]]>([
    ['as a record alone', (span) => [[logged(span)]], [1]],
    ['as an event alone', (span) => [[failed(span)]], [1]],
    ['as the event first', (span) => [[failed(span)], [logged(span)]], [1]],
    ['as the record first', (span) => [[logged(span)], [failed(span)]], [1]],
    ['as the event first, in one batch', (span) => [[failed(span), logged(span)]], [1]],
    ['as the record first, in one batch', (span) => [[logged(span), failed(span)]], [1]],
    ['as two records', (span) => [[logged(span)], [logged(span)], [failed(span)]], [1]],
    [
      'as another one of the same span',
      (span) => [[failed(span)], [logged(span, { attributes: thrown('E') })]],
      [1, 1],
    ],
    ['as one of another span', (span) => [[failed(span)], [logged(newSpan({ traceId: span.traceId }))]], [2]],
  ])('counts %s', async (_, batches, expected) => {
    await projector.running(async () => {
      for (const batch of batches(newSpan())) await send(...batch);
    });
    expect(await occurrences()).toEqual(expected);
  });

  it('counts once after a restart, and when the keys have no room in memory', async () => {
    const span = newSpan();
    await projector.running(() => send(logged(span)));
    await projector.running(() => send(failed(span)), { keyMemoryBytes: 1 });
    await projector.running(() => send(logged(span)));
    expect(await occurrences()).toEqual([1]);
    // Neither the span nor a record is a duplicate for that.
    expect(await projector.ledger()).toMatchObject({ counted: 1 });
    expect(await projector.ledger('logs')).toMatchObject({ counted: 2 });
  });

  it('counts once when its times lie in two minutes', async () => {
    const span = newSpan();
    const start = now() + MINUTE_MICROS / 2 - 2_000;
    await projector.running(() =>
      send(failed(span, thrown(), start), logged(span, { timeUnixNano: nanos(start + 4_000) })),
    );
    expect(await occurrences()).toEqual([1]);
  });

  it('counts once up to the lateness horizon, and a record beyond it in no group', async () => {
    const span = newSpan();
    const hour = Math.floor((Date.now() * 1_000) / HOUR_MICROS) * HOUR_MICROS;
    // The event is of the last moment before the oldest hour that is not late, the record of the first one in it.
    const edge = hour - HOUR_MICROS;
    const horizonMicros = HOUR_MICROS;
    await projector.running(() => send(failed(span, thrown(), edge - 1_000, 500)), { horizonMicros: 2 * HOUR_MICROS });
    const short: Partial<ShardOptions> = { horizonMicros, sweepIntervalMs: 0 };
    await projector.running(async () => {
      await send(sliceOf([newSpan()]));
      await send(sliceOf([newSpan()]));
      await send(logged(span, { timeUnixNano: nanos(edge + 1_000) }));
      await send(logged(newSpan(), { timeUnixNano: nanos(edge - 1_000) }));
    }, short);
    expect(await occurrences()).toEqual([1]);
    expect(await projector.ledger('logs')).toMatchObject({ counted: 2, late: 0 });
  });
});

describe('a log record with an exception', () => {
  it.each<[string, object]>([
    ['names no span', { spanId: undefined }],
    ['names no trace', { traceId: '0'.repeat(32) }],
    ['is a warning: the program has handled it', { severityNumber: 13 }],
    ['has neither type nor message', { attributes: [text('exception.stacktrace', 'at x')] }],
  ])('joins no group when it %s', async (_, change) => {
    await projector.running(() => send(logged(newSpan(), change)));
    expect(await occurrences()).toEqual([]);
    expect(await projector.ledger('logs')).toMatchObject({ counted: 1 });
  });

  it('joins a group when it has no severity, and when its time is when it was observed', async () => {
    const observed = { timeUnixNano: undefined, observedTimeUnixNano: nanos(now()), severityNumber: undefined };
    await projector.running(() => send(logged(newSpan(), observed)));
    expect(await occurrences()).toEqual([1]);
  });

  it('that repeats as a whole slice counts once', async () => {
    const slice = logged(newSpan(), {}, Buffer.alloc(16, 7));
    await projector.running(async () => {
      await send(slice);
      await send(slice);
    });
    expect(await occurrences()).toEqual([1]);
    expect(await projector.ledger('logs')).toMatchObject({ counted: 1, duplicate: 1 });
  });

  it('may be native, and names its service beside its other members', async () => {
    const { traceId, spanId } = newSpan();
    const record = {
      _timestamp: now(),
      trace_id: traceId,
      span_id: spanId,
      'service.name': 'cart',
      'exception.type': 'shop.Broken',
      'exception.message': 'order 17',
    };
    const native = logSliceOf(1, { bytes: Buffer.from(`${JSON.stringify(record)}\n`), encoding: 'records' });
    await projector.running(async () => {
      await send(native);
      await send(failed({ traceId, spanId }));
    });
    expect(await occurrences()).toEqual([1]);
    const { organizations } = await projector.outbox();
    expect(organizations.flatMap(({ errorGroups }) => errorGroups)).toMatchObject([
      { service: 'cart', errorType: 'shop.Broken', samples: [{ traceId, spanId, transaction: '' }] },
    ]);
  });

  it('is in the group of the same exception on a span, and excluded from request metrics', async () => {
    await projector.running(() => send(failed(newSpan()), logged(newSpan())));
    expect(await occurrences()).toEqual([2]);
    expect((await projector.outbox()).requests).toBe(1);
  });

  it('counts nowhere while there are other shards, which may have its span', async () => {
    await projector.running(() => send(logged(newSpan())), { countsLogged: false });
    expect(await occurrences()).toEqual([]);
  });
});
