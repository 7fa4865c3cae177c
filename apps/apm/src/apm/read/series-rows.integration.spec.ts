/** The read path beside the plain one: every row through the driver, decoded and merged one by one. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedAggregate } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { Figures, HOUR, MINUTE, ORGANIZATION, OTHER_ORGANIZATION, type Request } from '../queries.fixture.js';
import { cheapestSpans, resolveRange, wholeSpan, type BucketSpan, type QueryRange } from '../range/query-range.js';
import type { ApmRead } from './apm-read.js';
import { groupSeries, mergeAll } from './grouping.js';
import { summarize } from './red-summary.js';
import { ofKind, readRange } from './series-rows.store.js';
import type { SeriesFilters } from './series.js';
import { readTrend } from './trend.js';

const KINDS = Object.values(SeriesKind);
/** Spans are counted without a duration: their trend is not needed. */
const WITH_TREND = KINDS.filter((kind) => kind !== SeriesKind.Spans);
const SPREAD_MINUTES = 200;

let figures: Figures;
/** A whole hour, so that ranges with and without hours inside can be chosen. */
const base = Math.floor((Date.now() * 1_000) / HOUR) * HOUR - 5 * HOUR;

const request: fc.Arbitrary<Request> = fc.record({
  service: fc.constantFrom('cart', 'pay', "o'brien"),
  environment: fc.constantFrom('prod', 'test'),
  version: fc.constantFrom('', '1', '2'),
  kind: fc.constantFrom(2, 3),
  route: fc.constantFrom('/a', '/b', '/c\\d'),
  attributes: fc.constantFrom({}, { 'server.address': 'db' }),
  atMicros: fc.integer({ min: 0, max: SPREAD_MINUTES * MINUTE }).map((offset) => base + offset),
  durationMicros: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000_000 })),
  error: fc.constantFrom(undefined, undefined, { type: 'Broken', message: 'm' }, { type: 'Refused', message: 'n' }),
});

beforeAll(async () => {
  figures = await Figures.start();
  for (const seed of [1, 2, 3]) await figures.record(fc.sample(request, { numRuns: 300, seed }));
  await figures.record(fc.sample(request, { numRuns: 30, seed: 9 }), OTHER_ORGANIZATION);
});
afterAll(() => figures.stop());

interface PlainRow {
  series_id: string;
  bucket: number;
  red: Buffer;
}

async function plainRows(
  kind: SeriesKind,
  filters: SeriesFilters,
  { table, from, to }: BucketSpan,
): Promise<PlainRow[]> {
  const { rows } = await figures.admin.query<PlainRow>(
    `select series_id, bucket, red from apm.${table} join apm.series using (organization_id, series_id, kind)
      where organization_id = $1 and kind = $2 and bucket >= $3 and bucket < $4
        and ($5::text is null or service = $5) and ($6::text is null or environment = $6) and ($7::text is null or version = $7)`,
    [ORGANIZATION, kind, from, to, filters.service, filters.environment, filters.version],
  );
  return rows;
}

/** Bytes of the merge of the rows that share a key. */
function plainMerge(rows: PlainRow[], keyOf: (row: PlainRow) => string): Map<string, string> {
  const merged = new Map<string, RedAggregate>();
  for (const row of rows) {
    const red = merged.get(keyOf(row)) ?? new RedAggregate();
    red.merge(RedAggregate.decode(row.red));
    merged.set(keyOf(row), red);
  }
  return bytesOf(merged);
}

const bytesOf = (reds: Map<unknown, RedAggregate>): Map<string, string> =>
  new Map([...reds].map(([key, red]) => [String(key), Buffer.from(red.encode()).toString('hex')] as const).sort());

const reading = <T>(range: QueryRange, work: (read: ApmRead) => Promise<T>): Promise<T> =>
  figures.reads.answer(figures.contextOf(), range, {}, (read) => work(read));

const limits = {
  maxRangeMicros: 30 * 24 * HOUR,
  minuteRetentionMicros: 24 * HOUR,
  hourRetentionMicros: 30 * 24 * HOUR,
};
const rangeOf = (fromMinute: number, toMinute: number, resolution: 'minute' | 'hour'): QueryRange =>
  resolveRange({ from: base + fromMinute * MINUTE, to: base + toMinute * MINUTE, resolution }, base + 5 * HOUR, limits);

const ranges: [string, QueryRange][] = [
  ['minutes within an hour', rangeOf(3, 50, 'minute')],
  ['minutes over the edge of an hour', rangeOf(40, 95, 'minute')],
  ['minutes with whole hours inside', rangeOf(20, 195, 'minute')],
  ['hours', rangeOf(0, 200, 'hour')],
  ['a range without traffic', rangeOf(-90, -30, 'minute')],
];
const filterSets: SeriesFilters[] = [
  {},
  { service: "o'brien" },
  { environment: 'prod', version: '2' },
  { service: 'unknown' },
];
const cases = ranges.flatMap(([name, range]) => filterSets.map((filters) => ({ name, range, filters })));

describe('the read path', () => {
  it.each(cases)('has the very figures of each series: $name, $filters', async ({ name, range, filters }) => {
    const found = await reading(range, (read) => readRange(read.snapshot, KINDS, filters, range));
    expect(found.length > 0).toBe(name !== 'a range without traffic' && filters.service !== 'unknown');
    for (const kind of KINDS) {
      const rows: PlainRow[] = [];
      for (const span of cheapestSpans(range)) rows.push(...(await plainRows(kind, filters, span)));
      const plain = plainMerge(rows, (row) => row.series_id);
      const ofThis = ofKind(found, kind);
      expect(bytesOf(new Map(ofThis.map(({ series, red }) => [series.id, red])))).toEqual(plain);
      for (const { totals, red } of ofThis) {
        const { sketch: _, exemplars: __, ...whole } = red;
        expect(totals).toMatchObject(whole);
      }
    }
  });

  it.each(cases)('has the very figures of each bucket: $name, $filters', async ({ range, filters }) => {
    for (const kind of WITH_TREND) {
      const trend = () =>
        reading(range, async (read) => {
          const active = await readRange(read.snapshot, [kind], filters, range);
          return readTrend({ ...read, filters }, kind, active);
        });
      const plain = plainMerge(await plainRows(kind, filters, wholeSpan(range)), (row) => String(row.bucket));
      const expected = [...plain].map(([bucket, bytes]) => ({
        bucket_at: Number(bucket) * range.bucketMicros,
        red: summarize(RedAggregate.decode(Buffer.from(bytes, 'hex')), range.bucketMicros / 1_000_000),
      }));
      const withTraffic = async () => (await trend()).filter(({ red }) => red.sampled_count > 0);
      expect(await withTraffic()).toEqual(expected);
      // What the first one has kept of its blocks is what the second one shows.
      expect(await withTraffic()).toEqual(expected);
    }
  });

  it('has the very figures of merged series, totals and all', async () => {
    const range = rangeOf(20, 195, 'minute');
    const found = await reading(range, (read) => readRange(read.snapshot, [SeriesKind.Transaction], {}, range));
    for (const group of groupSeries(found, (series) => [series.name])) {
      const members = found.filter(({ series }) => series.name === group.identity[0]).map(({ red }) => red);
      expect(group.series).toHaveLength(members.length);
      expect(group.red.encode()).toEqual(mergeAll(members).encode());
      const { sketch: _, exemplars: __, ...whole } = group.red;
      expect(group.totals).toMatchObject(whole);
    }
  });

  it('refuses a row that does not end where it should', async () => {
    const range = rangeOf(3, 50, 'minute');
    await figures.admin.query('begin');
    await figures.admin.query(`update apm.rollup_minutes set red = red || '\\x00' where organization_id = $1`, [
      ORGANIZATION,
    ]);
    await figures.admin.query('commit');
    const active = await reading(range, (read) => readRange(read.snapshot, [SeriesKind.Service], {}, range));
    expect(() => active.map(({ red }) => red)).toThrow(/damaged/);
  });
});
