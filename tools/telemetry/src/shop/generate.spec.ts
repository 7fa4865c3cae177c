// @module-tag long
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../oracle.js';
import { countSpans, Kind, spansOf } from '../otlp.js';
import { generate, loadAt } from './generate.js';

const fromMicros = Date.UTC(2026, 0, 5, 15) * 1000;
const options = { seed: 1, fromMicros, toMicros: fromMicros + 6 * 60_000_000, tracesPerMinute: 120 };
const requests = [...generate(options)];
const spans = requests.flatMap((request) => [...spansOf(request)]);
const reference = referenceOf(requests);

const attribute = (list: { key: string; value?: { stringValue?: string } }[] | undefined, key: string) =>
  list?.find((entry) => entry.key === key)?.value?.stringValue;

describe('the generator of the shop', () => {
  it('gives the same for the same seed, and another day for another', () => {
    expect(JSON.stringify([...generate(options)])).toBe(JSON.stringify(requests));
    expect(JSON.stringify([...generate({ ...options, seed: 2 })])).not.toBe(JSON.stringify(requests));
  });

  it('has a dozen services in two environments, all heard of', () => {
    expect(new Set(reference.services.map((row) => row.key[0])).size).toBe(12);
    expect(new Set(reference.services.map((row) => row.key[1]))).toEqual(new Set(['production', 'staging']));
  });

  it('never makes one span twice', () => {
    expect(reference.duplicates).toBe(0);
  });

  it('batches per instance, at most 512 spans, children before their parents', () => {
    for (const request of requests) {
      expect(request.resourceSpans).toHaveLength(1);
      expect(countSpans(request)).toBeLessThanOrEqual(512);
    }
    const place = new Map(spans.map(({ span }, at) => [span.spanId, at]));
    const early = spans.filter(({ span }, at) => (place.get(span.parentSpanId ?? '') ?? Infinity) > at);
    expect(early.length).toBeGreaterThan(spans.length / 4);
  });

  it('spreads traces over requests', () => {
    const requestsOfTrace = new Map<string, Set<number>>();
    requests.forEach((request, at) => {
      for (const { span } of spansOf(request))
        requestsOfTrace.set(span.traceId, (requestsOfTrace.get(span.traceId) ?? new Set()).add(at));
    });
    expect([...requestsOfTrace.values()].filter((set) => set.size > 3).length).toBeGreaterThan(100);
  });

  it.each<[string, (entry: (typeof spans)[number]) => boolean]>([
    ['old conventions', ({ span }) => attribute(span.attributes, 'http.method') !== undefined],
    ['new conventions', ({ span }) => attribute(span.attributes, 'http.request.method') !== undefined],
    [
      'both at once',
      ({ span }) => ['http.method', 'http.request.method'].every((key) => attribute(span.attributes, key)),
    ],
    ['a sampled service', ({ span }) => span.traceState === 'ot=th:c'],
    ['links of consumers', ({ span }) => span.kind === Kind.Consumer && span.links !== undefined],
    ['batch jobs', ({ span }) => span.kind === Kind.Internal && !span.parentSpanId],
    [
      'stack traces',
      ({ span }) => span.events?.some((event) => attribute(event.attributes, 'exception.stacktrace')) === true,
    ],
    ['negative durations', ({ span }) => BigInt(span.endTimeUnixNano ?? 0) < BigInt(span.startTimeUnixNano ?? 0)],
  ])('has %s', (_, matches) => {
    expect(spans.some(matches)).toBe(true);
  });

  it('has children that start before their parents, because clocks differ', () => {
    const starts = new Map(spans.map(({ span }) => [span.spanId, BigInt(span.startTimeUnixNano ?? 0)]));
    const skewed = spans.filter(
      ({ span }) => BigInt(span.startTimeUnixNano ?? 0) < (starts.get(span.parentSpanId ?? '') ?? 0n),
    );
    expect(skewed.length).toBeGreaterThan(0);
  });

  it('has a newer version that is slower and fails more often', () => {
    const longer = referenceOf(generate({ ...options, toMicros: fromMicros + 30 * 60_000_000 }));
    const [older, newer] = ['2.3.0', '2.4.0'].map((version) =>
      longer.versions.find(({ key }) => key[0] === 'checkout' && key[1] === 'production' && key[2] === version),
    );
    expect(newer && newer.errors / newer.count).toBeGreaterThan(older ? older.errors / older.count : 1);
    expect(newer?.percentiles.p50.nearest).toBeGreaterThan(older?.percentiles.p50.nearest ?? Infinity);
  });

  it('has a night and a day', () => {
    const at = (hour: number) => loadAt(Date.UTC(2026, 0, 5, hour, 30) * 1000);
    expect(at(15)).toBeCloseTo(1, 5);
    expect(at(3)).toBeCloseTo(0.3, 5);
  });
});
