import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDelta, encodeDelta, partitionOf, type DecodedOrganization } from './delta-codec.js';
import { DeltaFold, mergeInstance, type InstanceFacts } from './delta.js';
import type { GatewayMinute } from './gateway-minutes.js';
import { mergeErrorGroup, type ErrorGroupFacts } from './error-facts.js';
import { RedAggregate } from './red.js';
import { SeriesKind, seriesKeyText } from './series.js';
import { SpanKind, StatusCode, type SpanException, type SpanRecord } from './span.js';
import { spanOf, type SpanParts } from './span.fixture.js';

const ORG = '01890000-0000-7000-8000-0000000000a1';
const OTHER_ORG = '01890000-0000-7000-8000-0000000000a2';
const START = 1_767_225_600_000_000;
const MINUTE = 60_000_000;

const routes = ['/a', '/b/:id'];
const anySpan = fc
  .record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    kind: fc.constantFrom(...Object.values(SpanKind)),
    startMicros: fc.integer({ min: 0, max: 3 * 60 }).map((seconds) => START + seconds * 1_000_000),
    durationMicros: fc.integer({ min: -5, max: 5_000_000 }),
    statusCode: fc.constantFrom(...Object.values(StatusCode)),
    name: fc.constantFrom('GET', 'job', 'a\ud800', '__other__'),
    hasParent: fc.boolean(),
    resource: fc.record({
      service: fc.constantFrom('', 'cart', 'shop', 'x'.repeat(300)),
      version: fc.constantFrom('', '1', '2'),
      instance: fc.constantFrom('', 'pod-1', 'pod-2'),
      sdkVersion: fc.constantFrom('1.0', '1.1'),
    }),
    attributes: fc.constantFrom(
      {},
      { 'http.request.method': 'GET', 'http.route': routes[0], SampleRate: 3 },
      { 'http.request.method': 'GET', 'http.route': routes[1] },
      { 'db.system': 'mysql', 'db.name': 'ts' },
    ),
    exceptions: fc.constantFrom<Partial<SpanException>[]>(
      [],
      [{ type: 'E', message: 'order 7' }],
      [{ type: 'F', stacktrace: 'F\n\tat a.B.c(B.java:1)' }],
    ),
  })
  .map((parts) => spanOf(parts));
const manySpans = fc.uniqueArray(fc.tuple(fc.constantFrom(ORG, OTHER_ORG), anySpan), {
  maxLength: 40,
  selector: ([organization, span]) => organization + Buffer.from(span.idBytes).toString('hex'),
});

function fold(spans: [string, SpanRecord][]): DeltaFold {
  const delta = new DeltaFold();
  for (const [organizationId, span] of spans) delta.add(organizationId, span);
  return delta;
}

const bytesOf = (delta: DeltaFold, partitions = 1) =>
  encodeDelta(delta, partitions).map((part) => Buffer.from(part).toString('hex'));

/** What a reader of two deltas has after both, as comparable text. */
function combined(...parts: DecodedOrganization[][]): unknown {
  const rows = new Map<string, RedAggregate>();
  const facts = new Map<string, InstanceFacts | ErrorGroupFacts>();
  for (const organization of parts.flat()) {
    for (const { key, minute, red } of organization.series) {
      const id = `${organization.organizationId} ${minute} ${seriesKeyText(key)}`;
      const sum = rows.get(id) ?? new RedAggregate();
      sum.merge(red);
      rows.set(id, sum);
    }
    for (const group of organization.errorGroups) {
      const id = `group ${organization.organizationId} ${group.namespace} ${group.service} ${group.fingerprint}`;
      const known = facts.get(id) as ErrorGroupFacts | undefined;
      facts.set(id, known === undefined ? group : mergeErrorGroup(known, group));
    }
    for (const one of organization.instances) {
      const id = `instance ${organization.organizationId} ${one.hour} ${one.service} ${one.environment} ${one.instance}`;
      const known = facts.get(id) as InstanceFacts | undefined;
      facts.set(id, known === undefined ? one : mergeInstance(known, one));
    }
  }
  const bytes = [...rows].map(([id, red]) => [id, Buffer.from(red.encode()).toString('hex')]);
  return [bytes.sort(), [...facts].sort(([a], [b]) => (a < b ? -1 : 1))];
}

const decoded = (delta: DeltaFold) => decodeDelta(encodeDelta(delta, 1)[0]!).organizations;

describe('a delta', () => {
  it('has the same bytes in whatever order its spans arrive', () => {
    fc.assert(
      fc.property(manySpans, fc.array(fc.nat()), (spans, keys) => {
        const shuffled = spans.map((entry, i) => [keys[i] ?? i, entry] as const).sort((a, b) => a[0] - b[0]);
        expect(bytesOf(fold(shuffled.map(([, entry]) => entry)))).toEqual(bytesOf(fold(spans)));
      }),
    );
  });

  it('adds up: two deltas of parts are the delta of the whole', () => {
    fc.assert(
      fc.property(manySpans, fc.nat(40), (spans, cut) => {
        const [a, b] = [fold(spans.slice(0, cut)), fold(spans.slice(cut))];
        expect(combined(decoded(a), decoded(b))).toEqual(combined(decoded(fold(spans))));
        expect(combined(decoded(b), decoded(a))).toEqual(combined(decoded(a), decoded(b)));
      }),
    );
  });

  it('goes whole into the partition of its organization (PROTO-20)', () => {
    fc.assert(
      fc.property(manySpans, fc.integer({ min: 1, max: 5 }), (spans, partitions) => {
        const parts = encodeDelta(fold(spans), partitions).map((bytes) => decodeDelta(bytes).organizations);
        expect(parts).toHaveLength(partitions);
        for (const [index, organizations] of parts.entries()) {
          for (const { organizationId } of organizations) expect(partitionOf(organizationId, partitions)).toBe(index);
        }
        expect(combined(...parts)).toEqual(combined(decoded(fold(spans))));
      }),
    );
  });

  it('refuses damaged bytes with a plain error, or reads them as some delta', () => {
    const [bytes] = encodeDelta(
      fold([
        [
          ORG,
          spanOf({
            attributes: { 'http.request.method': 'GET' },
            statusCode: 2,
            exceptions: [{ type: 'E', message: 'm', stacktrace: 'E\n at x (/a.js:1:2)' }],
          }),
        ],
      ]),
      1,
    );
    for (let size = 0; size < bytes!.length; size++)
      expect(() => decodeDelta(bytes!.subarray(0, size)), `${size}`).toThrow(/^(Stored|Delta) /);
    fc.assert(
      fc.property(fc.nat(bytes!.length - 1), fc.nat(255), (at, value) => {
        try {
          decodeDelta(bytes!.with(at, value));
        } catch (error) {
          expect((error as Error).message).toMatch(/^(Stored|Delta) /);
        }
      }),
    );
  });
});

describe('minutes of gateways (PROTO-32)', () => {
  const minuteOf = (gateway: number, change: Partial<GatewayMinute> = {}): GatewayMinute => ({
    gatewayId: `01890000-0000-7000-8000-00000000000${gateway}`,
    minute: START / MINUTE,
    sinceMicros: START - 5,
    refused: [],
    ...change,
  });
  const refused = [
    { organizationId: ORG, reason: 'log', requests: 3 },
    { reason: 'dependency', requests: 300 },
  ];
  const reported = [minuteOf(1), minuteOf(2, { leftMicros: START + 7, refused })];
  const deltaOf = (minutes: GatewayMinute[]): DeltaFold => {
    const delta = fold([[ORG, spanOf({})]]);
    for (const one of minutes) delta.addGatewayMinute(one);
    return delta;
  };

  it('lie in the first partition, once however often and in whatever order they are reported', () => {
    const [first, second] = encodeDelta(deltaOf([...reported, ...reported.toReversed()]), 2);
    expect([decodeDelta(first!).gatewayMinutes, decodeDelta(second!).gatewayMinutes]).toEqual([reported, []]);
    expect(bytesOf(deltaOf(reported.toReversed()))).toEqual(bytesOf(deltaOf(reported)));
  });

  it('stand behind everything that a former reader reads', () => {
    const [without] = encodeDelta(deltaOf([]), 1);
    const [bytes] = encodeDelta(deltaOf(reported), 1);
    expect(Buffer.from(bytes!.subarray(0, without!.length))).toEqual(Buffer.from(without!));
    expect(decodeDelta(bytes!)).toEqual({ ...decodeDelta(without!), gatewayMinutes: reported });
  });

  it('that are damaged are refused with a plain error', () => {
    const [without] = encodeDelta(deltaOf([]), 1);
    const [bytes] = encodeDelta(deltaOf(reported), 1);
    for (let size = without!.length + 1; size < bytes!.length; size++)
      expect(() => decodeDelta(bytes!.subarray(0, size)), `${size}`).toThrow(/^(Stored|Delta) /);
    expect(() => decodeDelta(bytes!.with(without!.length, 9))).toThrow('unknown form');
  });
});

/** Two errors of one group as format 1 wrote them, with a newest and an oldest sample. */
const FORMAT_1 = Buffer.from(
  [
    'AQEBiQAAAABwAIAAAAAAAAChgYCBsYTpkQMRB2RlZmF1bHQPdW5rbm93bl9zZXJ2aWNlB3Vua25vd24AB3VubmFtZWQFb3RoZXIgMDcwOTBhOD',
    'ZiMjE5NDU2NDhhMWM5YWE2NDI1YmM2M2ICZzEBRQVhLkIuYyAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMhAwMDAwMDAwMDAwMDAw',
    'MDAyB29yZGVyIDITCWF0IGEuQi5jKEIuamF2YToxKSAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMRAwMDAwMDAwMDAwMDAwMDAxB2',
    '9yZGVyIDEDAQABAgMDAwMBwNuFDoGAgbGE6ZEDgoCBsYTpkQMcAgIC0A/oBwAAAAG9AgIC6AeDgILiiNKjBgAAAAAAAAAAAAAAAAAAAAEAAAAA',
    'AAAAAegHhYCC4ojSowYAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAICAAECAwQFAwHA24UOgYCBsYTpkQOCgIGxhOmRAxwCAgLQD+gHAAAAAb0CAg',
    'LoB4OAguKI0qMGAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAB6AeFgILiiNKjBgAAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAgQAAQIDBgMEAcDbhQ6B',
    'gIGxhOmRA4KAgbGE6ZEDHAICAtAP6AcAAAABvQICAugHg4CC4ojSowYAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAHoB4WAguKI0qMGAAAAAAAAAA',
    'AAAAAAAAAAAgAAAAAAAAACAQABAgMDAwOQ+x2BgIGxhOmRA4KAgbGE6ZEDAQABBgcICYKAgbGE6ZEDCgsDAgQMAggNgYCBsYTpkQMODwMCBBAC',
    'CA2BgIGxhOmRA4KAgbGE6ZEDAA==',
  ].join(''),
  'base64',
);

describe('a delta of format 1', () => {
  it('is still read: one may lie in an outbox while the services are replaced', () => {
    const [organization] = decodeDelta(FORMAT_1).organizations;
    expect(organization!.series).toHaveLength(3);
    expect(organization!.errorGroups).toEqual([
      expect.objectContaining({
        algorithm: 'g1',
        aliases: [],
        grouping: undefined,
        errorType: 'E',
        frame: 'a.B.c',
        samples: [expect.objectContaining({ message: 'order 2' }), expect.objectContaining({ message: 'order 1' })],
        firstSeenMicros: START + 1,
        lastSeenMicros: START + 2,
      }),
    ]);
  });

  it('of another number is refused', () =>
    expect(() => decodeDelta(FORMAT_1.with(0, 5))).toThrow('Delta has an unknown form.'));
});

describe('a delta of format 2 or 3', () => {
  const bytes = (parts: SpanParts): Uint8Array => encodeDelta(fold([[ORG, spanOf(parts)]]), 1)[0]!;

  it('is still read: it is what one without consumption and spans is now, and a gap of clocks is none', () => {
    const delta = new DeltaFold();
    delta.addGap(ORG, START / MINUTE, 'late_dropped', 2);
    const [without] = encodeDelta(delta, 1);
    delta.addGap(ORG, START / MINUTE, 'clock_skew', 0);
    const [former] = encodeDelta(delta, 1);
    for (const format of [2, 3]) expect(decodeDelta(former!.with(0, format))).toEqual(decodeDelta(without!));
  });

  it('holds no count of spans', () => {
    expect(() => decodeDelta(bytes({ statusCode: 2 }).with(0, 3))).toThrow('unknown kind');
  });

  it('holds no consumption', () => {
    const delta = bytes({ kind: SpanKind.Consumer, attributes: { 'messaging.system': 'kafka' } });
    expect(() => decodeDelta(delta.with(0, 2))).toThrow('unknown kind');
  });
});

describe('what a span adds', () => {
  const seriesOf = (...spans: SpanParts[]) => allSeriesOf(...spans).filter(([kind]) => kind !== SeriesKind.Spans);
  const allSeriesOf = (...spans: SpanParts[]) =>
    decoded(fold(spans.map((parts) => [ORG, spanOf(parts)])))[0]!.series.map(({ key, minute, red }) => [
      key.kind,
      key.name,
      key.category,
      key.detail,
      minute - START / MINUTE,
      red.sampled,
      red.sampledErrors,
    ]);
  const get: SpanParts['attributes'] = { 'http.request.method': 'GET', 'http.route': '/a' };

  it('a request: its service and its transaction, in the minute of its start', () => {
    expect(seriesOf({ attributes: get, startMicros: START + MINUTE - 1, durationMicros: 5 * MINUTE })).toEqual([
      [SeriesKind.Service, '', '', '', 0, 1, 0],
      [SeriesKind.Transaction, 'GET /a', 'http', '', 0, 1, 0],
    ]);
  });

  it('a failed request: one error of its group and transaction', () => {
    const rows = seriesOf({ attributes: get, statusCode: StatusCode.Error, exceptions: [{ type: 'E', message: 'm' }] });
    expect(rows).toEqual([
      [SeriesKind.Service, '', '', '', 0, 1, 1],
      [SeriesKind.Transaction, 'GET /a', 'http', '', 0, 1, 1],
      [SeriesKind.Error, expect.stringMatching(/^[0-9a-f]{32}$/), '', 'GET /a', 0, 1, 1],
    ]);
  });

  it('a failed call: an error of the dependency, no group and no request', () => {
    const rows = seriesOf({
      kind: SpanKind.Client,
      attributes: { ...get, 'server.address': 'shop' },
      statusCode: StatusCode.Error,
      exceptions: [{ type: 'E' }],
    });
    expect(rows).toEqual([[SeriesKind.Dependency, 'shop', 'external_http', 'GET', 0, 1, 1]]);
  });

  it('an inner span that failed on the way of an exception: nothing', () => {
    expect(
      seriesOf({ kind: SpanKind.Internal, hasParent: true, statusCode: StatusCode.Error, exceptions: [{ type: 'E' }] }),
    ).toEqual([]);
  });

  it('whatever its kind: one of the spans of its service, by kind and minute', () => {
    const inner = { hasParent: true, kind: SpanKind.Internal };
    const spans: SpanParts[] = [
      { id: 1, ...inner },
      { id: 2, ...inner },
      { id: 3, ...inner, startMicros: START + MINUTE },
    ];
    expect(allSeriesOf(...spans, { id: 4, ...inner, kind: 17 })).toEqual([
      [SeriesKind.Spans, '', 'internal', '', 0, 2, 0],
      [SeriesKind.Spans, '', 'internal', '', 1, 1, 0],
      [SeriesKind.Spans, '', 'unspecified', '', 0, 1, 0],
    ]);
  });

  it('an end before the start: duration 0, no gap, and one of the spans that say so', () => {
    const [organization] = decoded(fold([[ORG, spanOf({ durationMicros: -7 })]]));
    expect(organization!.gaps).toEqual([]);
    expect(allSeriesOf({ durationMicros: -7 }).slice(-2)).toEqual([
      [SeriesKind.Spans, '', 'server', '', 0, 1, 0],
      [SeriesKind.Spans, '', 'server', 'clock_skew', 0, 1, 0],
    ]);
    expect(organization!.series[0]!.red).toMatchObject({ maxMicros: 0, durationSum: 0, sampled: 1 });
  });

  it('sampled spans: as many requests as they stand for', () => {
    const [organization] = decoded(fold([[ORG, spanOf({ traceState: 'ot=th:c' })]]));
    expect(organization!.series[0]!.red).toMatchObject({ weight: 4 * 4096, sampled: 1, sampledAdjusted: 1 });
  });

  it('organizations apart, with the oldest start of each', () => {
    const delta = fold([
      [ORG, spanOf({ id: 1, startMicros: START + 5 })],
      [OTHER_ORG, spanOf({ id: 1 })],
      [ORG, spanOf({ id: 2, startMicros: START + 3 })],
    ]);
    delta.addGap(OTHER_ORG, 7, 'late_dropped', 2);
    delta.addGap(OTHER_ORG, 7, 'late_dropped', 3);
    expect(
      decoded(delta).map(({ organizationId, oldestStartMicros, gaps }) => [organizationId, oldestStartMicros, gaps]),
    ).toEqual([
      [ORG, START + 3, []],
      [OTHER_ORG, START, [{ minute: 7, reason: 'late_dropped', dropped: 5 }]],
    ]);
  });

  it('gaps alone: no oldest start', () => {
    const delta = new DeltaFold();
    expect(delta.isEmpty).toBe(true);
    delta.addGap(ORG, 7, 'queue_full', 1);
    expect([delta.isEmpty, delta.spanCount, decoded(delta)[0]!.oldestStartMicros]).toEqual([false, 0, undefined]);
  });

  it('the newest and the oldest sample of an error group', () => {
    const failed = (id: number, startMicros: number): [string, SpanRecord] => [
      ORG,
      spanOf({ id, startMicros, statusCode: StatusCode.Error, exceptions: [{ type: 'E', message: `order ${id}` }] }),
    ];
    const [group] = decoded(fold([failed(2, START + 2), failed(3, START + 3), failed(1, START + 1)]))[0]!.errorGroups;
    expect([group!.samples.map(({ message }) => message), group!.firstSeenMicros, group!.lastSeenMicros]).toEqual([
      ['order 3', 'order 1'],
      START + 1,
      START + 3,
    ]);
  });

  it('an instance and what it runs, by hour', () => {
    const resource = {
      service: 'cart',
      instance: 'pod-1',
      language: 'java',
      sdkName: 'opentelemetry',
      sdkVersion: '1.40',
    };
    const [organization] = decoded(
      fold([
        [ORG, spanOf({ resource })],
        [ORG, spanOf({ id: 2, resource, startMicros: START + 60 * MINUTE })],
      ]),
    );
    expect(
      organization!.instances.map(({ hour, ...facts }) => [
        hour - START / (60 * MINUTE),
        facts.instance,
        facts.language,
        facts.sdkVersion,
      ]),
    ).toEqual([
      [0, 'pod-1', 'java', '1.40'],
      [1, 'pod-1', 'java', '1.40'],
    ]);
  });
});
