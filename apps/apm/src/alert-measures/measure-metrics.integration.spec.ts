import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetricCondition, MetricFunction, MetricSelector } from '@spanwise/contracts/alerting/alert-conditions';
import { Figures, MINUTE } from '../apm/queries.fixture.js';
import { randomOf } from '../apm/versions/simulated-traffic.fixture.js';
import type { Queries } from '../query/query-engine/queries.js';
import { OTHER_OWNER, OWNER, queriesOver, StoredTelemetry } from '../query/query-engine/telemetry.fixture.js';
import type { AlertMeasures } from './alert-measures.js';
import { finalStep, measuredOne, measuresOver } from './alerts.fixture.js';

interface Point {
  at: number;
  value: number;
}
interface Series {
  labels: Record<string, string>;
  points: Point[];
}

const SECOND = 1_000_000;
const WINDOW = 5;
const random = randomOf(3);
let figures: Figures;
let telemetry: StoredTelemetry;
let queries: Queries;
let measures: AlertMeasures;
let step: number;
/** Of ten minutes before the step, every 15 s; some counters begin again at 0. */
let counters: Series[];
let gauges: Series[];

/** Every 15 seconds of ten minutes. */
const moments = (): number[] =>
  Array.from({ length: 40 }, (_, index) => (step - 10) * MINUTE + index * 15 * SECOND + 7);
const rowsOf = (metric: string, all: Series[], change: object = {}) =>
  all.flatMap(({ labels: { service, ...attributes }, points }) =>
    points.map(({ at, value }) => ({
      _timestamp: at,
      metric_name: metric,
      metric_type: 'gauge',
      value,
      'service.name': service,
      attributes,
      ...change,
    })),
  );

function counter(labels: Record<string, string>, resetAt = -1): Series {
  let value = Math.floor(random() * 1_000);
  const points = moments().map((at, index) => {
    value = index === resetAt ? 3 : value + Math.floor(random() * 10);
    return { at, value };
  });
  return { labels, points };
}

beforeAll(async () => {
  figures = await Figures.start();
  await figures.record([{ service: 'cart', atMicros: figures.nowMicros - 6 * MINUTE }]);
  step = finalStep(figures);
  counters = [
    counter({ service: 'cart', code: '200', pod: 'a' }),
    counter({ service: 'cart', code: '500', pod: 'a' }, 30),
    counter({ service: 'cart', code: '200', pod: 'b' }, 25),
    counter({ service: 'pay', code: '200', pod: 'c' }),
  ];
  gauges = ['a', 'b', 'c'].map((pod) => ({
    labels: { service: pod === 'c' ? 'pay' : 'cart', pod },
    points: moments().map((at) => ({ at, value: random() * 100 - 20 })),
  }));
  telemetry = await StoredTelemetry.create();
  const add = (stream: string, rows: Record<string, unknown>[], owner = OWNER) =>
    telemetry.add(owner.organizationId, 'metrics', stream, rows);
  await add('http_requests_total', rowsOf('http_requests_total', counters));
  await add('memory', rowsOf('memory', gauges));
  await add('default', [
    ...rowsOf('jobs', [counters[0]!], { metric_type: 'sum', temporality: 'delta' }),
    ...rowsOf('begun', [{ labels: { service: 'cart' }, points: counters[0]!.points.slice(30) }], {
      metric_type: 'sum',
      temporality: 'cumulative',
      start_time_unix_nano: (step - 3) * MINUTE * 1_000,
    }),
    ...rowsOf('other', gauges),
    ...[1, 2, 3, 4].map((minute) => ({
      _timestamp: (step - minute) * MINUTE,
      metric_name: 'latency',
      metric_type: 'histogram',
      temporality: 'delta',
      count: 40,
      sum: 12.5,
      buckets: { explicitBounds: [0.1, 0.5, 1], bucketCounts: [10, 20, 10, 0] },
      'service.name': 'cart',
    })),
  ]);
  const bucket = (le: string, perMinute: number) => bucketOf('wait_bucket', le, perMinute);
  const bucketOf = (name: string, le: string, perMinute: number) =>
    rowsOf(name, [
      {
        labels: { service: 'cart', le },
        points: [6, 5, 4, 3, 2, 1].map((minute) => ({ at: (step - minute) * MINUTE, value: perMinute * (7 - minute) })),
      },
    ]);
  const exponential = {
    scale: 0,
    zeroCount: 0,
    zeroThreshold: 0,
    positive: { offset: 0, bucketCounts: [10, 0, 30] },
    negative: { offset: 0, bucketCounts: [] },
  };
  await add('default', [
    ...[1, 2, 3, 4].map((minute) => ({
      _timestamp: (step - minute) * MINUTE,
      metric_name: 'sizes',
      metric_type: 'exponential_histogram',
      temporality: 'delta',
      count: 40,
      buckets: exponential,
      'service.name': 'cart',
    })),
    ...[1, 2, 3, 4].map((minute) => ({
      _timestamp: (step - minute) * MINUTE,
      metric_name: 'old_quantiles',
      metric_type: 'summary',
      count: 40,
      sum: 2,
      'service.name': 'cart',
    })),
    // A counter that is reset in every minute, as a job that runs and ends, with its attributes in any order.
    ...[1, 2, 3, 4, 5].map((minute) => ({
      _timestamp: (step - minute) * MINUTE,
      metric_name: 'runs',
      metric_type: 'sum',
      temporality: 'cumulative',
      monotonic: true,
      start_time_unix_nano: ((step - minute) * MINUTE - 30 * SECOND) * 1_000,
      time_unix_nano: (step - minute) * MINUTE * 1_000,
      value: 1,
      attributes: minute % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 },
      resource: minute % 3 === 0 ? { x: 1, y: 2 } : { y: 2, x: 1 },
      'service.name': 'cart',
    })),
  ]);
  await add('falling_bucket', [
    ...bucketOf('falling_bucket', '1', 10),
    ...bucketOf('falling_bucket', '2', 8),
    ...bucketOf('falling_bucket', '+Inf', 20),
  ]);
  await add('endless_bucket', bucketOf('endless_bucket', '1', 10));
  await add('wait_bucket', [...bucket('0.1', 10), ...bucket('0.5', 30), ...bucket('1', 40), ...bucket('+Inf', 40)]);
  await add('http_requests_total', rowsOf('http_requests_total', counters), OTHER_OWNER);
  queries = queriesOver(telemetry);
  measures = measuresOver(figures, queries);
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
  await figures.stop();
});

const metric = (change: Partial<MetricCondition>): MetricCondition => ({
  type: 'metric',
  metric: 'http_requests_total',
  filters: [],
  function: 'increase',
  aggregate: 'sum',
  group_by: ['service.name'],
  ...change,
});
const divisorOf = (change: Partial<MetricCondition>): MetricSelector => {
  const { type: _, ...selector } = metric(change);
  return selector;
};
const run = async (change: Partial<MetricCondition>) => measuredOne(measures, metric(change), step, WINDOW);
const values = async (change: Partial<MetricCondition>) => {
  const { instances, error } = await run(change);
  expect(error).toBeUndefined();
  return Object.fromEntries(instances.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
};

/** What a series did in the window, counted here by itself. */
function ofSeries({ points }: Series, of: MetricFunction): number {
  const from = (step - WINDOW) * MINUTE;
  const inside = points.filter(({ at }) => at >= from);
  const list = inside.map(({ value }) => value);
  const total = list.reduce((sum, value) => sum + value, 0);
  let increase = 0;
  for (const [index, { at, value }] of points.entries()) {
    if (at < from) continue;
    const before = points[index - 1]!.value;
    increase += value < before ? value : value - before;
  }
  const all: Partial<Record<MetricFunction, number>> = {
    avg: total / list.length,
    max: Math.max(...list),
    min: Math.min(...list),
    last: list.at(-1),
    sum: total,
    increase,
    rate: increase / (WINDOW * 60),
  };
  return all[of]!;
}
const together = (list: number[]) => list.reduce((sum, value) => sum + value, 0);

describe('a rule over a metric (ALERT-114)', () => {
  it.each(['increase', 'rate'] as const)('counts on where a counter begins again at 0: %s', async (of) => {
    const counted = (service: string) =>
      together(counters.filter(({ labels }) => labels.service === service).map((one) => ofSeries(one, of)));
    const found = await values({ function: of });
    expect(Object.keys(found)).toEqual(['cart', 'pay']);
    expect(found.cart).toBeCloseTo(counted('cart'), 9);
    expect(found.pay).toBeCloseTo(counted('pay'), 9);
  });

  it.each(['avg', 'max', 'min', 'last', 'sum'] as const)('is of the points of the window: %s', async (of) => {
    const found = await values({ metric: 'memory', function: of, group_by: ['pod'] });
    expect(Object.keys(found)).toEqual(['a', 'b', 'c']);
    for (const one of gauges) expect(found[one.labels.pod!]).toBeCloseTo(ofSeries(one, of), 9);
  });

  it.each([
    ['sum', (list: number[]) => together(list)],
    ['avg', (list: number[]) => together(list) / list.length],
    ['max', (list: number[]) => Math.max(...list)],
    ['min', (list: number[]) => Math.min(...list)],
    ['count', (list: number[]) => list.length],
  ] as const)('takes series together that share the labels: %s', async (aggregate, of) => {
    const found = await values({ metric: 'memory', function: 'max', aggregate });
    expect(found.cart).toBeCloseTo(of(gauges.slice(0, 2).map((one) => ofSeries(one, 'max'))), 9);
  });

  it.each<[string, MetricCondition['filters'], string[]]>([
    ['a value', [{ label: 'code', operator: 'eq', value: '500' }], ['cart 500']],
    ['any other', [{ label: 'code', operator: 'neq', value: '200' }], ['cart 500']],
    ['a pattern', [{ label: 'service.name', operator: 're', value: 'ca.+' }], ['cart 200', 'cart 500']],
    ['another pattern', [{ label: 'code', operator: 'nre', value: '5..' }], ['cart 200', 'pay 200']],
    ['a pattern of the whole', [{ label: 'service.name', operator: 're', value: 'ar' }], []],
    ['a label that is missing', [{ label: 'zone', operator: 'eq', value: '' }], ['cart 200', 'cart 500', 'pay 200']],
    ['a quote', [{ label: `co'de"/~`, operator: 'eq', value: `'; select 1 --` }], []],
  ])('filters by %s', async (_, filters, names) =>
    expect(Object.keys(await values({ filters, group_by: ['service.name', 'code'] })).toSorted()).toEqual(names),
  );

  it('has every series by itself where it is asked for, with all its labels', async () => {
    const change = { group_by: [], by_series: true as const };
    const { instances } = await run(change);
    const expected = counters.map((one) => {
      const { service, ...labels } = one.labels;
      return [{ 'service.name': service, ...labels }, ofSeries(one, 'increase')] as const;
    });
    expect(instances).toHaveLength(expected.length);
    for (const [labels, value] of expected) {
      const found = instances.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels));
      expect(found?.value).toBeCloseTo(value, 9);
    }
    const halves = await run({ ...change, divided_by: { ...divisorOf({}), ...change } });
    expect(halves.instances.map(({ value }) => value)).toEqual([1, 1, 1, 1]);
  });

  it('says how many points are behind the value, and is one without labels', async () => {
    const { instances } = await run({ group_by: [] });
    expect(instances).toMatchObject([{ labels: {}, samples: 4 * 20 }]);
  });

  it('knows nothing of other metrics of the stream, and nothing where there is none', async () => {
    const [alone] = (await run({ metric: 'jobs', stream: 'default' })).instances;
    expect(alone!.value).toBeCloseTo(ofSeries(counters[0]!, 'sum'), 9);
    expect((await run({ metric: 'none', stream: 'default' })).instances).toEqual([]);
    expect((await run({ metric: 'none', stream: 'none' })).error).toMatch(/no stream/i);
  });

  it('counts all that a counter shows which began in the window', async () => {
    const { points } = counters[0]!;
    expect(await values({ metric: 'begun', stream: 'default' })).toEqual({ cart: points.at(-1)!.value });
  });

  it('takes counts and sums of histograms', async () => {
    const stream = 'default';
    expect(await values({ metric: 'latency_count' })).toEqual({ cart: 160 });
    expect(await values({ metric: 'latency_sum', stream })).toEqual({ cart: 50 });
  });

  it.each([
    ['of a histogram', { metric: 'latency', stream: 'default' }, 160],
    ['of classic buckets', { metric: 'wait' }, 200],
  ])('has quantiles %s', async (_, change, samples) => {
    const quantiles = async (quantile: number) =>
      (await run({ ...change, function: 'quantile', quantile })).instances.map(({ value, samples: n }) => [value, n]);
    // A quarter is up to 0.1, half more up to 0.5, and the last quarter up to 1.
    expect(await quantiles(0.5)).toEqual([[expect.closeTo(0.3, 9), samples]]);
    expect(await quantiles(0.25)).toEqual([[expect.closeTo(0.1, 9), samples]]);
    expect(await quantiles(0.95)).toEqual([[expect.closeTo(0.9, 9), samples]]);
  });

  const quantile = async (name: string, share: number) => {
    const [found] = (await run({ metric: name, function: 'quantile', quantile: share })).instances;
    return found?.value;
  };

  it('has quantiles of an exponential histogram, and not an empty result', async () => {
    // A quarter is from 1 to 2, the rest from 4 to 8.
    expect(await quantile('sizes', 0.25)).toBeCloseTo(2, 9);
    expect(await quantile('sizes', 0.625)).toBeCloseTo(6, 9);
    expect(await quantile('sizes', 1)).toBeCloseTo(8, 9);
  });

  it.each([
    ['beyond the last bound: that bound', 'falling', 0.9, 2],
    ['where a bucket is smaller than the one before it', 'falling', 0.5, 1],
    ['without a last bucket', 'endless', 0.5, undefined],
  ])('has a quantile %s', async (_, name, share, expected) => expect(await quantile(name, share)).toBe(expected));

  it.each<[string, Partial<MetricCondition>, RegExp]>([
    ['a quantile of a gauge', { metric: 'memory', function: 'quantile', quantile: 0.5 }, /memory is a gauge/],
    ['a quantile of a summary', { metric: 'old_quantiles', function: 'quantile', quantile: 0.5 }, /is a summary/],
    [
      'the last of a histogram',
      { metric: 'latency', function: 'last' },
      /latency is a histogram\. Ask for latency_count/,
    ],
    [
      'the rate of an exponential histogram',
      { metric: 'sizes', function: 'rate' },
      /sizes is an exponential histogram/,
    ],
  ])('says that it is asked for %s', async (_, change, words) => expect((await run(change)).error).toMatch(words));

  it('counts every run of a counter that is reset, and its attributes in any order are one series', async () => {
    expect(await values({ metric: 'runs' })).toEqual({ cart: 5 });
    const { instances } = await run({ metric: 'runs', group_by: [], by_series: true });
    expect(instances.map(({ value }) => value)).toEqual([5]);
  });
});

describe('a metric divided by another one (ALERT-115)', () => {
  const failed = [{ label: 'code', operator: 'eq' as const, value: '500' }];
  const divided_by = divisorOf({});

  it('is the quotient of each label set; a counter without a series has counted nothing', async () => {
    const all = counters.slice(0, 3).map((one) => ofSeries(one, 'increase'));
    expect(await values({ filters: failed, divided_by })).toEqual({
      cart: expect.closeTo(all[1]! / together(all), 9),
      pay: 0,
    });
  });

  it('is not evaluated below the floor of its divisor', async () => {
    const { instances } = await run({ filters: failed, divided_by, denominator_floor: 1e9 });
    expect(instances).toMatchObject([
      { value: null, below_floor: true },
      { value: null, below_floor: true },
    ]);
  });
});
