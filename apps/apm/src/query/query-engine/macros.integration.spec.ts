/** Functions for what people ask, each against a count of its own over generated points. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { ALLOWED_FUNCTIONS } from './allowed-functions.js';
import { FOREIGN_FUNCTIONS, localInstead } from './foreign-functions.js';
import { expectedIncreases, histogramCdf, pointRow, seriesPlan, type PlannedSeries } from './macros.fixture.js';
import type { Queries } from './queries.js';
import { answerOf, OWNER, queriesOver, RANGE, StoredTelemetry, T0 } from './telemetry.fixture.js';

let telemetry: StoredTelemetry;
let queries: Queries;
const SEED = 20;

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  await telemetry.add(
    OWNER.organizationId,
    'logs',
    'default',
    [0, 59, 60, 300, 3_599].map((second) => ({
      _timestamp: T0 + second * 1_000_000 + 1,
      body: `Payment ${second} TIMED OUT`,
      attributes: { time: `said ${second}` },
    })),
  );
  await telemetry.add(
    OWNER.organizationId,
    'logs',
    'timed',
    [{ _timestamp: T0, attributes: { time: 'own' } }],
    [{ name: 'time', type: 'utf8', column: 'attributes' }],
  );
  await telemetry.add(
    OWNER.organizationId,
    'metrics',
    'typed',
    ['gauge', 'sum', 'summary', 'histogram'].map((type, n) => ({
      _timestamp: T0 + n,
      metric_name: type,
      metric_type: type,
      temporality: 'delta',
    })),
  );
  queries = queriesOver(telemetry, {});
  await queries.ports.pool.warm();
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

const rowsOf = async (statement: string, range = RANGE) =>
  (await answerOf(queries, statement, { timeLimitMs: 60_000, range })).rows as unknown[][];
const refusal = async (statement: string): Promise<string> => {
  const error: unknown = await rowsOf(statement).then(
    () => expect.fail('nothing was refused'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  expect((error as ServiceError).kind).toBe('invalid_argument');
  return (error as ServiceError).message;
};

describe('the moment of a record (QUERY-19)', () => {
  it.each([
    [
      'select bucket(\'5m\') as t, count(*) from "default" group by t order by t',
      ['00:00', '00:05', '00:55'],
      [3, 1, 1],
    ],
    ['select bucket(\'1h\') as time, count(*) from "default" group by time', ['00:00'], [5]],
    [
      'select bucket(interval 30 minutes, time) as t, count(*) from "default" group by 1 order by 1',
      ['00:00', '00:30'],
      [4, 1],
    ],
    ['select date_trunc(\'hour\', time) as t, count(*) from "default" d group by 1', ['00:00'], [5]],
    [
      'select time_bucket(interval 1 minute, d.time) as t, count(*) from "default" d group by 1 order by 1 limit 1',
      ['00:00'],
      [2],
    ],
  ])('%s', async (statement, minutes, counts) => {
    const rows = await rowsOf(statement);
    expect(rows).toEqual(minutes.map((minute, n) => [`2026-01-01 ${minute}:00`, counts[n]]));
  });

  it('is compared with now() without a conversion, in UTC', async () => {
    const now = Date.now() * 1_000;
    const at = (minutes: number) => now - minutes * 60_000_000;
    await telemetry.add(
      OWNER.organizationId,
      'logs',
      'recent',
      [30, 90].map((minutes) => ({ _timestamp: at(minutes), body: `${minutes}` })),
    );
    const range = { fromMicros: at(600), toMicros: now };
    expect(await rowsOf("select body from recent where time > now() - interval '1 hour'", range)).toEqual([['30']]);
  });

  it('leaves `time` to a field or a name of the statement, and `*` as it was', async () => {
    expect(await rowsOf('select time, _moment from timed')).toEqual([['own', '2026-01-01 00:00:00']]);
    expect(await rowsOf('select _timestamp // 3600000000 as time, count(*) from "default" group by time')).toHaveLength(
      1,
    );
    expect((await answerOf(queries, 'select * from "default" limit 1')).columns).not.toContain('time');
  });

  it.each([
    ['select bucket(\'0m\') from "default"', 'greater than 0'],
    ['select bucket(\'soon\') from "default"', 'INTERVAL'],
    ["select bucket('5m')", '_moment'],
  ])('%s is refused', async (statement, words) => expect(await refusal(statement)).toContain(words));
});

describe('match (QUERY-21)', () => {
  it.each([
    ["match('timed payment')", 5],
    ["match('payment 300')", 1],
    ["match('payment refused')", 0],
    ["match(body, '')", 5],
    ["match(event_name, 'x')", 0],
    ["not match(event_name, 'x')", 5],
  ])('where %s', async (condition, count) =>
    expect(await rowsOf(`select count(*) from "default" where ${condition}`)).toEqual([[count]]),
  );
});

describe('an id of a trace', () => {
  it.each([
    ["'A3CE929D0E0E4736'", '0000000000000000a3ce929d0e0e4736'],
    ["' BF92F3577B34DA6A3CE929D0E0E4736'", '0bf92f3577b34da6a3ce929d0e0e4736'],
    ["'checkout'", 'checkout'],
    ['null', null],
  ])('%s is as it is stored', async (text, expected) =>
    expect(await rowsOf(`select to_trace_id(${text})`)).toEqual([[expected]]),
  );
});

/** Each run of a property has a stream of its own. */
let runs = 0;

describe('what counters have grown by (QUERY-20)', () => {
  const stored = async (plan: readonly PlannedSeries[]): Promise<string> => {
    const stream = `grown_${++runs}`;
    // Points come in any order, in two files.
    const rows = plan.flatMap(({ points }, n) => points.map((point) => pointRow(plan[n]!, point)));
    const [one, other] = [rows.filter((_, n) => n % 3 === 0), rows.filter((_, n) => n % 3 !== 0).reverse()];
    for (const part of [one, other])
      if (part.length > 0) await telemetry.add(OWNER.organizationId, 'metrics', stream, part);
    return stream;
  };

  it('is what a count of the points says, in every bucket: resets, both temporalities, ends, NaN', async () => {
    await fc.assert(
      fc.asyncProperty(seriesPlan, async (plan) => {
        const stream = await stored(plan);
        const expected = expectedIncreases(plan, RANGE.fromMicros, 300_000_000);
        const read = async (figures: string, types: string) => {
          const rows = await rowsOf(`select epoch_us(bucket('5m')) as t, metric_name, ${figures} from metrics.${stream}
            where metric_type ${types} group by 1, 2`);
          return new Map(rows.map(([at, name, ...grown]) => [`${String(name)} ${Number(at)}`, grown]));
        };
        const all = await read('sum(_increase_value), sum(_increase_count), sum(_increase_sum)', 'is not null');
        const numbers = await read("increase(value), 300 * rate(value, '5m')", "<> 'histogram'");
        const histograms = await read('increase(count), increase(sum)', "= 'histogram'");
        expect(all.size).toBe(expected.size);
        for (const [key, { value, count, sum }] of expected) {
          const close = (one: number | null) => (one === null ? null : expect.closeTo(one, 6));
          expect([key, ...all.get(key)!]).toEqual([key, close(value), close(count), close(sum)]);
          if (numbers.has(key)) expect([key, ...numbers.get(key)!]).toEqual([key, close(value), close(value)]);
          if (histograms.has(key)) expect([key, ...histograms.get(key)!]).toEqual([key, close(count), close(sum)]);
        }
      }),
      { numRuns: 12, seed: SEED },
    );
  });

  /** Seconds of its start and of the point, and its value. */
  type Sent = [began: number | null, at: number, value: number];
  it.each<[string, object, number | null, Sent[]]>([
    ['runs that each end at 1', {}, 5, [1, 2, 3, 4, 5].map((run): Sent => [run * 60, run * 60 + 30, 1])],
    ['a run that begins when the one before it ends', {}, 9, [[0, 60, 4], [60, 120, 5]]], // prettier-ignore
    ['an overlap, by the value: it goes on', {}, 7, [[0, 60, 4], [30, 120, 7]]], // prettier-ignore
    ['an overlap, by the value: it was reset', {}, 6, [[0, 60, 4], [30, 120, 2]]], // prettier-ignore
    ['an unknown start, whose first value is a reference', {}, 3, [[60, 60, 100], [60, 120, 101], [60, 180, 103]]], // prettier-ignore
    ['an unknown start after a known one', {}, 6, [[0, 60, 4], [90, 90, 100], [90, 120, 102]]], // prettier-ignore
    ['no start, by the value', {}, 5, [[null, 60, 4], [null, 120, 7], [null, 180, 2]]], // prettier-ignore
    ['a sum that may fall, whatever it says of its start', { monotonic: false }, -3, [[0, 60, 0], [60, 120, 4], [120, 180, -3]]], // prettier-ignore
    ['deltas, whatever they say of their start', { temporality: 'delta' }, 6, [[0, 60, 1], [60, 60, 2], [null, 120, 3]]], // prettier-ignore
    ['one point that says nothing of its start', {}, null, [[null, 60, 4]]],
  ])('of %s', async (_, change, expected, points) => {
    const stream = `resets_${++runs}`;
    const rows = points.map(([began, at, value], index) => ({
      _timestamp: T0 + at * 1_000_000,
      time_unix_nano: BigInt(T0 + at * 1_000_000) * 1_000n,
      start_time_unix_nano: began === null ? null : BigInt(T0 + began * 1_000_000) * 1_000n,
      metric_name: 'm',
      metric_type: 'sum',
      temporality: 'cumulative',
      monotonic: true,
      value,
      // Attributes and those of the resource in any order are one series.
      attributes: index % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 },
      resource: index % 2 === 0 ? { x: 1, y: 2 } : { y: 2, x: 1 },
      ...change,
    }));
    await telemetry.add(OWNER.organizationId, 'metrics', stream, rows);
    expect(await rowsOf(`select increase(value) from metrics.${stream}`)).toEqual([[expected]]);
  });

  it.each([
    ["select increase(value) from metrics.typed where metric_type = 'histogram'", 'the type histogram'],
    ["select rate(value, '1m') from metrics.typed where metric_type = 'summary'", 'the type summary'],
    ["select increase(count) from metrics.typed where metric_type = 'gauge'", 'the type gauge'],
    [
      "select histogram_quantile(0.5, _increase_buckets) from metrics.typed where metric_type <> 'histogram'",
      'are none',
    ],
  ])('%s is refused, and not answered with nothing', async (statement, words) => {
    expect(await refusal(statement)).toContain(words);
  });

  it.each([
    'select increase(value + 1) from metrics.grown_1',
    'select increase(7) from metrics.grown_1',
    "select rate(metric_name, '5m') from metrics.grown_1",
  ])('%s is refused in words', async (statement) =>
    expect(await refusal(statement)).toContain('of the column value, count or sum'),
  );

  it.each([
    ["select rate(value, '0s') from metrics.grown_1", 'more than nothing'],
    ['select increase(value) from "default"', '"value"'],
    ['select increase(distinct value) from metrics.grown_1', 'Macro'],
  ])('%s says why', async (statement, words) => expect(await refusal(statement)).toContain(words));
});

describe('quantiles of histograms (QUERY-20)', () => {
  const bounds = fc
    .uniqueArray(fc.integer({ min: -4, max: 40 }), { minLength: 1, maxLength: 6 })
    .map((all) => all.sort((a, b) => a - b));
  const explicit = bounds.chain((explicitBounds) =>
    fc.record({
      explicitBounds: fc.constant(explicitBounds),
      bucketCounts: fc.array(fc.nat(9), { minLength: explicitBounds.length + 1, maxLength: explicitBounds.length + 1 }),
    }),
  );
  const side = fc.record({
    offset: fc.integer({ min: -6, max: 6 }),
    bucketCounts: fc.array(fc.nat(9), { maxLength: 8 }),
  });
  const exponential = fc.record({
    scale: fc.integer({ min: -1, max: 3 }),
    zeroCount: fc.nat(5),
    zeroThreshold: fc.constant(0),
    positive: side,
    negative: side,
  });

  it('lie where as many observations as asked are below, for all bounds and scales', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(explicit, exponential), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(0, 0.1, 0.5, 0.9, 0.99, 1),
        async (histograms, q) => {
          const stream = `quantile_${++runs}`;
          await telemetry.add(
            OWNER.organizationId,
            'metrics',
            stream,
            histograms.map((buckets, n) => ({
              _timestamp: T0 + n,
              metric_name: 'h',
              temporality: 'delta',
              metric_type: 'scale' in buckets ? 'exponential_histogram' : 'histogram',
              count: 1,
              buckets: JSON.stringify(buckets),
            })),
          );
          const [got, grouped] = (
            await rowsOf(`select histogram_quantile(${q}, _increase_buckets),
            (select histogram_quantile(${q}, lower, upper, n) from (select lower, upper, sum(n) as n
              from (select unnest(_increase_buckets, recursive := true) from metrics.${stream}) group by all))
            from metrics.${stream}`)
          )[0]!;
          const cdf = histogramCdf(histograms);
          if (cdf.total === 0) return expect([got, grouped]).toEqual([null, null]);
          const x = Number(got);
          expect(grouped).toEqual(expect.closeTo(x, 6));
          const slack = 1e-9 * Math.max(1, Math.abs(x));
          expect(cdf.upTo(x + slack)).toBeGreaterThanOrEqual(q * cdf.total - 1e-6);
          expect(cdf.upTo(x - slack)).toBeLessThanOrEqual(q * cdf.total + 1e-6);
        },
      ),
      { numRuns: 25, seed: SEED },
    );
  });

  it('of a cumulative one are of what came between its points, also beyond a change of scale', async () => {
    const point = (second: number, buckets: object, count: number) => ({
      _timestamp: T0 + second * 1_000_000,
      metric_name: 'h',
      metric_type: 'exponential_histogram',
      temporality: 'cumulative',
      count,
      buckets: JSON.stringify(buckets),
    });
    const one = {
      scale: 1,
      zeroCount: 0,
      positive: { offset: 0, bucketCounts: [4, 4, 0, 0] },
      negative: { offset: 0, bucketCounts: [] },
    };
    const other = {
      scale: 0,
      zeroCount: 0,
      positive: { offset: 0, bucketCounts: [8, 0, 10] },
      negative: { offset: 0, bucketCounts: [] },
    };
    await telemetry.add(OWNER.organizationId, 'metrics', 'rescaled', [point(0, one, 8), point(60, other, 18)]);
    // The eight from before are in neither: the ten since then lie between 4 and 8.
    expect(
      await rowsOf('select histogram_quantile(0.5, _increase_buckets), increase(count) from metrics.rescaled'),
    ).toEqual([[6, 10]]);
  });

  it.each(['1.5', "'NaN'::double", '-1'])('the share %s is refused', async (share) => {
    expect(await refusal(`select histogram_quantile(${share}, _increase_buckets) from metrics.rescaled`)).toContain(
      'from 0 to 1',
    );
  });

  it.each([
    '"x"',
    '[1]',
    '{"explicitBounds":"x","bucketCounts":[1]}',
    '{"scale":99,"positive":{"offset":1,"bucketCounts":[1]}}',
    'no json',
  ])('what a sender calls buckets may be %s', async (buckets) => {
    const stream = `odd_${Buffer.from(buckets).toString('hex')}`;
    await telemetry.add(OWNER.organizationId, 'metrics', stream, [
      { _timestamp: T0, temporality: 'delta', count: 1, buckets },
    ]);
    expect(
      await rowsOf(`select histogram_quantile(0.5, _increase_buckets), increase(count) from metrics.${stream}`),
    ).toEqual([[null, 1]]);
  });
});

describe('a function of another system (QUERY-22)', () => {
  it.each([
    ['select toStartOfInterval(_timestamp, interval 5 minute) from "default"', "here it is bucket('5m')"],
    ['select uniq(body) from "default"', 'here it is count(distinct value)'],
    ['select match_all(\'x\') from "default"', "here it is match('words')"],
    ['select nothing_known(1)', 'The function nothing_known cannot be used.'],
  ])('%s', async (statement, words) => expect(await refusal(statement)).toContain(words));

  it('is none that is there, and is answered with what is', () => {
    for (const name of FOREIGN_FUNCTIONS) {
      expect([name, ALLOWED_FUNCTIONS.has(name)]).toEqual([name, false]);
      const called = [...localInstead(name).matchAll(/([a-z_0-9]+)\(/g)].map(([, one]) => one);
      // A cast is no call, though it looks like one.
      const missing = called.filter((one) => one !== 'try_cast' && !ALLOWED_FUNCTIONS.has(one!));
      expect([name, missing]).toEqual([name, []]);
    }
  });
});

describe('what is ours alone', () => {
  it.each(['spanwise_quantile(0.5, [])', "spanwise_buckets('{}', 1)", 'main.spanwise_quantile(0.5, [])'])(
    '%s may not be called',
    async (call) => expect(await refusal(`select ${call}`)).toContain('cannot be used'),
  );

  it('does not grow with calls within calls', async () => {
    const nested = (call: (inner: string) => string, inner: string, times: number): string =>
      times === 0 ? inner : nested(call, call(inner), times - 1);
    const words = nested((inner) => `match(${inner}::varchar, 'true')::varchar`, "'true'", 40);
    expect(await rowsOf(`select ${words}`)).toEqual([['true']]);
    const widths = nested((inner) => `bucket('1m', ${inner})`, 'time', 40);
    expect(await rowsOf(`select count(distinct ${widths}) from "default"`)).toEqual([[4]]);
  });
});
