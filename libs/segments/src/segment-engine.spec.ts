import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogRow, MetricRow, SpanRow } from '@spanwise/otlp/telemetry-rows';
import type { Signal } from './columns.js';
import { RowLines, type RowLine } from './row-lines.js';
import { SegmentEngine } from './segment-engine.js';
import { SeenFields } from './stream-fields.js';

let folder: string;
let engine: SegmentEngine;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segments-'));
  engine = await SegmentEngine.start({ memoryBytes: 256 * 1_048_576, threads: 1, spillFolder: join(folder, 'spill') });
});
afterAll(async () => {
  engine.close();
  await rm(folder, { recursive: true });
});

const PLACE = { shard: 3, epoch: 1, seq: 2 ** 40, slice: 2, index: 7, loggedAtMicros: 1_763_000_000_000_000 };

const span: SpanRow = {
  resource: { 'service.name': 'höhe 😀', 'service.version': 7, big: 2n ** 63n - 1n, 'os.type': 'linux' },
  scopeName: 'scope',
  scopeVersion: '',
  scopeAttributes: { shared: 1, own: 'scope only' },
  attributes: {
    'http.route': '/a/{id}',
    'http.response.status_code': 404,
    'service.name': 'of the span',
    'rpc.method': 5,
    shared: 'record',
    'quote"s\\and\nlines': 'x\0y',
    half: '\ud800',
    nothing: null,
    negative: -(2n ** 63n),
    unsigned: 2n ** 64n - 1n,
    fraction: 0.1,
    nan: NaN,
    infinite: -Infinity,
    zero: -0,
    list: [1, [2n ** 60n, { deep: 'é' }], false],
  },
  traceId: 'ab'.repeat(16),
  spanId: 'cd'.repeat(8),
  parentSpanId: '',
  traceState: 'ot=th:8',
  flags: 2 ** 32 - 1,
  name: 'GET',
  kind: 2,
  startUnixNanos: 1_763_000_000_123_456_789n,
  endUnixNanos: 1_763_000_001_123_456_790n,
  statusCode: 2,
  statusMessage: '',
  events: [
    {
      timeUnixNanos: 1_763_000_000_123_456_999n,
      name: 'e',
      attributes: { n: 2n ** 53n + 1n },
      droppedAttributesCount: 4,
    },
  ],
  links: [{ traceId: 'aa', spanId: 'bb', traceState: '', attributes: {}, droppedAttributesCount: 0, flags: 1 }],
  droppedAttributesCount: 0,
  droppedEventsCount: 4_294_967_295,
  droppedLinksCount: 0,
};

const log: LogRow = {
  resource: {},
  scopeName: '',
  scopeVersion: '',
  scopeAttributes: {},
  attributes: {},
  timeUnixNanos: 0n,
  observedUnixNanos: 1_763_000_000_000_001_000n,
  severityNumber: 9,
  severityText: 'INFO',
  body: 'text',
  eventName: '',
  traceId: '',
  spanId: '',
  flags: 0,
};

const metric: MetricRow = {
  resource: {},
  scopeName: '',
  scopeVersion: '',
  scopeAttributes: {},
  attributes: { le: 'x' },
  name: 'm',
  unit: 'By',
  type: 'histogram',
  temporality: 'delta',
  monotonic: false,
  timeUnixNanos: 1_763_000_000_000_000_000n,
  startUnixNanos: 0n,
  count: 2n ** 62n + 1n,
  sum: Infinity,
  min: -0.5,
  max: NaN,
  buckets: { explicitBounds: [0.1, 5], bucketCounts: [1n, 2n ** 62n, 0n] },
};

/** Rows of a Parquet file made of the lines, as objects without the columns that are null. */
async function stored(signal: Signal, lines: readonly RowLine[]): Promise<Record<string, unknown>[]> {
  return rowsOf((await segmentOf(signal, lines)).path);
}

async function segmentOf(signal: Signal, lines: readonly RowLine[]) {
  const path = join(folder, `${files++}`);
  await writeFile(path, lines.map(({ line }) => `${line}\n`).join(''));
  const longest = Math.max(...lines.map(({ line }) => Buffer.byteLength(line)));
  return { path: `${path}.parquet`, file: await engine.fromLines(signal, path, longest, `${path}.parquet`) };
}

async function rowsOf(path: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(`from read_parquet('${path}')`);
  const rows = reader.getRowObjects();
  connection.closeSync();
  instance.closeSync();
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

const linesOf = (signal: Signal) => new RowLines(signal, new SeenFields());

describe('a span in a segment', () => {
  it('has every value as it came', async () => {
    const [row] = await stored('traces', [linesOf('traces').spanLine(span, PLACE, true)]);
    expect(row).toEqual({
      _timestamp: 1_763_000_000_123_456n,
      _shard: 3,
      _epoch: 1,
      _seq: 2n ** 40n,
      _slice: 2,
      _index: 7,
      _late: true,
      trace_id: 'ab'.repeat(16),
      span_id: 'cd'.repeat(8),
      trace_state: 'ot=th:8',
      flags: 2n ** 32n - 1n,
      name: 'GET',
      kind: 'SERVER',
      start_time_unix_nano: 1_763_000_000_123_456_789n,
      end_time_unix_nano: 1_763_000_001_123_456_790n,
      duration_nano: 1_000_000_001n,
      status_code: 'ERROR',
      'service.name': 'höhe 😀',
      'service.version': '7',
      scope_name: 'scope',
      'http.route': '/a/{id}',
      'http.response.status_code': 404,
      'rpc.method': '5',
      resource: '{"service.version":7,"big":9223372036854775807,"os.type":"linux"}',
      attributes:
        '{"service.name":"of the span","rpc.method":5,"shared":"record","quote\\"s\\\\and\\nlines":"x\\u0000y",' +
        '"half":"\ufffd","nothing":null,"negative":-9223372036854775808,"unsigned":18446744073709551615,"fraction":0.1,' +
        '"nan":"NaN","infinite":"-Infinity","zero":-0.0,"list":[1,[1152921504606846976,{"deep":"é"}],false],' +
        '"scope.shared":1,"own":"scope only"}',
      events:
        '[{"timeUnixNano":1763000000123456999,"name":"e","attributes":{"n":9007199254740993},"droppedAttributesCount":4}]',
      links: '[{"traceId":"aa","spanId":"bb","traceState":"","attributes":{},"droppedAttributesCount":0,"flags":1}]',
      dropped_attributes_count: 0n,
      dropped_events_count: 4_294_967_295n,
      dropped_links_count: 0n,
    });
  });

  it.each([
    ['a code that is text', { 'http.response.status_code': '404' }, '{"http.response.status_code":"404"}'],
    ['a code that is too large', { 'http.response.status_code': 2 ** 31 }, '{"http.response.status_code":2147483648}'],
    ['a route that is a list', { 'http.route': ['a'] }, '{"http.route":["a"]}'],
  ])('keeps %s in the JSON alone', async (_, attributes, expected) => {
    const [row] = await stored('traces', [
      linesOf('traces').spanLine({ ...span, attributes, scopeAttributes: {} }, PLACE, false),
    ]);
    expect(row).toMatchObject({ attributes: expected });
    expect(row).not.toHaveProperty([Object.keys(attributes)[0]!]);
  });

  it('whose times no column holds is at the time of its receipt', async () => {
    const broken = { ...span, startUnixNanos: 2n ** 64n - 1n, endUnixNanos: 2n ** 64n - 1n };
    const [row] = await stored('traces', [linesOf('traces').spanLine(broken, PLACE, false)]);
    expect(row).toMatchObject({ _timestamp: BigInt(PLACE.loggedAtMicros), duration_nano: 0n });
    expect(row).not.toHaveProperty('start_time_unix_nano');
  });

  it('may be as long as a request', async () => {
    const long = { ...span, attributes: { text: 'x'.repeat(20_000_000) } };
    const [row] = await stored('traces', [linesOf('traces').spanLine(long, PLACE, false)]);
    expect((row!.attributes as string).length).toBeGreaterThan(20_000_000);
  });
});

describe('a log record in a segment', () => {
  it.each<[string, Partial<LogRow>, Record<string, unknown>]>([
    ['has the time when it was observed', {}, { _timestamp: 1_763_000_000_000_001n, body: 'text', severity_number: 9 }],
    ['has its own time first', { timeUnixNanos: 5_000n }, { _timestamp: 5n, time_unix_nano: 5_000n }],
    ['has the time of its receipt last', { observedUnixNanos: 0n }, { _timestamp: BigInt(PLACE.loggedAtMicros) }],
    ['with an object for its body', { body: { a: [1, NaN] } }, { body: '{"a":[1,"NaN"]}' }],
    [
      'with an exception',
      { attributes: { 'exception.type': 'E', x: 1 } },
      { 'exception.type': 'E', attributes: '{"x":1}' },
    ],
  ])('%s', async (_, change, expected) => {
    const [row] = await stored('logs', [linesOf('logs').logLine({ ...log, ...change }, PLACE)]);
    expect(row).toMatchObject(expected);
  });
});

describe('a data point in a segment', () => {
  it('has every value as it came', async () => {
    const [row] = await stored('metrics', [linesOf('metrics').metricLine(metric, PLACE)]);
    expect(row).toMatchObject({
      metric_name: 'm',
      metric_type: 'histogram',
      count: 2n ** 62n + 1n,
      sum: Infinity,
      min: -0.5,
      max: NaN,
      buckets: '{"explicitBounds":[0.1,5],"bucketCounts":[1,4611686018427387904,0]}',
      attributes: '{"le":"x"}',
    });
    expect(row).not.toHaveProperty('value');
  });

  it('has its attributes and those of its resource in one order, so that they name one series and one group', async () => {
    const line = (resource: object, attributes: object) =>
      linesOf('metrics').metricLine({ ...metric, resource: { ...resource }, attributes: { ...attributes } }, PLACE);
    const rows = await stored('metrics', [
      line({ x: 1, 'os.type': 'linux' }, { b: 1, le: '2', a: [1] }),
      line({ 'os.type': 'linux', x: 1 }, { le: '2', a: [1], b: 1 }),
    ]);
    expect(new Set(rows.map(({ resource, attributes }) => `${String(resource)} ${String(attributes)}`))).toEqual(
      new Set(['{"os.type":"linux","x":1} {"a":[1],"b":1,"le":"2"}']),
    );
  });
});

describe('rows that no known file has', () => {
  it('are not those of a known span, but those of the other span of its call that shares its id', async () => {
    const [SERVER, CLIENT, UNSPECIFIED, INTERNAL] = [2, 3, 0, 1];
    const lines = linesOf('traces');
    const sides = (kinds: number[], seq: number) =>
      segmentOf(
        'traces',
        kinds.map((kind, index) => lines.spanLine({ ...span, kind }, { ...PLACE, seq, index }, false)),
      );
    const known = await sides([UNSPECIFIED], 1);
    const found = await sides([INTERNAL, SERVER, CLIENT], 2);
    const asked = { known: [known.path], notBeforeMicros: 0, through: new Map([[3, { epoch: 9, seq: 9 }]]) };
    const target = join(folder, 'unknown.parquet');
    await engine.unknownRows('traces', { ...asked, paths: [found.path] }, target);
    expect((await rowsOf(target)).map(({ kind }) => kind)).toEqual(['SERVER']);
    expect(
      await engine.unknownRows('traces', { ...asked, known: [target], paths: [found.path] }, `${target}.2`),
    ).toEqual(expect.objectContaining({ rows: 2 }));
  });
});

describe('a segment', () => {
  it('is in the order of time, says what it holds, and merges with others', async () => {
    const lines = linesOf('logs');
    const at = (micros: number, index: number) =>
      lines.logLine({ ...log, timeUnixNanos: BigInt(micros) * 1_000n, body: `${micros}` }, { ...PLACE, index });
    const one = await segmentOf('logs', [at(30, 0), at(10, 1), at(20, 2)]);
    const other = await segmentOf('logs', [at(25, 3), at(5, 4)]);
    expect(one.file).toMatchObject({ rows: 3, fromMicros: 10, toMicros: 30 });
    expect((await rowsOf(one.path)).map(({ body }) => body)).toEqual(['10', '20', '30']);
    const target = join(folder, 'merged.parquet');
    const merged = await engine.fromSegments('logs', [one.path, other.path], target);
    expect(merged).toMatchObject({ rows: 5, fromMicros: 5, toMicros: 30 });
    expect((await rowsOf(target)).map(({ body }) => body)).toEqual(['5', '10', '20', '25', '30']);
  });
});
