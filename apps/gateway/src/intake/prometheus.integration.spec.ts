import { describe, expect, it } from 'vitest';
import { decompress } from '@spanwise/otlp/decompress';
import { readMetricRows } from '@spanwise/otlp/read-rows';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import type { MetricRow } from '@spanwise/otlp/telemetry-rows';
import { contextWith, ORGANIZATION } from '../gateway.fixture.js';
import { intakeGateway } from './intake.fixture.js';

const { gateway, token } = await intakeGateway();

const HEADERS = { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' };

async function write(body: Uint8Array, headers: Record<string, string> = {}, credential = token) {
  const response = await gateway.fetch('/api/v1/prometheus/api/v1/write', {
    method: 'POST',
    token: credential,
    headers: { ...HEADERS, 'x-prometheus-remote-write-version': '0.1.0', ...headers },
    body: new Uint8Array(body),
  });
  return { status: response.status, text: await response.text() };
}

const scrape = (now = Date.now()) => [
  series({ __name__: 'up', job: 'a' }, [{ value: 1, timestamp: now }]),
  series({ __name__: 'up', job: 'b' }, [{ value: 0, timestamp: now }]),
  series({ __name__: 'job:rate:sum', job: 'a' }, [{ value: 2.5, timestamp: now }]),
];

describe('remote write (INTAKE-5)', () => {
  it('puts each metric into the stream of its name, with a key, and answers 204', async () => {
    const body = snapped(writeRequest(scrape()));
    expect(await write(body)).toEqual({ status: 204, text: '' });
    const slices = (await gateway.logged()).flat();
    expect(slices).toMatchObject([
      { organizationId: ORGANIZATION, signal: 'metrics', stream: 'up', recordCount: 2 },
      { signal: 'metrics', stream: 'job_rate_sum', recordCount: 1 },
    ]);
    expect(slices[0].dedupeKey).toHaveLength(16);
    const rows: MetricRow[] = [];
    for (const { bytes, coding } of slices)
      readMetricRows(await decompress(bytes, coding), 'protobuf', (row) => rows.push(row));
    expect(rows).toMatchObject([
      { name: 'up', value: 1, attributes: { job: 'a' } },
      { name: 'up', value: 0, attributes: { job: 'b' } },
      { name: 'job:rate:sum', value: 2.5 },
    ]);
    await write(body);
    const again = (await gateway.logged()).flat().slice(2);
    expect(again.map(({ dedupeKey }) => Buffer.from(dedupeKey!))).toEqual(
      slices.map(({ dedupeKey }) => Buffer.from(dedupeKey!)),
    );
  });

  it('takes large requests, of one metric too', async () => {
    const now = Date.now();
    const many = Array.from({ length: 20_000 }, (_, at) =>
      series({ __name__: 'up', instance: `host-${at}` }, [{ value: at, timestamp: now }]),
    );
    expect((await write(snapped(writeRequest(many)))).status).toBe(204);
    const counts = (await gateway.logged()).flat().map(({ recordCount }) => recordCount);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20_000);
  });

  it.each<[string, Uint8Array, Record<string, string>, number, RegExp]>([
    ['is not compressed by snappy', writeRequest(scrape()), { 'content-encoding': 'gzip' }, 400, /must be snappy/],
    [
      'is of version 2',
      snapped(writeRequest([])),
      { 'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request' },
      400,
      /prometheus\.WriteRequest/,
    ],
    ['is no snappy', Buffer.from('hello'), {}, 400, /not valid snappy/],
    [
      'says that it is of 4 GiB',
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0x00, 0x61]),
      {},
      413,
      /larger than 64 MiB/,
    ],
    ['is no request', snapped(Buffer.from([0x0a, 0x7f])), {}, 400, /reaches beyond/],
    ['has a series without a name', snapped(writeRequest([series({ job: 'a' })])), {}, 400, /missing_metric_name/],
    [
      'is for a stream of the platform',
      snapped(writeRequest([series({ __name__: '_spanwise_x' }, [{ value: 1, timestamp: 5 }])])),
      {},
      403,
      /belong to the platform/,
    ],
  ])('that %s is refused in the product’s own form', async (_, body, headers, status, message) => {
    const answer = await write(body, headers);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(message)]);
    expect(JSON.parse(answer.text)).toHaveProperty('request_id');
    expect(await gateway.logged()).toEqual([]);
  });

  it('needs a caller who may write', async () => {
    const reader = gateway.iam.admit(contextWith({ permissions: ['streams.query'] }));
    expect((await write(snapped(writeRequest(scrape())), {}, reader)).status).toBe(403);
  });
});
