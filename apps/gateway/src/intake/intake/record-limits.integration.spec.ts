/** What a request may become (INTAKE-9), and whom it holds up (INTAKE-8), over every way in. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import { ProtobufWriter } from '@spanwise/otlp/protobuf-writer';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { longestTurn } from '@spanwise/testing/processor-time';
import { intakeGateway } from './intake.fixture.js';

const { gateway, token } = await intakeGateway();

const PROTOBUF = { 'content-type': 'application/x-protobuf' };
const JSON_TYPE = { 'content-type': 'application/json' };

async function post(path: string, body: string | Uint8Array, headers: Record<string, string>) {
  const sent = typeof body === 'string' ? body : new Uint8Array(body);
  const response = await gateway.fetch(path, { method: 'POST', token, headers, body: sent });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

const messageIn = (field: number, inner: Uint8Array): Buffer => new ProtobufWriter().bytes(field, inner).finish();
/** `12 00` is an empty record in its scope. What is random behind it keeps gzip below the ratio that ends a bomb. */
function emptyRecords(count: number): Buffer {
  const records = Buffer.from('1200'.repeat(count), 'hex');
  const padding = Buffer.alloc(records.length / 150);
  for (let at = 0, state = 1; at < padding.length; at++) padding[at] = state = (state * 48_271) % 2_147_483_647;
  return messageIn(1, messageIn(2, Buffer.concat([records, messageIn(9, padding)])));
}
const SHARED = /more than 256000000 bytes that records share, once for each of them/;
const sharing = () =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'shared', value: { stringValue: 'x'.repeat(1_000_000) } }] },
        scopeLogs: [{ logRecords: Array.from({ length: 1_000 }, () => ({ timeUnixNano: now() })) }],
      },
    ],
  });
const now = () => `${Date.now()}000000`;

describe('a request of more records than a request may hold', () => {
  it.each(['traces', 'logs'])('of %s, 80 KB that inflate to millions, is 413 in its own encoding', async (signal) => {
    const wire = gzipSync(emptyRecords(1_600_000));
    expect(wire.length).toBeLessThan(80_000);
    const { status, type, text } = await post(`/v1/${signal}`, wire, { ...PROTOBUF, 'content-encoding': 'gzip' });
    expect([status, type]).toEqual([413, 'application/x-protobuf']);
    expect(text).toContain('The request holds more than 500000 records.');
    expect(await gateway.logged()).toEqual([]);
  });

  it.each<[string, string, () => string | Uint8Array, Record<string, string>, RegExp]>([
    [
      'points',
      '/v1/metrics',
      () => messageIn(1, messageIn(2, messageIn(2, messageIn(5, Buffer.from('0a00'.repeat(500_001), 'hex'))))),
      PROTOBUF,
      /500000 records/,
    ],
    ['resources', '/v1/traces', () => Buffer.from('0a00'.repeat(1_000_001), 'hex'), PROTOBUF, /1000000 resources/],
    [
      'objects of JSON',
      '/v1/logs',
      () => `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${'{},'.repeat(500_000)}{}]}]}]}`,
      JSON_TYPE,
      /500000 records/,
    ],
    [
      'native records',
      '/api/v1/ingest/logs/x',
      () => '{}\n'.repeat(200_001),
      { 'content-type': 'application/x-ndjson' },
      /200000/,
    ],
    [
      'an array of native records',
      '/api/v1/ingest/traces/x',
      () => `[${'{},'.repeat(200_000)}{}]`,
      JSON_TYPE,
      /200000/,
    ],
    [
      'samples',
      '/api/v1/prometheus/api/v1/write',
      () =>
        snapped(
          writeRequest([
            series(
              { __name__: 'm' },
              Array.from({ length: 500_001 }, () => ({ value: 0, timestamp: 0 })),
            ),
          ]),
        ),
      { ...PROTOBUF, 'content-encoding': 'snappy' },
      /500000 records/,
    ],
    [
      'a megabyte of a resource before a thousand records',
      '/v1/logs',
      () => encodeJson(Buffer.from(sharing()), 'logs'),
      PROTOBUF,
      SHARED,
    ],
    ['the same in JSON', '/v1/logs', () => sharing(), JSON_TYPE, SHARED],
    [
      'a megabyte of a label before a thousand samples',
      '/api/v1/prometheus/api/v1/write',
      () => {
        const samples = Array.from({ length: 1_000 }, () => ({ value: 0, timestamp: Date.now() }));
        return snapped(writeRequest([series({ __name__: 'm', label: 'x'.repeat(1_000_000) }, samples)]));
      },
      { ...PROTOBUF, 'content-encoding': 'snappy' },
      SHARED,
    ],
  ])('%s', async (_, path, body, headers, says) => {
    const { status, text } = await post(path, body(), headers);
    expect([status, text]).toEqual([413, expect.stringMatching(says)]);
    expect(await gateway.logged()).toEqual([]);
  });
});

describe('a large request', () => {
  const RECORDS = 20_000;
  const logs = () =>
    JSON.stringify({
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: Array.from({ length: RECORDS }, (_, at) => ({
                timeUnixNano: now(),
                body: { stringValue: `line ${at}` },
                attributes: [{ key: 'at', value: { intValue: String(at) } }],
              })),
            },
          ],
        },
      ],
    });
  const lines = () => Array.from({ length: RECORDS }, (_, at) => JSON.stringify({ body: `line ${at}`, at })).join('\n');

  it.each<[string, string, () => string | Uint8Array, Record<string, string>]>([
    ['of JSON', '/v1/logs', logs, JSON_TYPE],
    ['of protobuf', '/v1/logs', () => encodeJson(Buffer.from(logs()), 'logs'), PROTOBUF],
    ['of native lines', '/api/v1/ingest/logs/default', lines, { 'content-type': 'application/x-ndjson' }],
    [
      'of remote write',
      '/api/v1/prometheus/api/v1/write',
      () =>
        snapped(
          writeRequest(
            Array.from({ length: 10_000 }, (_, at) =>
              series({ __name__: 'm', at: String(at) }, [{ value: at, timestamp: Date.now() }]),
            ),
          ),
        ),
      { ...PROTOBUF, 'content-encoding': 'snappy' },
    ],
  ])('%s is taken whole, and holds the event loop for a small part of its work', async (_, path, made, headers) => {
    const body = made();
    let status = 0;
    const { longestMicros, allMicros } = await longestTurn(async () => ({ status } = await post(path, body, headers)));
    expect(status).toBeLessThan(300);
    const taken = (await gateway.logged()).flat().reduce((sum, { recordCount }) => sum + recordCount, 0);
    expect(taken).toBe(path.includes('prometheus') ? 10_000 : RECORDS);
    expect(longestMicros).toBeLessThan(allMicros / 3);
  });
});
