import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeJson } from './encode-json.js';
import { OtlpError } from './otlp-error.js';
import type { RecordSignal } from './otlp-messages.js';
import { ProtobufWriter } from './protobuf-writer.js';
import { countRequestRecords } from './read-records.js';
import { logRequests, metricRequests, recordsToProtobuf } from './records.fixture.js';
import { series, writeRequest } from './remote-write.fixture.js';
import { countRemoteWrite, countRequest, requestLimits, type RequestLimits } from './request-limits.js';

const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const encoded = (signal: RecordSignal, request: object) => encodeJson(Buffer.from(JSON.stringify(request)), signal);
const span = (change: object) => ({ resourceSpans: [{ scopeSpans: [{ spans: [change] }] }] });
const log = (change: object) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: [change] }] }] });
const metric = (change: object) => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: [change] }] }] });
const attribute = { key: 'k', value: { intValue: '1' } };
const values = (item: object, count: number) => ({ arrayValue: { values: many(count, item) } });
/** Everything but one thing is without a limit. */
const only = (limit: Partial<RequestLimits>): RequestLimits => ({ ...requestLimits(1e9), ...limit });

describe('what a request becomes is counted in its bytes', () => {
  it.each<[string, RecordSignal, Partial<RequestLimits>, (count: number) => object]>([
    ['spans', 'traces', { records: 9 }, (n) => ({ resourceSpans: [{ scopeSpans: [{ spans: many(n, {}) }] }] })],
    ['log records', 'logs', { records: 9 }, (n) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: many(n, {}) }] }] })],
    ['points', 'metrics', { records: 9 }, (n) => metric({ summary: { dataPoints: many(n, {}) } })],
    ['resources', 'traces', { groups: 9 }, (n) => ({ resourceSpans: many(n, {}) })],
    ['scopes', 'logs', { groups: 10 }, (n) => ({ resourceLogs: [{ scopeLogs: many(n, {}) }] })],
    [
      'metrics',
      'metrics',
      { groups: 11 },
      (n) => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: many(n, {}) }] }] }),
    ],
    ['events', 'traces', { events: 9 }, (n) => span({ events: many(n, {}) })],
    ['links', 'traces', { events: 9 }, (n) => span({ links: many(n, {}) })],
    ['exemplars', 'metrics', { events: 9 }, (n) => metric({ sum: { dataPoints: [{ exemplars: many(n, {}) }] } })],
    ['attributes of a span', 'traces', { attributes: 9 }, (n) => span({ attributes: many(n, attribute) })],
    [
      'attributes of an event',
      'traces',
      { attributes: 9 },
      (n) => span({ events: [{ attributes: many(n, attribute) }] }),
    ],
    [
      'attributes of a resource',
      'logs',
      { attributes: 9 },
      (n) => ({ resourceLogs: [{ resource: { attributes: many(n, attribute) } }] }),
    ],
    ['items of a body', 'logs', { attributes: 9 }, (n) => log({ body: values({ intValue: '1' }, n) })],
    [
      'members of a body',
      'logs',
      { attributes: 9 },
      (n) => log({ body: { kvlistValue: { values: many(n, attribute) } } }),
    ],
    [
      'buckets',
      'metrics',
      { buckets: 9 },
      (n) => metric({ histogram: { dataPoints: [{ bucketCounts: many(n, '1') }] } }),
    ],
    [
      'buckets of few bytes',
      'metrics',
      { buckets: 9 },
      (n) => metric({ exponentialHistogram: { dataPoints: [{ negative: { bucketCounts: many(n, '0') } }] } }),
    ],
    [
      'bytes of a resource for nine records',
      'logs',
      { sharedBytes: 9 * (9 + 6) },
      (n) => ({
        resourceLogs: [
          { resource: { attributes: [{ key: 'k'.repeat(n) }] }, scopeLogs: [{ logRecords: many(9, {}) }] },
        ],
      }),
    ],
    [
      'bytes of a scope for one record after another',
      'traces',
      { sharedBytes: 2 * (9 + 4) },
      (n) => ({ resourceSpans: many(2, { scopeSpans: [{ scope: { name: 'n'.repeat(n) }, spans: [{}] }] }) }),
    ],
    [
      'bytes of a metric for its points',
      'metrics',
      { sharedBytes: 9 * (9 + 2) },
      (n) => metric({ description: 'd'.repeat(n), gauge: { dataPoints: many(9, {}) } }),
    ],
    [
      'quantiles',
      'metrics',
      { buckets: 9 },
      (n) => metric({ summary: { dataPoints: [{ quantileValues: many(n, {}) }] } }),
    ],
  ])('%s: nine are taken, ten are not', (_, signal, limit, request) => {
    const limits = only(limit);
    expect(countRequest(encoded(signal, request(9)), 'protobuf', signal, limits)).toBeGreaterThanOrEqual(9);
    expect(() => countRequest(encoded(signal, request(10)), 'protobuf', signal, limits)).toThrow(
      /^The request holds more than \d+ [a-z, ]+\.$/,
    );
  });

  it('a number of a list that is not packed, and packed ones by the byte', () => {
    const points = (point: ProtobufWriter) =>
      [1, 9, 2, 2, 1].reduce((inner, field) => new ProtobufWriter().bytes(field, inner).finish(), point.finish());
    const eight = Array.from({ length: 8 }).reduce<ProtobufWriter>((made) => made.double(7, 1), new ProtobufWriter());
    const packed = new ProtobufWriter().raw(eight.finish()).bytes(6, Buffer.alloc(16));
    expect(() => countRequest(points(packed), 'protobuf', 'metrics', only({ buckets: 10 }))).not.toThrow();
    expect(() => countRequest(points(packed), 'protobuf', 'metrics', only({ buckets: 9 }))).toThrow(OtlpError);
  });

  it('fields that no reader knows', () => {
    const unknown = Buffer.from('1801'.repeat(1_000), 'hex');
    expect(countRequest(unknown, 'protobuf', 'logs', only({ fields: 1_000 }))).toBe(1_000);
    expect(() => countRequest(unknown, 'protobuf', 'logs', only({ fields: 999 }))).toThrow(/999 fields/);
  });

  it('series, labels and samples of remote write', () => {
    const sample = { value: 1, timestamp: 1 };
    const request = writeRequest([series({ a: 'x', b: 'y' }, many(5, sample)), series({ c: 'z' }, many(4, sample))]);
    expect(() => countRemoteWrite(request, only({ groups: 2, attributes: 3, records: 9 }))).not.toThrow();
    for (const limit of [{ groups: 1 }, { attributes: 2 }, { records: 8 }])
      expect(() => countRemoteWrite(request, only(limit))).toThrow(OtlpError);
  });

  it('objects, arrays and members of JSON', () => {
    const json = (text: string, fields: number) => countRequest(Buffer.from(text), 'json', 'logs', only({ fields }));
    expect(json('{"a":[1,2,"x,y{"],"b":{}}', 6)).toBe(6);
    expect(() => json('{"a":[1,2,3,4,5]}', 5)).toThrow(/5 fields/);
  });
});

describe('counting', () => {
  const requests = fc.oneof(
    logRequests.map((request) => ({ signal: 'logs' as const, bytes: recordsToProtobuf('logs', request) })),
    metricRequests.map((request) => ({ signal: 'metrics' as const, bytes: recordsToProtobuf('metrics', request) })),
  );

  it('meets as many records as the readers do, in any request', () => {
    fc.assert(
      fc.property(requests, ({ signal, bytes }) => {
        const records = countRequestRecords(bytes, 'protobuf', signal);
        expect(() => countRequest(bytes, 'protobuf', signal, only({ records }))).not.toThrow();
        if (records > 0)
          expect(() => countRequest(bytes, 'protobuf', signal, only({ records: records - 1 }))).toThrow(OtlpError);
      }),
    );
  });

  it('ends for any bytes, and checks none but by the limits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('traces', 'logs', 'metrics'), (bytes, signal) => {
        expect(countRequest(bytes, 'protobuf', signal, requestLimits())).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });

  it('does not go as deep as a hostile value does', () => {
    const deep = Array.from({ length: 2_000 }).reduce<Buffer>(
      (inner) => new ProtobufWriter().bytes(5, new ProtobufWriter().bytes(1, inner).finish()).finish(),
      Buffer.alloc(0),
    );
    const record = [5, 2, 2, 1].reduce((inner, field) => new ProtobufWriter().bytes(field, inner).finish(), deep);
    expect(countRequest(record, 'protobuf', 'logs', requestLimits())).toBeLessThan(200);
  });
});
