import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeLogMessage, sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { SeriesKind } from '@spanwise/span-model/series';
import { logSliceOf, newSpan as anySpan, ORGANIZATION, sliceOf, type TestSpan } from '../log-slices.fixture.js';
import { BatchProcessor, MissingMinutes } from './batch-processor.js';
import { CommittedKeys } from './committed-keys.js';
import type { BatchResult, LedgerEntry } from './batch-result.js';
import { KeySet } from './key-set.js';
import { openMessages, type LogEntry } from './open-message.js';
import { isMarked } from './slice-marks.js';
import type { PoisonMark } from './poison-marks.js';
import type { Watermark } from './watermark.js';

const OTHER = '00000000-0000-7000-8000-0000000000bb';
const SEED = Uint32Array.of(1, 2, 3, 4);
const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-01-15T12:00:00Z') * 1_000;
const HORIZON = 2 * HOUR;

const newSpan = (change: Partial<TestSpan> = {}) => anySpan({ startMicros: NOON, ...change });

/** A shard without its database and its log. */
class TestShard {
  readonly committed = new CommittedKeys(1_000_000_000);
  private watermark: Watermark = { micros: 0, floorHour: 0 };
  private seq = 0;

  constructor(
    private readonly options: {
      countsLogged?: boolean;
      deleted?: ReadonlySet<string>;
      poisonMarks?: PoisonMark[];
    } = {},
  ) {}

  /** One message of each list of slices, processed as one batch at that time of the log. */
  async processor(messages: LogSlice[][], loggedAtMicros = NOON): Promise<BatchResult> {
    return this.processEntries(messages.map(encodeLogMessage), loggedAtMicros);
  }

  async processEntries(messages: Uint8Array[], loggedAtMicros = NOON): Promise<BatchResult> {
    const { countsLogged = true, deleted, poisonMarks = [] } = this.options;
    const entries: LogEntry[] = messages.map((data) => ({ seq: ++this.seq, loggedAtMicros, data }));
    const opened = openMessages(entries, this.watermark, HORIZON, poisonMarks);
    this.watermark = opened.at(-1)!.watermark;
    const processor = new BatchProcessor(this.committed, SEED, countsLogged, deleted);
    for (;;) {
      try {
        return await processor.process(opened);
      } catch (error) {
        if (!(error instanceof MissingMinutes)) throw error;
        for (const minute of error.minutes) this.committed.put(minute, new KeySet());
      }
    }
  }

  async commit(messages: LogSlice[][], loggedAtMicros = NOON): Promise<BatchResult> {
    const result = await this.processor(messages, loggedAtMicros);
    for (const [minute, keys] of result.newKeys) this.committed.merge(minute, keys);
    return result;
  }
}

const COUNTS = ['received', 'counted', 'duplicate', 'late', 'dead'] as const;
const ledgerOf = ({ ledger }: Pick<BatchResult, 'ledger'>, of: Partial<LedgerEntry> = {}): number[] =>
  COUNTS.map((name) =>
    ledger
      .filter((entry) => Object.entries(of).every(([key, value]) => entry[key as keyof LedgerEntry] === value))
      .reduce((sum, entry) => sum + entry[name], 0),
  );
const gapsOf = ({ fold }: BatchResult, organization = ORGANIZATION) =>
  [...(fold.organizations.get(organization)?.gaps.values() ?? [])].map(({ minute, reason, dropped }) => [
    minute * MINUTE,
    reason,
    dropped,
  ]);
const places = (marks: Uint8Array | null) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((place) => isMarked(marks, place));
const marksOf = ({ marks }: BatchResult) =>
  marks.map(({ seq, slice, whole, duplicate, late }) => [seq, slice, whole, places(duplicate), places(late)]);

describe('a span (PROTO-3)', () => {
  it('counts once in a slice, in a message and in a batch, and the others are marked', async () => {
    const [one, two] = [newSpan(), newSpan()];
    const result = await new TestShard().processor([[sliceOf([one, one]), sliceOf([two, one])], [sliceOf([two])]]);
    expect(result.fold.spanCount).toBe(2);
    expect([ledgerOf(result, { seq: 1 }), ledgerOf(result, { seq: 2 })]).toEqual([
      [4, 2, 2, 0, 0],
      [1, 0, 1, 0, 0],
    ]);
    expect(marksOf(result)).toEqual([
      [1, 0, false, [1], []],
      [1, 1, false, [1], []],
      [2, 0, false, [0], []],
    ]);
    expect(result.messages).toBe(2);
  });

  it('counts once across batches when the first is committed, and not before (PROTO-12)', async () => {
    const shard = new TestShard();
    const slice = sliceOf([newSpan()]);
    expect(ledgerOf(await shard.processor([[slice]]))).toEqual([1, 1, 0, 0, 0]);
    expect(ledgerOf(await shard.commit([[slice]]))).toEqual([1, 1, 0, 0, 0]);
    const again = await shard.commit([[slice]]);
    expect(ledgerOf(again)).toEqual([1, 0, 1, 0, 0]);
    expect([again.fold.isEmpty, again.newKeys.size]).toEqual([true, 0]);
  });

  it('is another one in another trace, under another id and in another organization', async () => {
    const span = newSpan();
    const { traceId, spanId } = newSpan();
    const result = await new TestShard().processor([
      [sliceOf([span, { ...span, traceId }, { ...span, spanId }]), sliceOf([span], { organizationId: OTHER })],
    ]);
    expect(ledgerOf(result)).toEqual([4, 4, 0, 0, 0]);
    expect(ledgerOf(result, { organizationId: OTHER })).toEqual([1, 1, 0, 0, 0]);
    expect(result.marks).toEqual([]);
  });

  it('asks for the keys of its minute, and says which of the batch are looked for', async () => {
    const messages = openMessages(
      [{ seq: 1, loggedAtMicros: NOON, data: encodeLogMessage([sliceOf([newSpan(), newSpan()])]) }],
      { micros: 0, floorHour: 0 },
      HORIZON,
      [],
    );
    const missing = (await new BatchProcessor(new CommittedKeys(1), SEED, true)
      .process(messages)
      .catch((error: unknown) => error)) as MissingMinutes;
    expect(missing).toBeInstanceOf(MissingMinutes);
    expect([...missing.minutes]).toEqual([NOON / MINUTE]);
    // Each with its side, and as it may be stored without.
    expect([...missing.batchKeys].map(([minute, keys]) => [minute, keys.size])).toEqual([[NOON / MINUTE, 4]]);
  });
});

describe('a span below the floor (PROTO-13)', () => {
  it('is late from the last moment of the hour before: a gap and a mark, and no key of it is kept', async () => {
    const result = await new TestShard().processor([
      [sliceOf([newSpan({ startMicros: NOON - HORIZON }), newSpan({ startMicros: NOON - HORIZON - 1 })])],
    ]);
    expect(ledgerOf(result)).toEqual([2, 1, 0, 1, 0]);
    expect(gapsOf(result)).toEqual([[NOON - HORIZON - MINUTE, 'late_dropped', 1]]);
    expect(marksOf(result)).toEqual([[1, 0, false, [], [1]]]);
    expect([...result.newKeys.keys()]).toEqual([(NOON - HORIZON) / MINUTE]);
  });
});

describe('a slice that cannot be counted (PROTO-4)', () => {
  const good = sliceOf([newSpan()]);
  const broken = Buffer.from('{"resourceSpans"');

  it.each<[string, LogSlice, string]>([
    ['announces too many spans', { ...sliceOf([newSpan()]), recordCount: 2 }, 'wrong_count'],
    ['is not what was logged', { ...sliceOf([newSpan(), newSpan()]), sha256: new Uint8Array(32) }, 'wrong_digest'],
    ['does not decode', sliceOf([newSpan(), newSpan()], { bytes: broken }), 'not_decodable'],
    ['does not inflate', sliceOf([newSpan(), newSpan()], { coding: 'gzip' }), 'not_inflatable'],
    ['has a span without a trace', sliceOf([newSpan(), newSpan({ traceId: 'ab' })]), 'not_decodable'],
    ['has a span without an id', sliceOf([newSpan(), newSpan({ spanId: 'ab' })]), 'not_decodable'],
    ['keeps spans as records', sliceOf([newSpan(), newSpan()], { encoding: 'records' }), 'not_decodable'],
  ])('is a dead letter as a whole when it %s, and its neighbours count', async (_, poison, reason) => {
    const shard = new TestShard();
    const result = await shard.processor([[poison, good], [good]]);
    expect(result.dead.map(({ seq, batchSlice }) => [seq, batchSlice.index, batchSlice.poison?.reason])).toEqual([
      [1, 0, reason],
    ]);
    expect(ledgerOf(result)).toEqual([4, 1, 1, 0, 2]);
    expect(result.fold.spanCount).toBe(1);
    expect(gapsOf(result)).toEqual([[NOON, 'flush_failed', 2]]);
    expect(marksOf(result)).toEqual([
      [1, 0, true, [], []],
      [2, 0, false, [0], []],
    ]);
  });

  it('leaves no key behind: sent again whole, its spans count', async () => {
    const shard = new TestShard();
    const span = newSpan();
    await shard.commit([[sliceOf([span], { recordCount: 3 })]]);
    expect(ledgerOf(await shard.commit([[sliceOf([span])]]))).toEqual([1, 1, 0, 0, 0]);
  });

  it('has no organization, and no record, when its message cannot be read', async () => {
    const result = await new TestShard().processEntries([Buffer.from('nonsense'), encodeLogMessage([good])]);
    expect(result.dead.map(({ batchSlice }) => batchSlice.poison?.reason)).toEqual(['unreadable_message']);
    expect([ledgerOf(result), gapsOf(result)]).toEqual([[1, 1, 0, 0, 0], []]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const)('is none because it is packed with %s', async (coding, pack) => {
    const bytes = pack(good.bytes);
    const result = await new TestShard().processor([[{ ...good, coding, bytes, sha256: sliceDigest(bytes) }]]);
    expect(ledgerOf(result)).toEqual([1, 1, 0, 0, 0]);
    expect(result.ledger[0]!.bytes).toBe(bytes.length);
  });
});

describe('a record that a verdict names (PROTO-37)', () => {
  const verdictOn = (record: number | undefined): PoisonMark => ({
    seq: 1,
    loggedAtMicros: NOON,
    slice: 0,
    record,
    reason: 'over_budget',
  });

  it('is a dead letter of its own, and the other spans count', async () => {
    const shard = new TestShard({ poisonMarks: [verdictOn(1)] });
    const result = await shard.processor([[sliceOf([newSpan(), newSpan(), newSpan()])]]);
    expect(ledgerOf(result)).toEqual([3, 2, 0, 0, 1]);
    expect(result.dead.map(({ batchSlice }) => [batchSlice.slice.recordCount, batchSlice.poison?.reason])).toEqual([
      [1, 'over_budget'],
    ]);
    expect([gapsOf(result), marksOf(result)]).toEqual([[[NOON, 'flush_failed', 1]], [[1, 0, false, [1], []]]]);
  });

  it('of a slice without ids likewise', async () => {
    const shard = new TestShard({ poisonMarks: [verdictOn(1)] });
    const result = await shard.processor([[logSliceOf(3)]]);
    expect(ledgerOf(result)).toEqual([3, 2, 0, 0, 1]);
    expect(marksOf(result)).toEqual([[1, 0, false, [1], []]]);
  });

  it('is the whole slice where it names none', async () => {
    const shard = new TestShard({ poisonMarks: [verdictOn(undefined)] });
    expect(ledgerOf(await shard.processor([[sliceOf([newSpan(), newSpan()])]]))).toEqual([2, 0, 0, 0, 2]);
  });
});

describe('a slice of records without ids (PROTO-5)', () => {
  const dedupeKey = Buffer.alloc(16, 7);
  const slice = logSliceOf(3, { dedupeKey });

  it('with a key counts once in a message, and across batches', async () => {
    const shard = new TestShard();
    const first = await shard.commit([[slice, slice]]);
    expect([ledgerOf(first), marksOf(first)]).toEqual([[6, 3, 3, 0, 0], [[1, 1, true, [], []]]]);
    expect(ledgerOf(await shard.commit([[slice]]))).toEqual([3, 0, 3, 0, 0]);
  });

  it.each([
    [10, 0],
    [11, 3],
    [-10, 0],
    [-11, 3],
  ])('that is repeated %i minutes later counts %i records', async (minutes, counted) => {
    const shard = new TestShard();
    await shard.commit([[slice]]);
    expect(ledgerOf(await shard.commit([[slice]], NOON + minutes * MINUTE))[1]).toBe(counted);
  });

  it('without a key, under another one, and of another organization counts', async () => {
    const others = [
      logSliceOf(3),
      logSliceOf(3),
      logSliceOf(3, { dedupeKey: Buffer.alloc(16, 8) }),
      { ...slice, organizationId: OTHER },
    ];
    const result = await new TestShard().processor([[slice, ...others]]);
    expect([ledgerOf(result), result.marks]).toEqual([[15, 15, 0, 0, 0], []]);
  });

  it('is a dead letter when it announces too many', async () => {
    const result = await new TestShard().processor([[{ ...logSliceOf(3), recordCount: 4 }, slice]]);
    expect(result.dead.map(({ batchSlice }) => batchSlice.poison?.reason)).toEqual(['wrong_count']);
    // The gap of a series of requests is that of spans alone.
    expect([ledgerOf(result), gapsOf(result)]).toEqual([[7, 3, 0, 0, 4], []]);
  });
});

describe('an organization that is deleted', () => {
  it('leaves nothing, and the others count', async () => {
    const shard = new TestShard({ deleted: new Set([OTHER]) });
    const result = await shard.processor([[sliceOf([newSpan()], { organizationId: OTHER }), sliceOf([newSpan()])]]);
    expect(result.ledger.map(({ organizationId }) => organizationId)).toEqual([ORGANIZATION]);
    expect([...result.fold.organizations.keys()]).toEqual([ORGANIZATION]);
  });
});

describe('an exception that is an event of a span and a log record (ADR 0015)', () => {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const resource = { attributes: [text('service.name', 'cart')] };
  const attributes = [text('exception.type', 'shop.Broken'), text('exception.message', 'order 17')];
  const span = newSpan();

  function failed(startMicros = NOON): LogSlice {
    const [start, end] = [`${startMicros}000`, `${startMicros + 5_000}000`];
    const json = {
      ...span,
      name: 'GET /',
      kind: 2,
      startTimeUnixNano: start,
      endTimeUnixNano: end,
      status: { code: 2 },
      events: [{ name: 'exception', timeUnixNano: start, attributes }],
    };
    const bytes = Buffer.from(JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [json] }] }] }));
    return sliceOf([span], { bytes });
  }
  function logged(micros = NOON): LogSlice {
    const { traceId, spanId } = span;
    const record = { traceId, spanId, timeUnixNano: `${micros}000`, severityNumber: 17, attributes };
    const bytes = Buffer.from(JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }));
    return logSliceOf(1, { bytes });
  }
  const occurrences = ({ fold }: BatchResult): number =>
    [...fold.organizations.values()]
      .flatMap(({ series }) => [...series.values()])
      .filter(({ key }) => key.kind === SeriesKind.Error)
      .flatMap(({ minutes }) => [...minutes.values()])
      .reduce((sum, { red }) => sum + red.sampled, 0);

  it.each<[string, LogSlice[], number]>([
    ['the event first', [failed(), logged()], 1],
    ['the record first', [logged(), failed()], 1],
    ['two records', [logged(), logged()], 1],
    ['the record a minute later', [failed(), logged(NOON + MINUTE)], 1],
    ['the record a minute before', [failed(), logged(NOON - MINUTE)], 1],
    ['the record two minutes later', [failed(), logged(NOON + 2 * MINUTE)], 2],
    ['the record two minutes before', [failed(), logged(NOON - 2 * MINUTE)], 2],
    ['the record below the floor', [logged(NOON - HORIZON - 1)], 0],
    ['the record at the floor', [logged(NOON - HORIZON)], 1],
  ])('%s', async (_, slices, expected) => {
    expect(occurrences(await new TestShard().processor([slices]))).toBe(expected);
    const shard = new TestShard();
    let apart = 0;
    for (const slice of slices) apart += occurrences(await shard.commit([[slice]]));
    expect(apart).toBe(expected);
  });

  it('counts as the event alone where another shard may have the span', async () => {
    const shard = new TestShard({ countsLogged: false });
    expect(occurrences(await shard.processor([[logged(), logged(), failed()]]))).toBe(1);
  });
});
