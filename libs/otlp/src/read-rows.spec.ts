import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLogs, checkMetrics } from './check-records.js';
import { OtlpError } from './otlp-error.js';
import { requests, toProtobuf, type JsonRequest } from './otlp.fixture.js';
import { ProtobufWriter } from './protobuf-writer.js';
import { readLogRows, readMetricRows, readSpanRows, type RowEncoding } from './read-rows.js';
import { logRequests, metricRequests, recordsFromProtobuf, recordsToProtobuf } from './records.fixture.js';
import { DROPPED, regroup } from './regroup.js';
import type { LogRow, MetricRow, SpanRow } from './telemetry-rows.js';

const json = (request: object): Buffer => Buffer.from(JSON.stringify(request));
const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`../src/examples/${name}.json`, import.meta.url), 'utf8')) as object;

function rowsOf<Row>(
  read: (bytes: Uint8Array, encoding: 'protobuf' | 'json', visit: (row: Row) => void, strict?: boolean) => number,
  bytes: Uint8Array,
  encoding: 'protobuf' | 'json',
  strict = true,
): Row[] {
  const rows: Row[] = [];
  expect(read(bytes, encoding, (row) => rows.push(row), strict)).toBe(rows.length);
  return rows;
}
const spans = (bytes: Uint8Array, encoding: 'protobuf' | 'json') => rowsOf<SpanRow>(readSpanRows, bytes, encoding);
const logs = (bytes: Uint8Array, encoding: 'protobuf' | 'json') => rowsOf<LogRow>(readLogRows, bytes, encoding);
const metrics = (bytes: Uint8Array, encoding: 'protobuf' | 'json') =>
  rowsOf<MetricRow>(readMetricRows, bytes, encoding);

const CARRIED = {
  resource: { 'service.name': 'my.service' },
  scopeName: 'my.library',
  scopeVersion: '1.0.0',
  scopeAttributes: { 'my.scope.attribute': 'some scope attribute' },
};
const AT = 1_544_712_660_300_000_000n;

describe('the example requests of OTLP', () => {
  it.each(['json', 'protobuf'] as const)('a span (%s)', (encoding) => {
    const request = example('trace') as JsonRequest;
    expect(spans(encoding === 'json' ? json(request) : toProtobuf(request), encoding)).toMatchObject([
      {
        resource: { 'service.name': 'my.service' },
        traceId: '5b8efff798038103d269b633813fc60c',
        spanId: 'eee19b7ec3c1b174',
        parentSpanId: 'eee19b7ec3c1b173',
        name: "I'm a server span",
        kind: 2,
        startUnixNanos: 1_544_712_660_000_000_000n,
        endUnixNanos: 1_544_712_661_000_000_000n,
        attributes: { 'my.span.attr': 'some value' },
        statusCode: 0,
        events: [],
        links: [],
      },
    ]);
  });

  it.each(['json', 'protobuf'] as const)('a log record and an event (%s)', (encoding) => {
    const read = (name: string) => {
      const request = example(name);
      return logs(encoding === 'json' ? json(request) : recordsToProtobuf('logs', request), encoding);
    };
    expect(read('logs')).toEqual([
      {
        ...CARRIED,
        timeUnixNanos: AT,
        observedUnixNanos: AT,
        severityNumber: 10,
        severityText: 'Information',
        traceId: '5b8efff798038103d269b633813fc60c',
        spanId: 'eee19b7ec3c1b174',
        body: 'Example log record',
        eventName: '',
        flags: 0,
        attributes: {
          'string.attribute': 'some string',
          'boolean.attribute': true,
          'int.attribute': 10,
          'double.attribute': 637.704,
          'array.attribute': ['many', 'values'],
          'map.attribute': { 'some.map.key': 'some value' },
        },
      },
    ]);
    expect(read('events')).toMatchObject([
      { eventName: 'browser.page_view', body: { type: 0, title: 'Free Online GUID Generator' } },
    ]);
  });

  it.each(['json', 'protobuf'] as const)('a point of each kind of metric (%s)', (encoding) => {
    const request = example('metrics');
    const bytes = encoding === 'json' ? json(request) : recordsToProtobuf('metrics', request);
    const point = { ...CARRIED, timeUnixNanos: AT, unit: '1' };
    expect(metrics(bytes, encoding)).toMatchObject([
      {
        ...point,
        name: 'my.counter',
        type: 'sum',
        temporality: 'delta',
        monotonic: true,
        value: 5,
        startUnixNanos: AT,
      },
      { ...point, name: 'my.gauge', type: 'gauge', temporality: '', value: 10, startUnixNanos: 0n },
      {
        ...point,
        type: 'histogram',
        count: 2n,
        sum: 2,
        min: 0,
        max: 2,
        buckets: { explicitBounds: [1], bucketCounts: [1, 1] },
      },
      {
        ...point,
        type: 'exponential_histogram',
        count: 3n,
        buckets: { scale: 0, zeroCount: 1, positive: { offset: 1, bucketCounts: [0, 2] } },
      },
    ]);
  });
});

describe('rows', () => {
  it('are the same from JSON and from protobuf', () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(spans(toProtobuf(request), 'protobuf')).toEqual(spans(json(request), 'json'));
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(logRequests, (request) => {
        expect(logs(recordsToProtobuf('logs', request), 'protobuf')).toEqual(logs(json(request), 'json'));
      }),
      { numRuns: 100 },
    );
    fc.assert(
      fc.property(metricRequests, (request) => {
        expect(metrics(recordsToProtobuf('metrics', request), 'protobuf')).toEqual(metrics(json(request), 'json'));
      }),
      { numRuns: 100 },
    );
  });

  it.each(['9223372036854775807', '-9223372036854775808', '9007199254740993', '42'])(
    'keep every digit of %s, as a text, as a bare number and in protobuf',
    (digits) => {
      const request = (value: unknown) => ({
        resourceMetrics: [
          {
            scopeMetrics: [
              {
                metrics: [
                  {
                    name: 'm',
                    gauge: { dataPoints: [{ asInt: value, attributes: [{ key: 'a', value: { intValue: value } }] }] },
                  },
                ],
              },
            ],
          },
        ],
      });
      const bare = Buffer.from(JSON.stringify(request(digits)).replaceAll(`"${digits}"`, digits));
      const exact = digits === '42' ? 42 : BigInt(digits);
      for (const rows of [
        metrics(json(request(digits)), 'json'),
        metrics(bare, 'json'),
        metrics(recordsToProtobuf('metrics', request(digits)), 'protobuf'),
      ])
        expect(rows).toMatchObject([{ value: exact, attributes: { a: exact } }]);
    },
  );

  it('of a nesting without end are cut where they are not searched any more', () => {
    let value = new ProtobufWriter().text(1, 'x').finish();
    for (let depth = 0; depth < 5_000; depth++)
      value = new ProtobufWriter().bytes(5, new ProtobufWriter().bytes(1, value).finish()).finish();
    const wrapped = [5, 2, 2, 1].reduce((inner, number) => new ProtobufWriter().bytes(number, inner).finish(), value);
    const [row] = logs(wrapped, 'protobuf');
    expect(JSON.stringify(row!.body)).toBe(`${'['.repeat(32)}null${']'.repeat(32)}`);
  });
});

describe('malformed bytes', () => {
  const oneOf = fc.oneof(
    logRequests.map((request) => recordsToProtobuf('logs', request)),
    metricRequests.map((request) => recordsToProtobuf('metrics', request)),
    logRequests.map(json),
    metricRequests.map(json),
    fc.uint8Array({ maxLength: 300 }),
  );
  const readers = [readSpanRows, readLogRows, readMetricRows] as ((
    bytes: Uint8Array,
    encoding: RowEncoding,
    visit: () => void,
    strict: boolean,
  ) => number)[];

  it('never throw anything but an OtlpError', () => {
    fc.assert(
      fc.property(oneOf, fc.nat(), fc.nat({ max: 255 }), fc.boolean(), (whole, at, byte, strict) => {
        const bytes = Uint8Array.from(whole);
        if (bytes.length > 0) bytes[at % bytes.length] = byte;
        for (const body of [bytes, bytes.subarray(0, at % (bytes.length + 1))])
          for (const read of readers)
            for (const encoding of ['protobuf', 'json', 'records'] as const) {
              if (encoding === 'records' && read === readers[0]) continue;
              try {
                read(body, encoding, () => undefined, strict);
              } catch (error) {
                expect(error).toBeInstanceOf(OtlpError);
              }
            }
      }),
      { numRuns: 200 },
    );
  });

  it('inside of a record are refused by a strict reader and left out by the other, with the same count', () => {
    // The body, field 5, holds a text that is said to go on behind its end.
    const damaged = new ProtobufWriter().text(3, 'WARN').bytes(5, Buffer.from([0x0a, 9]));
    const scope = new ProtobufWriter().bytes(2, damaged.finish()).bytes(2, new ProtobufWriter().varint(2, 9).finish());
    const broken = new ProtobufWriter().bytes(1, new ProtobufWriter().bytes(2, scope.finish()).finish()).finish();
    expect(() => logs(broken, 'protobuf')).toThrow(OtlpError);
    expect(rowsOf<LogRow>(readLogRows, broken, 'protobuf', false)).toMatchObject([
      { severityText: 'WARN', body: null },
      { severityNumber: 9 },
    ]);
  });
});

describe('regrouping', () => {
  it.each([
    ['logs', logRequests, logs],
    ['metrics', metricRequests, metrics],
  ] as const)('gives each group its %s, whole and in order', (signal, arbitrary, read) => {
    fc.assert(
      fc.property(
        arbitrary as fc.Arbitrary<object>,
        fc.array(fc.integer({ min: DROPPED, max: 1 }), { minLength: 60, maxLength: 60 }),
        (request, groupOf) => {
          const all = read(json(request), 'json') as object[];
          for (const [bytes, encoding] of [
            [recordsToProtobuf(signal, request), 'protobuf'],
            [json(request), 'json'],
          ] as const) {
            const groups = regroup(bytes, encoding, signal, (index) => groupOf[index]!);
            for (const group of [0, 1]) {
              const part = groups.get(group);
              const wanted = all.filter((_, index) => groupOf[index] === group);
              expect(part?.recordCount ?? 0).toBe(wanted.length);
              expect(part === undefined ? [] : read(part.bytes, 'protobuf')).toEqual(wanted);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('keeps what no row shows', () => {
    const request = example('metrics');
    const point = { timeUnixNano: '1', asDouble: 2, exemplars: [{ timeUnixNano: '5', spanId: 'eee19b7ec3c1b174' }] };
    const whole = {
      ...request,
      resourceMetrics: [
        {
          schemaUrl: 'u',
          scopeMetrics: [{ metrics: [{ name: 'm', description: 'd', gauge: { dataPoints: [point] } }] }],
        },
      ],
    };
    const [group] = regroup(json(whole), 'json', 'metrics', () => 7).values();
    expect(recordsFromProtobuf('metrics', group!.bytes)).toEqual(
      recordsFromProtobuf('metrics', recordsToProtobuf('metrics', whole)),
    );
  });
});

describe('checking records', () => {
  const NOW = 1_700_000_000_000_000;
  const nanos = (micros: number) => `${micros}000`;
  const request = (...records: object[]) => json({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] });
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const nested = (depth: number): object =>
    depth === 0 ? { intValue: 1 } : { arrayValue: { values: [nested(depth - 1)] } };

  it.each<[string, object, RegExp | undefined]>([
    ['is as it should be', { body: { stringValue: 'x' } }, undefined],
    ['is of 2018', { timeUnixNano: String(AT) }, undefined],
    ['is of the next minutes', { timeUnixNano: nanos(NOW + 599_000_000) }, undefined],
    ['is of the future', { timeUnixNano: nanos(NOW + 601_000_000) }, /after its receipt/],
    [
      'has too many fields',
      { attributes: Array.from({ length: 1_025 }, (_, index) => text(`k${index}`, '')) },
      /more than 1024 fields/,
    ],
    ['has a long name', { attributes: [text('k'.repeat(257), '')] }, /name of a field/],
    ['has a long value', { attributes: [text('k', 'ö'.repeat(140_000))] }, /a value is longer/],
    ['has a long body', { body: { stringValue: 'x'.repeat(262_145) } }, /a value is longer/],
    [
      'is large in all',
      { attributes: Array.from({ length: 5 }, (_, index) => text(`k${index}`, 'x'.repeat(250_000))) },
      /larger than 1048576 bytes/,
    ],
    ['is nested deeply', { body: nested(17) }, /nested deeper/],
  ])('a log record that %s', (_, record, reason) => {
    const { reasons } = checkLogs(request({ timeUnixNano: nanos(NOW), ...record }), 'json', NOW);
    expect(reasons).toEqual([reason === undefined ? undefined : expect.stringMatching(reason)]);
  });

  it('knows whether all say their own time', () => {
    expect(checkLogs(request({ timeUnixNano: '5' }, { observedTimeUnixNano: '6' }), 'json', NOW).timed).toBe(true);
    expect(checkLogs(request({ timeUnixNano: '5' }, {}), 'json', NOW).timed).toBe(false);
  });

  it('checks the points of a metric', () => {
    const body = json({
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              metrics: [
                { name: 'm', gauge: { dataPoints: [{ timeUnixNano: nanos(NOW) }, { timeUnixNano: nanos(NOW * 2) }] } },
                { gauge: { dataPoints: [{ timeUnixNano: nanos(NOW) }] } },
              ],
            },
          ],
        },
      ],
    });
    expect(checkMetrics(body, 'json', NOW)).toEqual({
      reasons: [undefined, expect.stringMatching(/after its receipt/), 'the metric has no name'],
      timed: true,
    });
  });
});

describe('native records', () => {
  const lines = (...records: string[]) => Buffer.from(records.join('\n'));

  it('of logs are rows: named columns, attributes and a resource', () => {
    const rows: LogRow[] = [];
    readLogRows(
      lines(
        '{"_timestamp":1700000000000001,"body":"hello","severity_text":"WARN","user":{"id":9007199254740993},"resource":{"service.name":"cart"}}',
        '',
        '{"_timestamp":1700000000000001,"time_unix_nano":1700000000000001789,"n":0.12345678901234567,"t":"\\"12345678901234567\\""}',
      ),
      'records',
      (row) => rows.push(row),
    );
    expect(rows).toMatchObject([
      {
        timeUnixNanos: 1_700_000_000_000_001_000n,
        body: 'hello',
        severityText: 'WARN',
        resource: { 'service.name': 'cart' },
        attributes: { user: { id: 9_007_199_254_740_993n } },
      },
      {
        timeUnixNanos: 1_700_000_000_000_001_789n,
        attributes: { n: Number('0.12345678901234567'), t: '"12345678901234567"' },
      },
    ]);
  });

  it('of metrics are rows', () => {
    const rows: MetricRow[] = [];
    readMetricRows(
      lines('{"_timestamp":1,"metric_name":"up","value":1,"metric_type":"sum","monotonic":true,"job":"x"}'),
      'records',
      (row) => rows.push(row),
    );
    expect(rows).toEqual([
      {
        name: 'up',
        unit: '',
        type: 'sum',
        temporality: '',
        monotonic: true,
        timeUnixNanos: 1_000n,
        startUnixNanos: 0n,
        value: 1,
        resource: {},
        scopeName: '',
        scopeVersion: '',
        scopeAttributes: {},
        attributes: { job: 'x' },
      },
    ]);
  });
});
