import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastMs } from '@spanwise/testing/processor-time';
import { SLOT } from '@spanwise/span-model/attribute-keys';
import type { SpanRecord } from '@spanwise/span-model/span';
import { OtlpError } from './otlp-error.js';
import { fromProtobuf, requests, toProtobuf, type JsonRequest, type JsonSpan } from './otlp.fixture.js';
import { checkTraces, readTraces, type Encoding } from './read-traces.js';
import { DROPPED, regroup } from './regroup.js';

/** What a visit shows, copied: the record is reused. */
function copyOf(span: SpanRecord) {
  const hex = (at: number, length: number) =>
    at < 0 ? '' : Buffer.from(span.idBytes.subarray(at, at + length)).toString('hex');
  const { idBytes: _bytes, traceIdAt, spanIdAt, parentSpanIdAt, links, ...rest } = span;
  const ids = { traceId: hex(traceIdAt, 16), spanId: hex(spanIdAt, 8), parentSpanId: hex(parentSpanIdAt, 8) };
  const linked = links.map((link) => [hex(link.traceIdAt, 16), hex(link.spanIdAt, 8)]);
  return { ...structuredClone(rest), ...ids, linked };
}

function readAll(bytes: Uint8Array, encoding: Encoding) {
  const spans: ReturnType<typeof copyOf>[] = [];
  const count = readTraces(bytes, encoding, (span) => spans.push(copyOf(span)));
  expect(count).toBe(spans.length);
  return spans;
}

const json = (request: object): Buffer => Buffer.from(JSON.stringify(request));
const oneSpan = (span: Partial<JsonSpan>, resource: object = {}): JsonRequest => ({
  resourceSpans: [
    { resource, scopeSpans: [{ spans: [{ traceId: 'a1'.repeat(16), spanId: 'b2'.repeat(8), ...span }] }] },
  ],
});

describe('reading traces', () => {
  it('gives the same spans from JSON and from protobuf', () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(readAll(toProtobuf(request), 'protobuf')).toEqual(readAll(json(request), 'json'));
      }),
      { numRuns: 150 },
    );
  });

  it.each<Encoding>(['json', 'protobuf'])('keeps every member that a rule reads (%s)', (encoding) => {
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const request = oneSpan(
      {
        parentSpanId: '0000000000000001',
        traceState: 'ot=th:8',
        name: 'GET /x',
        kind: 2,
        flags: 0x301,
        startTimeUnixNano: '1700000000123456789',
        endTimeUnixNano: '1700000000123999999',
        status: { code: 2 },
        attributes: [
          text('http.route', '/first'),
          text('http.route', '/second'),
          { key: 'http.status_code', value: { intValue: '503' } },
        ],
        links: [
          { traceId: 'c3'.repeat(16), spanId: 'd4'.repeat(8) },
          { traceId: 'c3'.repeat(4), spanId: 'd4'.repeat(8) },
        ],
        events: [
          {
            timeUnixNano: '1700000000123500000',
            name: 'exception',
            attributes: [text('exception.type', 'E'), text('exception.message', 'm')],
          },
        ],
      },
      {
        attributes: [
          text('service.name', 'cart'),
          text('deployment.environment', 'old'),
          text('deployment.environment.name', 'new'),
        ],
      },
    );
    const [span] = readAll(encoding === 'json' ? json(request) : toProtobuf(request), encoding);
    expect(span).toMatchObject({
      traceId: 'a1'.repeat(16),
      spanId: 'b2'.repeat(8),
      hasParent: true,
      parentSpanId: '0000000000000001',
      linked: [['c3'.repeat(16), 'd4'.repeat(8)]],
      traceState: 'ot=th:8',
      name: 'GET /x',
      kind: 2,
      flags: 0x301,
      startMicros: 1_700_000_000_123_456,
      durationMicros: 543,
      hasEnd: true,
      statusCode: 2,
      exceptions: [{ timeMicros: 1_700_000_000_123_500, type: 'E', message: 'm', stacktrace: '' }],
      resource: { service: 'cart', environment: 'new', namespace: '' },
    });
    expect([span!.attributes[SLOT['http.route']], span!.attributes[SLOT['http.status_code']]]).toEqual(['/first', 503]);
  });

  it.each([
    ['-1 ns is 0 µs', '5000', '4999', 0],
    ['half a microsecond rounds up', '1000', '1500', 1],
    ['an end before the start is negative', '9000000', '1000000', -8000],
  ])('rounds a duration half up: %s', (_, start, end, micros) => {
    expect(readAll(json(oneSpan({ startTimeUnixNano: start, endTimeUnixNano: end })), 'json')[0]!.durationMicros).toBe(
      micros,
    );
  });

  it('keeps all digits of a time that JSON gives as a number', () => {
    const body =
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano": 1700000000123456789 ,"endTimeUnixNano":1700000000123457789}]}]}]}';
    expect(readAll(Buffer.from(body), 'json')[0]).toMatchObject({
      startMicros: 1_700_000_000_123_456,
      durationMicros: 1,
    });
  });

  it('does not touch a text that looks like a time', () => {
    const [span] = readAll(json(oneSpan({ name: 'x "startTimeUnixNano": 123, y' })), 'json');
    expect(span!.name).toBe('x "startTimeUnixNano": 123, y');
  });

  it('marks ids of another length instead of refusing the request', () => {
    for (const traceId of ['', 'abcd', 'zz'.repeat(16), 'a1'.repeat(17)]) {
      expect(readAll(json(oneSpan({ traceId })), 'json')[0]!.traceId).toBe('');
    }
  });

  it('reads a resource that stands behind its spans', () => {
    const bytes = toProtobuf(oneSpan({ name: 'n' }));
    const resource = Buffer.from([
      0x0a,
      0x18,
      0x0a,
      0x16,
      0x0a,
      0x0c,
      ...Buffer.from('service.name'),
      0x12,
      0x06,
      0x0a,
      0x04,
      ...Buffer.from('late'),
    ]);
    // The outer message is resource_spans: its length grows by what is appended to it.
    const inner = Buffer.concat([bytes.subarray(2), resource]);
    expect(bytes[1]).toBeLessThan(100);
    const [span] = readAll(Buffer.concat([Buffer.from([0x0a, inner.length]), inner]), 'protobuf');
    expect(span!.resource.service).toBe('late');
  });
});

describe('malformed input', () => {
  it.each<[string, string]>([
    ['an enum as a name', '{"resourceSpans":[{"scopeSpans":[{"spans":[{"kind":"SERVER"}]}]}]}'],
    ['a list that is none', '{"resourceSpans":{}}'],
    ['a time that is none', '{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"soon"}]}]}]}'],
    ['a negative time', '{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"-1"}]}]}]}'],
    ['no object', '"x"'],
    ['nothing', ''],
  ])('is refused with a sentence: %s', (_, body) => {
    expect(() => readAll(Buffer.from(body), 'json')).toThrow(OtlpError);
  });

  it('nested 30,000 deep is refused at once', () => {
    const refused = () => expect(() => readAll(Buffer.from('{"a":'.repeat(30_000)), 'json')).toThrow(/deeper than 64/);
    expect(leastMs(refused, 200)).toBeLessThan(200);
  });

  it('ignores unknown members, also `__proto__`', () => {
    expect(readAll(Buffer.from('{"resourceSpans":[],"__proto__":{"x":1},"later":[1]}'), 'json')).toEqual([]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('cut off anywhere or changed anywhere never throws anything but an OtlpError', () => {
    const survives = (bytes: Uint8Array) => {
      try {
        readTraces(bytes, 'protobuf', () => undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(OtlpError);
      }
    };
    fc.assert(
      fc.property(requests, fc.nat(), fc.integer({ min: 0, max: 255 }), (request, at, byte) => {
        const bytes = toProtobuf(request);
        for (let length = 0; length < Math.min(bytes.length, 200); length++) survives(bytes.subarray(0, length));
        if (bytes.length === 0) return;
        const changed = Uint8Array.from(bytes);
        changed[at % bytes.length] = byte;
        survives(changed);
      }),
      { numRuns: 100 },
    );
  });
});

describe('checking without texts', () => {
  const verdictsOf = (read: typeof readTraces, bytes: Uint8Array): string => {
    const spans: unknown[] = [];
    try {
      read(bytes, 'protobuf', (span) => {
        const { traceIdAt, spanIdAt, startMicros, durationMicros, hasEnd, hasParent, kind, statusCode } = span;
        spans.push({ traceIdAt, spanIdAt, startMicros, durationMicros, hasEnd, hasParent, kind, statusCode });
      });
    } catch (error) {
      return String(error);
    }
    return JSON.stringify(spans);
  };

  it('accepts, refuses and checks exactly what reading does, also after a change anywhere', () => {
    fc.assert(
      fc.property(requests, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))), (request, changes) => {
        const bytes = toProtobuf(request);
        for (const [at, byte] of [[0, bytes[0] ?? 0], ...changes]) {
          if (bytes.length > 0) bytes[at! % bytes.length] = byte!;
          expect(verdictsOf(checkTraces, bytes)).toBe(verdictsOf(readTraces, bytes));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('regrouping', () => {
  it('writes the assigned spans with all their members, resources and scopes, and nothing else', () => {
    fc.assert(
      fc.property(requests, fc.infiniteStream(fc.integer({ min: DROPPED, max: 1 })), (request, choices) => {
        const groupOf = [...take(choices, 100)];
        for (const [bytes, encoding] of [
          [toProtobuf(request), 'protobuf'],
          [json(request), 'json'],
        ] as const) {
          const groups = regroup(bytes, encoding, 'traces', (index) => groupOf[index]!);
          for (const group of [0, 1]) {
            const wanted = only(request, groupOf, group);
            const spans = wanted.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)).length;
            expect(groups.get(group)?.recordCount ?? 0).toBe(spans);
            if (spans > 0) expect(fromProtobuf(groups.get(group)!.bytes)).toEqual(fromProtobuf(toProtobuf(wanted)));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

function* take<T>(stream: Iterable<T>, count: number): Iterable<T> {
  let taken = 0;
  for (const item of stream) {
    if (taken++ === count) return;
    yield item;
  }
}

/** The request with the spans of one group, without what has become empty. */
function only(request: JsonRequest, groupOf: number[], group: number): JsonRequest {
  let index = 0;
  const resourceSpans = request.resourceSpans
    .map((one) => ({
      ...one,
      scopeSpans: one.scopeSpans
        .map((scope) => ({ ...scope, spans: scope.spans.filter(() => groupOf[index++] === group) }))
        .filter((scope) => scope.spans.length > 0),
    }))
    .filter((one) => one.scopeSpans.length > 0);
  return { resourceSpans };
}
