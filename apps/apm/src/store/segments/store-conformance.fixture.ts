/**
 * What a store of raw telemetry has to do, whatever its engine (ADR 12; ADR 17 says how ClickHouse does it). Each engine
 * runs `conforms` with a way to open an empty store.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogRow, SpanRow } from '@spanwise/otlp/telemetry-rows';
import type { Signal } from '@spanwise/segments/columns';

export const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
/** Long ago enough that its hour is closed. */
const THEN = Math.floor((Date.now() * 1_000) / HOUR) * HOUR - 5 * HOUR;
const OWN = '00000000-0000-7000-8000-0000000000a1';
const OTHER = '00000000-0000-7000-8000-0000000000b2';
const ALWAYS = { fromMicros: 0, toMicros: Number.MAX_SAFE_INTEGER };

export interface StoreBatch {
  organizationId: string;
  signal: Signal;
  stream: string;
  rows: readonly (LogRow | SpanRow)[];
}

export interface StoreUnderTest {
  /** Stores batch `n` of a shard, whole or not at all. A number that is stored already changes nothing. */
  append(n: number, batches: readonly StoreBatch[]): Promise<void>;
  /** Whatever the engine does in the background: merges, expiry, removal, as at `nowMicros`. */
  maintain(nowMicros: number): Promise<void>;
  retain(organizationId: string, stream: string, days: number): Promise<void>;
  /** Rows of a statement over the organization's streams, as arrays of JSON values, and their text. */
  query(
    organizationId: string,
    statement: string,
    range: { fromMicros: number; toMicros: number },
  ): Promise<{ rows: unknown[]; text: string }>;
  close(): Promise<void>;
}

const log = (offsetMicros: number, change: Partial<LogRow> = {}): LogRow => ({
  resource: { 'service.name': 'shop', 'os.type': 'linux' },
  scopeName: '',
  scopeVersion: '',
  scopeAttributes: {},
  attributes: {},
  timeUnixNanos: BigInt(THEN + offsetMicros) * 1_000n,
  observedUnixNanos: 0n,
  severityNumber: 9,
  severityText: 'INFO',
  body: `at ${offsetMicros}`,
  eventName: '',
  traceId: '',
  spanId: '',
  flags: 0,
  ...change,
});

export function conforms(engine: string, open: () => Promise<StoreUnderTest>): void {
  describe(`a store of raw telemetry: ${engine}`, () => {
    let store: StoreUnderTest;
    let n = 0;
    let streams = 0;

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const newStream = () => `stream_${++streams}`;
    const put = (stream: string, rows: readonly LogRow[], organizationId = OWN) =>
      store.append(++n, [{ organizationId, signal: 'logs', stream, rows }]);
    const rowsOf = async (statement: string, range = ALWAYS, organizationId = OWN) =>
      (await store.query(organizationId, statement, range)).rows;

    it('gives back every record once, though a batch is stored again', async () => {
      const stream = newStream();
      await put(stream, [log(0), log(1)]);
      await store.append(n, [{ organizationId: OWN, signal: 'logs', stream, rows: [log(0), log(1)] }]);
      await put(stream, [log(1)]);
      expect(await rowsOf(`select body from ${stream} order by _timestamp, _event_id`)).toEqual([
        ['at 0'],
        ['at 1'],
        ['at 1'],
      ]);
      const [records, identities] = (
        (await rowsOf(`select count(*), count(distinct _event_id) from ${stream}`)) as number[][]
      )[0]!;
      expect([records, identities]).toEqual([3, 3]);
    });

    it('shows an organization its own records alone', async () => {
      const stream = newStream();
      await put(stream, [log(0, { body: 'own' })]);
      await put(stream, [log(0, { body: 'secret' })], OTHER);
      expect(await rowsOf(`select body from ${stream}`)).toEqual([['own']]);
      expect(await rowsOf(`select body from ${stream}`, ALWAYS, OTHER)).toEqual([['secret']]);
      const foreign = newStream();
      await put(foreign, [log(0)], OTHER);
      await expect(rowsOf(`select * from ${foreign}`)).rejects.toMatchObject({ kind: 'invalid_argument' });
    });

    it('reads a range without its end', async () => {
      const stream = newStream();
      for (const offset of [0, 5, 10]) await put(stream, [log(offset), log(offset + 2)]);
      const range = { fromMicros: THEN + 2, toMicros: THEN + 10 };
      expect(await rowsOf(`select body from ${stream} order by _timestamp`, range)).toEqual([
        ['at 2'],
        ['at 5'],
        ['at 7'],
      ]);
    });

    it('keeps all digits, and attributes with their types', async () => {
      const stream = newStream();
      const attributes = { items: 3, share: 0.5, paid: true, note: "it's", 'a/b': { deep: [1] }, big: 2n ** 62n };
      await put(stream, [log(0, { attributes, timeUnixNanos: BigInt(THEN) * 1_000n + 7n })]);
      const { text } = await store.query(
        OWN,
        `select time_unix_nano, items + 1, share, paid, note, big, "os.type" from ${stream}`,
        ALWAYS,
      );
      expect(text.trim()).toBe(`[${BigInt(THEN) * 1_000n + 7n},4,0.5,true,"it's",${2n ** 62n},"linux"]`);
    });

    it('reads a field as text after it came with several types, and as null where it is missing', async () => {
      const stream = newStream();
      await put(stream, [log(0, { attributes: { code: 7 } })]);
      await put(stream, [log(1, { attributes: { code: 'x' } }), log(2)]);
      expect(await rowsOf(`select code from ${stream} order by _timestamp`)).toEqual([['7'], ['x'], [null]]);
    });

    it('finds a trace among others', async () => {
      const stream = newStream();
      for (let at = 0; at < 3; at++)
        await put(
          stream,
          [0, 1].map((one) => log(at, { traceId: `${at}${one}`.repeat(16) })),
        );
      expect(await rowsOf(`select body from ${stream} where trace_id = '${'21'.repeat(16)}'`)).toEqual([['at 2']]);
      expect(await rowsOf(`select body from ${stream} where trace_id = '${'99'.repeat(16)}'`)).toEqual([]);
    });

    it('answers the same before and after its maintenance', async () => {
      const stream = newStream();
      for (let at = 0; at < 20; at++) await put(stream, [log(at), log(at + 100, { attributes: { step: at } })]);
      const statement = `select body, step, _event_id from ${stream} order by _timestamp, _event_id`;
      const before = await rowsOf(statement);
      await store.maintain(Date.now() * 1_000 + HOUR);
      expect(await rowsOf(statement)).toEqual(before);
      expect(before).toHaveLength(40);
    });

    it('drops what is older than its stream keeps, and nothing else', async () => {
      const [short, long] = [newStream(), newStream()];
      for (const stream of [short, long]) {
        await put(stream, [log(-10 * DAY)]);
        await put(stream, [log(0)]);
      }
      await store.retain(OWN, short, 5);
      await store.maintain(Date.now() * 1_000);
      expect(await rowsOf(`select body from ${short}`)).toEqual([['at 0']]);
      expect(await rowsOf(`select count(*) from ${long}`)).toEqual([[2]]);
    });
  });
}
