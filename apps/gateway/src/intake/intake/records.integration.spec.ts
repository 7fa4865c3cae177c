import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { decompress } from '@spanwise/otlp/decompress';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { readLogRows, readMetricRows } from '@spanwise/otlp/read-rows';
import type { LogRow, MetricRow } from '@spanwise/otlp/telemetry-rows';
import { ORGANIZATION, TestGateway } from '../../gateway.fixture.js';
import { intakeGateway } from './intake.fixture.js';

const { gateway, token } = await intakeGateway();

const example = (name: string): Buffer =>
  readFileSync(new URL(`../../../../../libs/otlp/src/examples/${name}.json`, import.meta.url));
const logsOf = (...logRecords: object[]): string => JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
const gauge = (...dataPoints: object[]): string =>
  JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }] });
const nowNanos = () => `${Date.now()}000000`;
const futureNanos = () => `${Date.now() + 11 * 60_000}000000`;

async function post(path: string, content: string | Uint8Array, headers: Record<string, string> = {}) {
  const response = await gateway.fetch(path, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    json: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

const logged = async (): Promise<LogSlice[]> => (await gateway.logged()).flat();
const logRows = async (slice: LogSlice): Promise<LogRow[]> => {
  const rows: LogRow[] = [];
  readLogRows(await decompress(slice.bytes, slice.coding), slice.encoding, (row) => rows.push(row));
  return rows;
};
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

describe('OTLP requests of logs and metrics (INTAKE-1)', () => {
  it.each([
    ['logs', '/v1/logs', 'logs', 1],
    ['logs', '/api/v1/logs', 'events', 1],
    ['metrics', '/v1/metrics', 'metrics', 4],
    ['metrics', '/api/v1/metrics', 'metrics', 4],
  ] as const)('of %s at %s are in the log as they came: the example %s', async (signal, path, name, recordCount) => {
    for (const [type, body] of [
      ['application/json', example(name)],
      ['application/x-protobuf', encodeJson(example(name), signal)],
    ] as const) {
      const content = gzipSync(body);
      const answer = await post(path, content, {
        'content-type': type,
        'content-encoding': 'gzip',
        'stream-name': 'shop',
      });
      expect(answer).toMatchObject({ status: 200, type, json: {} });
      const slice = (await logged()).at(-1)!;
      expect(slice).toMatchObject({
        organizationId: ORGANIZATION,
        signal,
        stream: 'shop',
        coding: 'gzip',
        recordCount,
      });
      expect(Buffer.from(slice.bytes)).toEqual(content);
      expect(slice.dedupeKey).toHaveLength(16);
    }
  });

  it('of logs keep their good records, and name the others in their own member', async () => {
    const body = logsOf({ timeUnixNano: futureNanos() }, { timeUnixNano: nowNanos(), body: { stringValue: 'kept' } });
    const answer = await post('/v1/logs', body);
    expect(answer.json).toMatchObject({
      partialSuccess: { rejectedLogRecords: '1', errorMessage: expect.stringMatching(/10 minutes after/) },
    });
    const [slice] = await logged();
    expect(await logRows(slice!)).toMatchObject([{ body: 'kept' }]);
  });

  it('of metrics keep their good points, and name the others in their own member', async () => {
    const body = gauge({ timeUnixNano: futureNanos(), asDouble: 1 }, { timeUnixNano: nowNanos(), asInt: '7' });
    expect((await post('/v1/metrics', body)).json).toMatchObject({ partialSuccess: { rejectedDataPoints: '1' } });
    const [slice] = await logged();
    const rows: MetricRow[] = [];
    readMetricRows(await decompress(slice!.bytes, slice!.coding), slice!.encoding, (row) => rows.push(row));
    expect(rows).toMatchObject([{ name: 'm', value: 7 }]);
  });

  it.each<[string, string, string, number, RegExp]>([
    ['is not JSON', '{"resourceLogs":', 'application/json', 400, /not JSON/],
    ['is of another form', '{"resourceLogs":7}', 'application/json', 400, /must be an array/],
    ['has another content type', '{}', 'text/plain', 400, /content type must be/],
    ['is damaged', '\n\u0005', 'application/x-protobuf', 400, /reaches beyond/],
  ])('that cannot be taken because one %s are refused in its encoding', async (_, content, type, status, message) => {
    const response = await gateway.fetch('/v1/logs', {
      method: 'POST',
      token,
      headers: { 'content-type': type },
      body: content,
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(message);
    expect(await logged()).toEqual([]);
  });

  it('without records succeed and store nothing', async () => {
    expect(await post('/v1/metrics', '{}')).toMatchObject({ status: 200, json: {} });
    expect(await logged()).toEqual([]);
  });
});

describe('what identifies a repetition (PROTO-5)', () => {
  const timed = () => logsOf({ timeUnixNano: nowNanos(), body: { stringValue: 'x' } });

  it('is the body, however it is compressed, where every record says its own time', async () => {
    const body = timed();
    await post('/v1/logs', body);
    await post('/v1/logs', gzipSync(body), { 'content-encoding': 'gzip' });
    await post('/v1/logs', deflateSync(body), { 'content-encoding': 'deflate' });
    await post('/v1/logs', body, { 'stream-name': 'other' });
    await post('/v1/logs', timed().replace('x', 'y'));
    const keys = (await logged()).map(({ dedupeKey }) => hex(dedupeKey));
    expect(keys[0]).toHaveLength(32);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys).size).toBe(3);
  });

  it('is nothing where a record has no time: an equal body may be another event', async () => {
    await post('/v1/logs', logsOf({ timeUnixNano: nowNanos() }, { body: { stringValue: 'x' } }));
    expect((await logged())[0]!.dedupeKey).toBeUndefined();
  });

  it('is the name that the client gives to the request', async () => {
    for (const body of [logsOf({}), logsOf({ body: { intValue: 1 } })])
      await post('/v1/logs', body, { 'idempotency-key': 'batch-7' });
    const [first, second] = await logged();
    expect(hex(first!.dedupeKey)).toHaveLength(32);
    expect(hex(first!.dedupeKey)).toBe(hex(second!.dedupeKey));
    const refused = await post('/v1/logs', logsOf({}), { 'idempotency-key': 'a b' });
    expect(refused).toMatchObject({ status: 400, json: { message: expect.stringMatching(/Idempotency-Key/) } });
  });

  it('is the same for each part of a request that is too large for one message', async () => {
    const records = Array.from({ length: 48 }, (_, index) => ({
      timeUnixNano: nowNanos(),
      body: { stringValue: randomBytes(180_000).toString('base64') },
      attributes: [{ key: 'index', value: { intValue: String(index) } }],
    }));
    const body = logsOf(...records);
    expect((await post('/v1/logs', body)).status).toBe(200);
    const first = await logged();
    await gateway.emptyLog();
    expect((await post('/v1/logs', gzipSync(body, { level: 1 }), { 'content-encoding': 'gzip' })).status).toBe(200);
    const again = await logged();
    expect(first.length).toBeGreaterThan(1);
    const keysOf = (slices: LogSlice[]) => slices.map(({ dedupeKey }) => hex(dedupeKey)).toSorted();
    expect(keysOf(again)).toEqual(keysOf(first));
    expect(new Set(keysOf(first)).size).toBe(first.length);
    const rows = (await Promise.all(first.map(logRows))).flat();
    expect(rows.map(({ attributes }) => attributes.index).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      records.map((_, index) => index),
    );
  });

  it('lies in the same shard', async () => {
    const sharded = await TestGateway.start({ SPANWISE_INGEST_SHARDS: '4' });
    const writer = sharded.iam.admit();
    for (let at = 0; at < 12; at++)
      await sharded.fetch('/v1/logs', {
        method: 'POST',
        token: writer,
        headers: { 'content-type': 'application/json', 'idempotency-key': `batch-${at % 6}` },
        body: logsOf({}),
      });
    const shards = new Map<string, number[]>();
    for (let shard = 0; shard < 4; shard++)
      for (const { dedupeKey } of (await sharded.logged(shard)).flat())
        shards.set(hex(dedupeKey), [...(shards.get(hex(dedupeKey)) ?? []), shard]);
    await sharded.stop();
    expect(shards.size).toBe(6);
    for (const places of shards.values()) expect(places).toEqual([places[0], places[0]]);
  });
});
