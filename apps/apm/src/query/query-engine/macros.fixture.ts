/** Generated points of metrics, and a count of what they say that shares nothing with the engine. */
import fc from 'fast-check';
import { T0 } from './telemetry.fixture.js';

interface PlannedPoint {
  second: number;
  /** Of gauges and sums as they are sent; of histograms the number of observations. */
  counter: number | 'NaN' | 'Infinity' | null;
  sum: number;
  /** The second in which the series says that it began. */
  began: number | null;
  turned: boolean;
}

export interface PlannedSeries {
  name: string;
  type: 'gauge' | 'sum' | 'histogram';
  temporality: 'delta' | 'cumulative' | null;
  monotonic: boolean;
  cpu: number;
  points: PlannedPoint[];
}

const point = fc
  .record({
    second: fc.integer({ min: -300, max: 3_599 }),
    counter: fc.oneof(
      { weight: 12, arbitrary: fc.nat(40) },
      { weight: 1, arbitrary: fc.constantFrom('NaN' as const, 'Infinity' as const, null) },
    ),
    sum: fc.nat(400).map((eighths) => eighths / 8),
    lasts: fc.option(fc.integer({ min: 0, max: 900 })),
    turned: fc.boolean(),
  })
  .map(({ lasts, ...rest }) => ({ ...rest, began: lasts === null ? null : rest.second - lasts }));

/** Series that differ in one thing each may share the rest. */
export const seriesPlan: fc.Arbitrary<PlannedSeries[]> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('requests', 'bytes'),
      type: fc.constantFrom('gauge' as const, 'sum' as const, 'histogram' as const),
      temporality: fc.constantFrom('delta' as const, 'cumulative' as const),
      monotonic: fc.boolean(),
      cpu: fc.nat(2),
      points: fc.uniqueArray(point, { selector: ({ second }) => second, minLength: 1, maxLength: 14 }),
    }),
    { selector: (one) => `${one.name} ${one.type} ${one.cpu}`, minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map((one) => (one.type === 'gauge' ? { ...one, temporality: null } : one)));

export function pointRow(series: PlannedSeries, { second, counter, sum, began, turned }: PlannedPoint) {
  const micros = T0 + second * 1_000_000;
  const own = turned ? { host: 'a', cpu: series.cpu } : { cpu: series.cpu, host: 'a' };
  const isHistogram = series.type === 'histogram';
  return {
    _timestamp: micros,
    time_unix_nano: BigInt(micros) * 1_000n,
    start_time_unix_nano: began === null ? null : BigInt(T0 + began * 1_000_000) * 1_000n,
    metric_name: series.name,
    metric_type: series.type,
    temporality: series.temporality,
    monotonic: series.type === 'sum' ? series.monotonic : null,
    attributes: own,
    ...(isHistogram ? { count: typeof counter === 'number' ? counter : null, sum } : { value: counter }),
  };
}

interface Grown {
  value: number | null;
  count: number | null;
  sum: number | null;
}

/** By metric and the beginning of the bucket in microseconds. */
export function expectedIncreases(
  plan: readonly PlannedSeries[],
  fromMicros: number,
  width: number,
): Map<string, Grown> {
  const all = new Map<string, Grown>();
  for (const series of plan) {
    const isHistogram = series.type === 'histogram';
    const mayFall = series.type === 'sum' && !series.monotonic;
    let last: (PlannedPoint & { counter: number }) | undefined;
    for (const one of series.points.toSorted((a, b) => a.second - b.second)) {
      const micros = T0 + one.second * 1_000_000;
      if (micros < fromMicros) continue;
      const key = `${series.name} ${Math.floor(micros / width) * width}`;
      const grown = all.get(key) ?? { value: null, count: null, sum: null };
      all.set(key, grown);
      if (typeof one.counter !== 'number') continue;
      const here = { ...one, counter: one.counter };
      const base = baseOf(here, last, series.temporality === 'delta', mayFall, fromMicros);
      last = here;
      if (base === undefined) continue;
      grown[isHistogram ? 'count' : 'value'] =
        (grown[isHistogram ? 'count' : 'value'] ?? 0) + here.counter - base.counter;
      if (isHistogram) grown.sum = (grown.sum ?? 0) + here.sum - base.sum;
    }
  }
  return all;
}

const ZERO = { counter: 0, sum: 0 };

function baseOf(
  here: PlannedPoint & { counter: number },
  last: (PlannedPoint & { counter: number }) | undefined,
  isDelta: boolean,
  mayFall: boolean,
  fromMicros: number,
): { counter: number; sum: number } | undefined {
  if (isDelta) return ZERO;
  const isUnknown = here.began === here.second;
  if (last === undefined)
    return here.began !== null && !isUnknown && T0 + here.began * 1_000_000 >= fromMicros ? ZERO : undefined;
  if (mayFall) return last;
  if (isUnknown) return undefined;
  if (here.began !== null && here.began >= last.second && here.began !== last.began) return ZERO;
  return here.counter < last.counter ? ZERO : last;
}

interface Explicit {
  explicitBounds: number[];
  bucketCounts: number[];
}
interface Exponential {
  scale: number;
  zeroCount: number;
  positive: { offset: number; bucketCounts: number[] };
  negative: { offset: number; bucketCounts: number[] };
}

/** Observations up to a value, where those of a bucket lie evenly in it, and those beyond all bounds at the next one. */
export function histogramCdf(histograms: readonly (Explicit | Exponential)[]): {
  total: number;
  upTo: (x: number) => number;
} {
  const pieces = histograms.flatMap((one) => ('scale' in one ? ofExponential(one) : ofExplicit(one)));
  const total = pieces.reduce((sum, { count }) => sum + count, 0);
  const share = (x: number, from: number, to: number) => (x >= to ? 1 : x <= from ? 0 : (x - from) / (to - from));
  return { total, upTo: (x) => pieces.reduce((sum, { from, to, count }) => sum + count * share(x, from, to), 0) };
}

interface Piece {
  from: number;
  to: number;
  count: number;
}

const ofExplicit = ({ explicitBounds: bounds, bucketCounts }: Explicit): Piece[] =>
  bucketCounts.map((count, n) => {
    if (n === 0) return { from: Math.min(0, bounds[0]!), to: bounds[0]!, count };
    return { from: bounds[n - 1]!, to: bounds[n] ?? bounds[n - 1]!, count };
  });

function ofExponential({ scale, zeroCount, positive, negative }: Exponential): Piece[] {
  const base = 2 ** (2 ** -scale);
  const of = ({ offset, bucketCounts }: Exponential['positive']) =>
    bucketCounts.map((count, n) => ({ from: base ** (offset + n), to: base ** (offset + n + 1), count }));
  return [
    { from: 0, to: 0, count: zeroCount },
    ...of(positive),
    ...of(negative).map(({ from, to, count }) => ({ from: -to, to: -from, count })),
  ];
}
