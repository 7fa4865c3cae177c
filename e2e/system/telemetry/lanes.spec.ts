import { randomBytes } from 'node:crypto';
import { decompress } from 'fzstd';
import { describe, expect, it } from 'vitest';
import { encode, zstdFrame } from './lanes.js';

describe('a zstd frame of blocks as they are', () => {
  it.each([0, 1, 1_000, 128 * 1024, 128 * 1024 + 1, 300_000])('of %i bytes is read by a decoder', (length) => {
    const bytes = randomBytes(length);
    expect(Buffer.compare(decompress(zstdFrame(bytes)), bytes)).toBe(0);
  });
});

describe('a request', () => {
  const time = '1674981729479245266';
  const log = {
    timeUnixNano: time,
    severityNumber: 9,
    body: { stringValue: 'hello' },
    attributes: [{ key: 'n', value: { intValue: '9007199254740993' } }],
    traceId: 'ab'.repeat(16),
  };
  const request = { resourceLogs: [{ scopeLogs: [{ logRecords: [log] }] }] };

  it('as native lines has all its digits, and the names that a query returns', () => {
    const { path, headers, body } = encode('logs', request, 'app', 'native lines', 'identity');
    expect([path, headers['content-type']]).toEqual(['/api/v1/ingest/logs/app', 'application/x-ndjson']);
    const text = Buffer.from(body).toString();
    expect(text).toContain(`"time_unix_nano":${time},`);
    expect(text).toContain('"n":9007199254740993');
    expect(JSON.parse(text)).toMatchObject({ _timestamp: 1674981729479245, trace_id: 'ab'.repeat(16), body: 'hello' });
  });

  it('names its stream in the path or in a header, and its coding', () => {
    expect(encode('logs', request, 'app', 'json', 'zstd')).toMatchObject({
      path: '/v1/logs',
      headers: { 'stream-name': 'app', 'content-encoding': 'zstd' },
    });
    expect(encode('logs', request, 'app', 'grpc', 'gzip').path).toBeUndefined();
  });
});
