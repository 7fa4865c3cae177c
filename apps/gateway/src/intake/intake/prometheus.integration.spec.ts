import { describe, expect, it } from 'vitest';
import { decompress } from '@spanwise/otlp/decompress';
import { readMetricRows } from '@spanwise/otlp/read-rows';
import { series, snapped, writeRequest, type TestSeries } from '@spanwise/otlp/remote-write.fixture';
import type { MetricRow } from '@spanwise/otlp/telemetry-rows';
import { contextWith, ORGANIZATION } from '../../gateway.fixture.js';
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

const twice = (one: TestSeries): TestSeries => ({ ...one, labels: [...one.labels, one.labels.at(-1)!] });

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
    expect(slices[0]!.dedupeKey).toHaveLength(16);
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
    [
      'has nothing but a series without a name',
      snapped(writeRequest([series({ job: 'a' })])),
      {},
      400,
      /0 samples taken, 1 rejected: missing_metric_name/,
    ],
  ])('that %s is refused in the product’s own form', async (_, body, headers, status, message) => {
    const answer = await write(body, headers);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(message)]);
    expect(JSON.parse(answer.text)).toHaveProperty('request_id');
    expect(await gateway.logged()).toEqual([]);
  });

  const sample = (value: number, timestamp = Date.now()) => ({ value, timestamp });

  it.each<[string, () => TestSeries, number, string]>([
    ['has an odd label', () => series({ __name__: 'up', '': 'x' }, [sample(7), sample(8)]), 2, 'empty_label_name'],
    ['has a label twice', () => twice(series({ __name__: 'up', job: 'a' }, [sample(7)])), 1, 'duplicate_label'],
    ['lies in the future', () => series({ __name__: 'up' }, [sample(7, Date.now() + 700_000)]), 1, '10 minutes after'],
    ['lies before 1970', () => series({ __name__: 'up' }, [sample(7, -1)]), 1, 'before 1970'],
    ['is of the platform', () => series({ __name__: '_spanwise_x' }, [sample(7)]), 1, 'belong to the platform'],
  ])(
    'keeps the good series beside one that %s, and counts the others in a 400 (INTAKE-12)',
    async (_, broken, lost, reason) => {
      const before = (await gateway.logged()).length;
      const [first, ...others] = scrape();
      const { status, text } = await write(snapped(writeRequest([first!, broken(), ...others])));
      const { message } = JSON.parse(text) as { message: string };
      expect([status, message]).toEqual([400, expect.stringContaining(`3 samples taken, ${lost} rejected: `)]);
      expect(message).toContain(reason);
      expect(message).toContain(`(${lost} in all, the first in the series 1)`);
      const slices = (await gateway.logged()).slice(before).flat();
      expect(slices.reduce((sum, { recordCount }) => sum + recordCount, 0)).toBe(3);
      const rows: MetricRow[] = [];
      for (const { bytes, coding } of slices)
        readMetricRows(await decompress(bytes, coding), 'protobuf', (row) => rows.push(row));
      expect(new Set(rows.map(({ value }) => value))).toEqual(new Set([1, 0, 2.5]));
    },
  );

  it('counts all that it leaves out where there are more reasons than it names', async () => {
    const broken = ['', 'value', '_timestamp', 'n'.repeat(257)].map((label) =>
      series({ __name__: 'up', [label]: 'x' }, [sample(1)]),
    );
    const unnamed = series({ job: 'a' }, [sample(1), sample(2)]);
    const { status, text } = await write(snapped(writeRequest([...scrape(), ...broken, unnamed])));
    expect([status, text]).toEqual([400, expect.stringContaining('(6 in all, the first in the series 3)')]);
  });

  it('counts what it leaves out in its metrics', async () => {
    const rejected = async () => {
      const text = await (await gateway.fetch('/metrics')).text();
      const [, count = 0] = /_intake_records_total\{signal="metrics",outcome="rejected"\} (\d+)/.exec(text) ?? [];
      return Number(count);
    };
    const before = await rejected();
    await write(snapped(writeRequest([...scrape(), series({ __name__: 'up', '': 'x' }, [sample(1), sample(2)])])));
    expect((await rejected()) - before).toBe(2);
  });

  it('needs a caller who may write', async () => {
    const reader = gateway.iam.admit(contextWith({ permissions: ['streams.query'] }));
    expect((await write(snapped(writeRequest(scrape())), {}, reader)).status).toBe(403);
  });
});
