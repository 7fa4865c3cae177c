// @module-tag long
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldValue, SpanRow } from '@spanwise/otlp/telemetry-rows';
import { RowLines } from '@spanwise/segments/row-lines';
import { SegmentEngine } from '@spanwise/segments/segment-engine';
import { SpanReader } from '@spanwise/segments/span-reader';
import { SeenFields } from '@spanwise/segments/stream-fields';
import { identityOf } from '@spanwise/span-model/identity';
import { outcomeOf } from '@spanwise/span-model/outcome';
import { isTransaction } from '@spanwise/span-model/transaction';
import { statementCounts } from './service-hours.fixture.js';

const HOUR_NANOS = 3_600_000_000_000n;
const START_NANOS = 1_767_225_600_000_000_000n;
let folder: string;
let engine: SegmentEngine;
let duck: DuckDBConnection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recount-'));
  engine = await SegmentEngine.start(limits());
  duck = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(async () => {
  duck.closeSync();
  engine.close();
  await rm(folder, { recursive: true });
});

const limits = () => ({ memoryBytes: 256 * 1_048_576, threads: 1, spillFolder: join(folder, 'spill') });

const code = fc.constantFrom<FieldValue>(
  0,
  2,
  4,
  12,
  13,
  16,
  17,
  '0',
  '02',
  'OK',
  'ok',
  'UNKNOWN',
  'internal',
  'CANCELLED',
  '',
  true,
);
const http = fc.constantFrom<FieldValue>(200, 404, 500, 503, '500', '404', 'none', 499.5, '', true, null);
const operation = fc.constantFrom<FieldValue>('receive', 'Settle', 'process', 'publish', '', 7, false);
const system = fc.constantFrom<FieldValue>('grpc', 'kafka', '', 5, true);
const word = fc.constantFrom<FieldValue>('', 'a', 7, 1.5, true, null);
const attributes = fc.record(
  {
    'http.response.status_code': http,
    'http.status_code': http,
    'rpc.system.name': system,
    'rpc.system': system,
    'rpc.response.status_code': code,
    'rpc.status_code': code,
    'rpc.grpc.status_code': code,
    'messaging.system': system,
    'messaging.operation.type': operation,
    'messaging.operation': operation,
    'messaging.operation.name': operation,
    'error.type': word,
  },
  { requiredKeys: [] },
);
const spans = fc.record({
  kind: fc.integer({ min: 0, max: 6 }),
  statusCode: fc.constantFrom(0, 0, 0, 1, 2),
  hasParent: fc.boolean(),
  flags: fc.constantFrom(0, 0x100, 0x300, 0xfff),
  late: fc.constantFrom(false, false, false, true),
  attributes,
  resource: fc.record(
    { 'service.name': word, 'service.namespace': word, 'http.status_code': http },
    { requiredKeys: [] },
  ),
});
const SAME = {
  scopeName: '',
  scopeVersion: '',
  scopeAttributes: { 'error.type': 'of the scope' },
  traceState: '',
  name: '',
  statusMessage: '',
  events: [],
  links: [],
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
};
const HEX = (number: number, length: number) => (number + 1).toString(16).padStart(length, '0');

it('SQL counts the requests and errors that the rules of the figures count', async () => {
  let places = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(spans, { minLength: 300, maxLength: 400 }), async (made) => {
      const lines = new RowLines('traces', new SeenFields());
      const text = made.map(({ hasParent, late, ...span }, index) => {
        const place = { shard: 0, epoch: 0, seq: places++, slice: 0, index, loggedAtMicros: 1, delta: 1 };
        const startUnixNanos = START_NANOS + BigInt(index % 3) * HOUR_NANOS;
        const row: SpanRow = {
          ...SAME,
          traceId: HEX(index, 32),
          spanId: HEX(index, 16),
          parentSpanId: hasParent ? HEX(9, 16) : '',
          startUnixNanos,
          endUnixNanos: startUnixNanos + 5n,
          ...span,
        };
        return lines.spanLine(row, place, late).line;
      });
      const file = join(folder, 'spans');
      await writeFile(file, text.join('\n'));
      await engine.fromLines('traces', file, 65_536, `${file}.parquet`);
      const expected = new Map<string, { requests: number; errors: number }>();
      const reader = await SpanReader.open(limits(), [`${file}.parquet`]);
      const range = { fromMicros: 0, toMicros: Number.MAX_SAFE_INTEGER, throughDelta: new Map([[0, 1]]) };
      for await (const { span, late } of reader.deltas(range)) {
        if (late || !isTransaction(span)) continue;
        const { namespace, service } = identityOf(span.resource);
        const key = `${Math.floor(span.startMicros / 3_600_000_000)} ${namespace} ${service}`;
        const counts = expected.get(key) ?? { requests: 0, errors: 0 };
        expected.set(key, { requests: counts.requests + 1, errors: counts.errors + (outcomeOf(span).error ? 1 : 0) });
      }
      reader.close();
      expect(await statementCounts(duck, `${file}.parquet`)).toEqual(new Map([...expected].sort()));
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
