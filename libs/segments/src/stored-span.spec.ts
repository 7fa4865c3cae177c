// @module-tag long
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requests, toProtobuf, type JsonRequest } from '@spanwise/otlp/otlp.fixture';
import { readSpanRows } from '@spanwise/otlp/read-rows';
import { readTraces, type Encoding } from '@spanwise/otlp/read-traces';
import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import { DeltaFold } from '@spanwise/span-model/delta';
import { encodeDelta } from '@spanwise/span-model/delta-codec';
import { RowLines } from './row-lines.js';
import { RESOURCE_IDENTITY } from './rule-columns.js';
import { SegmentEngine } from './segment-engine.js';
import { SpanReader } from './span-reader.js';
import { SeenFields } from './stream-fields.js';

const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';
const START_MICROS = 1_767_225_600_000_000;
const HOUR_MICROS = 3_600_000_000;
let folder: string;
let engine: SegmentEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stored-span-'));
  engine = await SegmentEngine.start(limits());
});
afterAll(async () => {
  engine.close();
  await rm(folder, { recursive: true });
});

const limits = () => ({ memoryBytes: 256 * 1_048_576, threads: 1, spillFolder: join(folder, 'spill') });

type Attribute = { key: string; value: object };
interface Carrier {
  attributes?: Attribute[];
}

/** A key of the rules for every second attribute, on any service; each key once. */
function ruled(attributes: Attribute[] | undefined, seed: number): Attribute[] {
  const keys = [...ATTRIBUTE_KEYS, ...RESOURCE_IDENTITY, 'telemetry.sdk.name', 'deployment.environment'];
  const made = (attributes ?? []).map((one, at) =>
    at % 2 === 0 ? { ...one, key: keys[(seed + at * 7) % keys.length]! } : one,
  );
  return [...new Map(made.toReversed().map((one) => [one.key, one])).values()];
}

const noZeros = (id: unknown): string => (/^0*$/.test(String(id)) ? 'a'.repeat(String(id).length || 16) : String(id));

/** What the gateway lets pass: ids, times, and no attribute twice. */
function accepted(request: JsonRequest, seed: number): JsonRequest {
  let made = seed;
  const change = (carrier: Carrier | undefined) => {
    if (carrier !== undefined) carrier.attributes = ruled(carrier.attributes, made++);
  };
  for (const resourceSpans of request.resourceSpans) {
    change(resourceSpans.resource as Carrier);
    for (const scopeSpans of resourceSpans.scopeSpans) {
      const spans = scopeSpans.spans as (Record<string, unknown> & Carrier)[];
      for (const span of spans) {
        change(span);
        for (const event of (span.events as Carrier[] | undefined) ?? []) change(event);
        for (const link of (span.links as Record<string, unknown>[] | undefined) ?? []) {
          link.traceId = noZeros(link.traceId);
          link.spanId = noZeros(link.spanId);
        }
        span.traceId = noZeros(span.traceId);
        span.spanId = noZeros(span.spanId);
        const startMicros = START_MICROS + (made % 7_200) * 1_000_000;
        const nanos = BigInt((span.endTimeUnixNano as string | undefined) ?? '1') % 100_000_000_000n;
        span.startTimeUnixNano = `${BigInt(startMicros) * 1_000n + (nanos % 1_000n)}`;
        span.endTimeUnixNano = `${BigInt(startMicros) * 1_000n + nanos}`;
      }
    }
  }
  return request;
}

const named = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));

/** A shop calls a cart, which puts a message into a queue that a worker takes; then all of it once more, sampled. */
function shopRequest(): JsonRequest {
  const id = (number: number) => String(number).padStart(16, '0');
  const span = (number: number, kind: number, members: object) => ({
    traceId: id(1) + id(7),
    spanId: id(number),
    kind,
    startTimeUnixNano: `${START_MICROS + number * 1_000}000`,
    endTimeUnixNano: `${START_MICROS + number * 1_000 + 900}499`,
    ...members,
  });
  const service = (name: string, spans: object[]) => ({
    resource: {
      attributes: named({ 'service.name': name, 'http.route': '/of/resource', 'telemetry.sdk.language': 'go' }),
    },
    scopeSpans: [
      {
        scope: {
          name: 's',
          attributes: named({ 'http.route': '/of/scope', 'error.type': 'of scope', 'db.type': 'x' }),
        },
        spans,
      },
    ],
  });
  const http = { 'server.address': 'cart', 'http.request.method': 'GET' };
  const queue = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' };
  const failure = {
    'exception.type': 'Broken',
    'exception.message': 'no 5',
    'exception.stacktrace': 'Broken: no 5\n  at f (a.js:1:2)',
  };
  const made = [
    service('shop', [
      span(2, 3, { attributes: named(http) }),
      span(1, 2, { traceState: 'ot=th:8', attributes: named({ 'service.name': 'not this', 'http.route': '/x' }) }),
    ]),
    service('cart', [
      span(3, 2, {
        parentSpanId: id(2),
        attributes: named({ 'http.request.method': 'GET', 'http.response.status_code': 503 }),
        events: [{ name: 'exception', timeUnixNano: '1', attributes: named(failure) }],
      }),
      span(4, 4, { parentSpanId: id(3), attributes: named(queue) }),
    ]),
    service('worker', [span(9, 5, { attributes: named(queue), links: [{ traceId: id(1) + id(7), spanId: id(4) }] })]),
  ];
  return { resourceSpans: made } as unknown as JsonRequest;
}

const deltaOf = (fold: DeltaFold): string => Buffer.from(encodeDelta(fold, 1)[0]!).toString('hex');

/** Stores each request as a delta, and folds the stored spans again. */
async function deltasOfStored(bodies: Uint8Array[], encoding: Encoding): Promise<Map<number, string>> {
  const lines = new RowLines('traces', new SeenFields());
  let text = '';
  for (const [delta, bytes] of bodies.entries()) {
    readSpanRows(bytes, encoding, (row, index) => {
      const place = { shard: 0, epoch: 0, seq: delta, slice: 0, index, loggedAtMicros: 1, delta };
      text += `${lines.spanLine(row, place, false).line}\n`;
    });
  }
  const file = join(folder, 'spans');
  await writeFile(file, text);
  await engine.fromLines('traces', file, text.length * 3, `${file}.parquet`);
  const reader = await SpanReader.open(limits(), [`${file}.parquet`]);
  const folds = new Map<number, DeltaFold>();
  const range = { fromMicros: START_MICROS, toMicros: START_MICROS + 3 * HOUR_MICROS };
  expect(await reader.withoutDelta(range)).toBe(0);
  for await (const { delta, span } of reader.deltas({ ...range, throughDelta: new Map([[0, bodies.length]]) })) {
    let fold = folds.get(delta);
    if (fold === undefined) folds.set(delta, (fold = new DeltaFold()));
    fold.add(ORGANIZATION, span);
  }
  reader.close();
  return new Map([...folds].map(([delta, fold]) => [delta, deltaOf(fold)]));
}

it.each(['json', 'protobuf'] as const)(
  'spans read back from their segment give the delta that they gave (%s)',
  async (encoding) => {
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 40, maxLength: 60 }), async (made) => {
        const bodies = made.map((request, at) => {
          const valid = accepted(request, at * 31);
          return encoding === 'json' ? Buffer.from(JSON.stringify(valid)) : toProtobuf(valid);
        });
        if (encoding === 'json') bodies.push(Buffer.from(JSON.stringify(shopRequest())));
        else bodies.push(toProtobuf(shopRequest()));
        const given = new Map<number, string>();
        for (const [delta, bytes] of bodies.entries()) {
          const fold = new DeltaFold();
          if (readTraces(bytes, encoding, (span) => fold.add(ORGANIZATION, span)) > 0) given.set(delta, deltaOf(fold));
        }
        expect(await deltasOfStored(bodies, encoding)).toEqual(given);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  },
);
