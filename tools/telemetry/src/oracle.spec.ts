import { describe, expect, it } from 'vitest';
import { referenceOf } from './oracle.js';
import { keyValues, Kind, type Span, type TraceRequest } from './otlp.js';

const T0 = 1_767_625_200_000_000_000n;
let lastId = 0;

function request(at: { seconds: number; millis: number }, rest: Partial<Span> = {}): TraceRequest {
  const start = T0 + BigInt(at.seconds) * 1_000_000_000n;
  const span: Span = {
    traceId: 'aa',
    spanId: String(++lastId),
    kind: Kind.Server,
    startTimeUnixNano: start.toString(),
    endTimeUnixNano: (start + BigInt(at.millis) * 1_000_000n).toString(),
    attributes: keyValues({ 'http.method': 'GET', 'http.route': '/' }),
    ...rest,
  };
  const attributes = keyValues({ 'service.name': 'a', 'service.version': '1' });
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] };
}

const millis = (values: number[]) => values.map((value) => request({ seconds: 0, millis: value }));

describe('the oracle', () => {
  it.each([
    ['one', [7], { p50: [7, 7], p95: [7, 7] }],
    ['two', [10, 20], { p50: [10, 15], p95: [20, 19.5] }],
    ['five, unsorted', [50, 10, 40, 20, 30], { p50: [30, 30], p95: [50, 48] }],
    ['a hundred', Array.from({ length: 100 }, (_, at) => at + 1), { p50: [50, 50.5], p95: [95, 95.05] }],
  ])('gives nearest rank and linear interpolation of %s', (_, values, expected) => {
    const { percentiles } = referenceOf(millis(values)).services[0]!;
    for (const name of ['p50', 'p95'] as const) {
      expect(percentiles[name].nearest / 1000).toBe(expected[name][0]);
      expect(percentiles[name].linear / 1000).toBeCloseTo(expected[name][1]!, 9);
    }
  });

  it('counts a span of weight 4 as four, in percentiles as well', () => {
    const sampled = request({ seconds: 0, millis: 10 }, { traceState: 'ot=th:c' });
    const [row] = referenceOf([sampled, request({ seconds: 0, millis: 20 })]).services;
    expect(row).toMatchObject({ count: 5, sampled: 2 });
    expect(row!.percentiles.p50.nearest).toBe(10_000);
    expect(row!.percentiles.p99.nearest).toBe(20_000);
  });

  it('counts a repeated span once, as it came first', () => {
    const first = request({ seconds: 0, millis: 10 }, { spanId: 'same' });
    const second = request({ seconds: 0, millis: 999 }, { spanId: 'same' });
    const reference = referenceOf([first, second, first]);
    expect(reference).toMatchObject({ spans: 1, duplicates: 2, requests: 1 });
    expect(reference.services[0]!.percentiles.p50.nearest).toBe(10_000);
  });

  it('counts both spans of a call that share an id, whatever the kind of the calling one is sent as again', () => {
    const side = (kind: number) => request({ seconds: 0, millis: 10 }, { spanId: 'shared', kind });
    expect(referenceOf([side(3), side(2), side(0), side(1), side(5)])).toMatchObject({ spans: 2, duplicates: 3 });
  });

  it('puts a span into the minute in which it starts', () => {
    const reference = referenceOf([request({ seconds: 59, millis: 5000 }), request({ seconds: 60, millis: 1 })]);
    const minutes = reference.servicesPerMinute.map((row) => [(row.minuteMicros ?? 0) - Number(T0 / 1000n), row.count]);
    expect(minutes).toEqual([
      [0, 1],
      [60_000_000, 1],
    ]);
  });

  it('keeps requests and calls apart', () => {
    const call = request({ seconds: 0, millis: 3 }, { kind: Kind.Client });
    const reference = referenceOf([call, request({ seconds: 0, millis: 1 })]);
    expect(reference.services).toHaveLength(1);
    expect(reference.services[0]).toMatchObject({ key: ['a', 'unknown'], count: 1 });
    expect(reference.versions[0]!.key).toEqual(['a', 'unknown', '1']);
    expect(reference.dependencies[0]).toMatchObject({
      key: ['a', 'unknown', 'external_http', 'unknown', 'GET'],
      count: 1,
    });
  });
});
