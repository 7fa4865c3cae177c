import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { IngestResult } from '@spanwise/contracts/log/ingest';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { decompress } from '@spanwise/otlp/decompress';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { readLogRows, readMetricRows, readSpanRows } from '@spanwise/otlp/read-rows';
import type { LogRow, MetricRow, SpanRow } from '@spanwise/otlp/telemetry-rows';
import { contextWith, ORGANIZATION } from '../../gateway.fixture.js';
import { intakeGateway } from './intake.fixture.js';

const { gateway, token } = await intakeGateway();

const nowMicros = () => Date.now() * 1_000;

async function post(
  target: string,
  content: unknown,
  headers: Record<string, string> = {},
  credential: string | undefined = token,
) {
  const body =
    content instanceof Uint8Array
      ? new Uint8Array(content)
      : typeof content === 'string'
        ? content
        : JSON.stringify(content);
  const response = await gateway.fetch(`/api/v1/ingest/${target}`, {
    method: 'POST',
    token: credential,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, json: (await response.json()) as IngestResult & Record<string, unknown> };
}

async function rowsOf<Row>(
  read: (bytes: Uint8Array, encoding: never, visit: (row: Row) => void) => number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const slice of (await gateway.logged()).flat())
    read(await decompress(slice.bytes, slice.coding), slice.encoding as never, (row) => rows.push(row));
  return rows;
}
const logs = () => rowsOf<LogRow>(readLogRows);
const metrics = () => rowsOf<MetricRow>(readMetricRows);
const spans = () => rowsOf<SpanRow>(readSpanRows);
const slices = async (): Promise<LogSlice[]> => (await gateway.logged()).flat();

describe('native records (INTAKE-3)', () => {
  const at = nowMicros() - 5_000_000;
  const records = [
    { _timestamp: at, body: 'one', severity_text: 'INFO', 'service.name': 'cart', user: { id: 7 } },
    { _timestamp: at + 1, body: { text: 'two' } },
  ];
  const ndjson = records.map((record) => JSON.stringify(record)).join('\n');

  it.each<[string, string | Uint8Array, Record<string, string>]>([
    ['as an array', JSON.stringify(records), {}],
    ['as lines', `${ndjson}\n\n`, { 'content-type': 'application/x-ndjson' }],
    ['as lines, gzip', gzipSync(ndjson), { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }],
    ['as an array, deflate', deflateSync(JSON.stringify(records)), { 'content-encoding': 'deflate' }],
  ])('of logs are taken %s', async (_, content, headers) => {
    expect(await post('logs/app', content, headers)).toEqual({
      status: 200,
      json: { accepted: 2, rejected: 0, errors: [] },
    });
    expect(await slices()).toMatchObject([
      { organizationId: ORGANIZATION, signal: 'logs', stream: 'app', encoding: 'records', recordCount: 2 },
    ]);
    expect((await slices())[0]!.dedupeKey).toHaveLength(16);
    expect(await logs()).toMatchObject([
      {
        timeUnixNanos: BigInt(at) * 1_000n,
        body: 'one',
        severityText: 'INFO',
        attributes: { 'service.name': 'cart', user: { id: 7 } },
      },
      { body: { text: 'two' } },
    ]);
  });

  it('are taken one by one, as protobuf, and with every digit', async () => {
    await post('logs/app', '{"id":9007199254740993,"__proto__":{"x":1}}');
    const request = JSON.stringify({
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'otlp' } }] }] }],
    });
    const protobuf = { 'content-type': 'application/x-protobuf' };
    expect((await post('logs/app', encodeJson(Buffer.from(request), 'logs'), protobuf)).json.accepted).toBe(1);
    const [first, second] = await logs();
    expect(first!.attributes.id).toBe(9_007_199_254_740_993n);
    expect(Object.keys(first!.attributes)).toEqual(['id', '__proto__']);
    expect(second!.body).toBe('otlp');
  });

  it('without a time get that of their receipt, and then no key', async () => {
    const before = nowMicros();
    await post('logs/app', { body: 'x' });
    const [row] = await logs();
    expect(Number(row!.timeUnixNanos / 1_000n)).toBeGreaterThanOrEqual(before);
    expect((await slices())[0]!.dedupeKey).toBeUndefined();
  });

  it('of metrics are named after their stream unless they have a name', async () => {
    const { json } = await post('metrics/cpu.load', [
      { _timestamp: at, value: 0.5, 'host.name': 'a' },
      { _timestamp: at, metric_name: 'requests', metric_type: 'sum', value: 3, monotonic: true },
      { _timestamp: at, value: 'high' },
      { _timestamp: at, metric_type: 'dial', value: 1 },
      { _timestamp: at, metric_type: 'histogram', sum: 1 },
    ]);
    expect(json).toEqual({
      accepted: 2,
      rejected: 3,
      errors: [
        { index: 2, reason: 'value is not a number' },
        { index: 3, reason: expect.stringMatching(/metric_type is none of gauge/) },
        { index: 4, reason: 'count is missing' },
      ],
    });
    expect(await metrics()).toMatchObject([
      { name: 'cpu.load', type: 'gauge', value: 0.5, attributes: { 'host.name': 'a' } },
      { name: 'requests', type: 'sum', value: 3, monotonic: true },
    ]);
  });

  it('of traces are spans like any other', async () => {
    const ids = { trace_id: 'ab'.repeat(16), span_id: 'cd'.repeat(8) };
    const request = [
      {
        ...ids,
        name: 'GET /',
        kind: 'server',
        start_time_unix_nano: 'exact',
        duration_nano: 2_000,
        status_code: 'ERROR',
        'service.name': 'cart',
        'http.route': '/',
        attributes: '{"n":1}',
        events: '[{"name":"exception","attributes":{"exception.type":"E"}}]',
        scope_name: 'lib',
        _event_id: 'x',
      },
      { ...ids, span_id: 'no', name: 'x', _timestamp: at, duration_nano: 1 },
      { ...ids, name: 'x', duration_nano: 1 },
      { ...ids, name: 'x', kind: 'KING', _timestamp: at, duration_nano: 1 },
      { ...ids, name: 'x', _timestamp: at, duration_nano: 1, events: [{ name: 5 }] },
    ];
    const text = JSON.stringify(request).replace('"exact"', '1700000000000000001');
    const { json } = await post('traces/app', text);
    expect(json).toEqual({
      accepted: 1,
      rejected: 4,
      errors: [
        { index: 2, reason: 'start_time_unix_nano and _timestamp are missing' },
        { index: 3, reason: expect.stringMatching(/kind is none of/) },
        { index: 4, reason: 'its events or links are not those of OTLP' },
        { index: 1, reason: expect.stringMatching(/span id is not 8 bytes/) },
      ],
    });
    expect(await slices()).toMatchObject([{ signal: 'traces', encoding: 'protobuf', recordCount: 1, stream: 'app' }]);
    expect(await spans()).toMatchObject([
      {
        traceId: ids.trace_id,
        kind: 2,
        statusCode: 2,
        startUnixNanos: 1_700_000_000_000_000_001n,
        endUnixNanos: 1_700_000_000_000_002_001n,
        resource: { 'service.name': 'cart' },
        attributes: { 'http.route': '/', n: 1 },
        events: [{ name: 'exception', attributes: { 'exception.type': 'E' } }],
        scopeName: 'lib',
      },
    ]);
  });

  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

  it.each<[string, unknown, RegExp]>([
    ['is no object', 7, /not a JSON object/],
    ['has a time that is no integer', { _timestamp: 'now' }, /_timestamp is not an integer/],
    ['has a time in milliseconds', { _timestamp: Date.now() }, /before the year 2000/],
    ['is of the future', { _timestamp: nowMicros() + 700_000_000 }, /10 minutes after/],
    ['is nested too deeply', { a: deep(20) }, /nested deeper/],
    ['has a long name', { ['n'.repeat(300)]: 1 }, /name of a field/],
    ['has a long value', { a: 'x'.repeat(300_000) }, /a value is longer/],
    [
      'has too many fields',
      Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`f${index}`, 1])),
      /more than 1024 fields/,
    ],
    ['has a column of another type', { severity_number: 'high' }, /severity_number is not an integer/],
    ['has no resource object', { resource: 5 }, /resource is not an object/],
    ['has a broken id', { trace_id: 'xyz' }, /trace_id is not a hexadecimal id/],
  ])('of which one %s keep the others', async (_, record, reason) => {
    const { status, json } = await post('logs/app', [{ body: 'before' }, record, { body: 'after' }]);
    expect([status, json]).toEqual([
      200,
      { accepted: 2, rejected: 1, errors: [{ index: 1, reason: expect.stringMatching(reason) }] },
    ]);
    expect((await logs()).map(({ body }) => body)).toEqual(['before', 'after']);
  });

  it('name the first 100 of many that were rejected, and count all', async () => {
    const body = Array.from({ length: 250 }, () => 'no').join('\n');
    const { json } = await post('logs/app', body, { 'content-type': 'application/x-ndjson' });
    expect([json.accepted, json.rejected, json.errors.length]).toEqual([0, 250, 100]);
    expect(await slices()).toEqual([]);
  });
});

describe('a native request that cannot be taken', () => {
  it.each<[string, string, unknown, Record<string, string>, number, RegExp]>([
    ['is not JSON', 'logs/app', '[{', {}, 400, /not JSON/],
    ['is a number', 'logs/app', '7', {}, 400, /JSON object or an array/],
    ['has another content type', 'logs/app', 'x', { 'content-type': 'text/plain' }, 400, /content type must be/],
    ['has an unknown coding', 'logs/app', '{}', { 'content-encoding': 'br' }, 400, /content encoding/],
    ['is no gzip', 'logs/app', '{}', { 'content-encoding': 'gzip' }, 400, /not valid gzip/],
    ['is larger than 16 MiB', 'logs/app', Buffer.alloc(17 * 1024 * 1024, 0x20), {}, 413, /larger than/],
    [
      'unpacks to more than 64 MiB',
      'logs/app',
      gzipSync(Buffer.alloc(70 * 1024 * 1024)),
      { 'content-encoding': 'gzip' },
      413,
      /larger than 64 MiB/,
    ],
    ['would fill the memory', 'logs/app', `[${'{},'.repeat(4_100_000)}{}]`, {}, 413, /too many objects/],
    ['is for a stream of the platform', 'logs/_spanwise.x', '{}', {}, 403, /belong to the platform/],
    ['is for no possible stream', 'logs/a%20b', '{}', {}, 400, /stream name/],
  ])('because it %s is refused in the product’s own form', async (_, target, content, headers, status, message) => {
    const answer = await post(target, content, headers);
    expect([answer.status, answer.json.message]).toEqual([status, expect.stringMatching(message)]);
    expect(answer.json.request_id).toBeTruthy();
    expect(await slices()).toEqual([]);
  });

  it('because its caller may not write, or is unknown', async () => {
    const reader = gateway.iam.admit(contextWith({ permissions: ['streams.query'] }));
    expect(await post('logs/app', '{}', {}, reader)).toMatchObject({ status: 403, json: { error: 'forbidden' } });
    expect(await post('logs/app', '{}', {}, '')).toMatchObject({ status: 401, json: { error: 'unauthorized' } });
  });

  it('because the metrics lag says when to come back', async () => {
    await gateway.lag();
    const response = await gateway.fetch('/api/v1/ingest/logs/app', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true]);
  });
});
