/** Values as they were sent: one that does not fit its field, and what senders say beside them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const start = Math.floor(Date.now() / 60_000 - 3) * 60_000_000;
const time_range = { start, end: start + 600_000_000 };
const window = { from: time_range.start, to: time_range.end };

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
});

async function send(stream: string, path: string, body: object): Promise<number> {
  const response = await fetch(`${client.product.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stream-name': stream,
      authorization: `Bearer ${client.product.intakeToken}`,
    },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

const query = (statement: string) =>
  client.api.POST('/api/v1/query', { body: { language: 'sql', statement, time_range } });
const rowsOf = async (statement: string) => (await answered(query(statement))).rows;

describe('one record with another type than the others (QUERY-11, QUERY-12)', () => {
  beforeAll(async () => {
    const user = (stringValue: string) => ({
      kvlistValue: { values: [{ key: 'user', value: { stringValue } }] },
    });
    const sent = [
      ...[10, 20, 60, 70].map((ms) => ({ body: `${ms}`, ms: { intValue: `${ms}` }, ctx: user(`user ${ms}`) })),
      { body: 'odd', ms: { stringValue: 'n/a' }, ctx: { stringValue: 'none' } },
    ];
    const logRecords = sent.map(({ body, ms, ctx }, n) => ({
      timeUnixNano: `${start + n}000`,
      body: { stringValue: body },
      attributes: [
        { key: 'ms', value: ms },
        { key: 'ctx', value: ctx },
      ],
    }));
    expect(await send('one_odd', '/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })).toBe(200);
    await eventually(async () => expect(await rowsOf('select count(*) from logs.one_odd')).toEqual([[5]]));
  });

  it('breaks no statement, reads null in its fields, and is counted', async () => {
    const statement = `select sum(ms), count(*) filter (ms > 50), min(ctx->>'$.user'), count(ms), count(ctx) from logs.one_odd`;
    const { rows, unfit_fields } = await answered(query(statement));
    expect(rows).toEqual([[160, 2, 'user 10', 4, 4]]);
    const of = { stream: 'one_odd', stream_type: 'logs', records: 1 };
    expect(unfit_fields).toEqual([
      { ...of, name: 'ctx', data_type: 'json' },
      { ...of, name: 'ms', data_type: 'int64' },
    ]);
    const whole = `select attributes->>'$.ms', attributes->>'$.ctx' from logs.one_odd where body = 'odd' and ms is null`;
    expect(await rowsOf(whole)).toEqual([['n/a', 'none']]);
    const streams = await answered(client.api.GET('/api/v1/streams', { params: { query: { q: 'one_odd' } } }));
    expect(streams[0]!.schema.fields.find(({ name }) => name === 'ms')).toMatchObject({
      data_type: 'int64',
      exact: false,
    });
  });

  it('is counted in the last line of a stream, and fails no job', async () => {
    const body = { language: 'sql' as const, statement: 'select sum(ms) as total from logs.one_odd', time_range };
    const response = await fetch(`${client.product.baseUrl}/api/v1/query/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.readToken}` },
      body: JSON.stringify(body),
    });
    const [row, meta] = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(row).toEqual({ total: 160 });
    expect(meta).toMatchObject({ __meta__: { unfit_fields: [{ name: 'ms', records: 1 }] } });
    const { job_id: id } = await answered(client.api.POST('/api/v1/query/jobs', { body }));
    await eventually(async () => {
      const job = await answered(client.api.GET('/api/v1/query/jobs/{id}', { params: { path: { id } } }));
      expect(job).toMatchObject({ state: 'done' });
    });
    const results = await client.get<{ rows: unknown[][] }>(`/api/v1/query/jobs/${id}/results`);
    expect(results.body.rows).toEqual([[160]]);
  });

  it('is found by what it says in lists, histograms and statistics, and by no comparison of numbers', async () => {
    const over = [{ field: 'ms', op: '>' as const, value: '50' }];
    const items = async (filters: { field: string; op: '=' | '>'; value: string }[]) => {
      const page = await answered(
        client.api.POST('/api/v1/web/logs', { body: { ...window, stream: 'one_odd', filters, limit: 100 } }),
      );
      return (page.items as { body: string }[]).map(({ body }) => body).sort();
    };
    expect(await items(over)).toEqual(['60', '70']);
    expect(await items([{ field: 'ms', op: '=', value: 'n/a' }])).toEqual(['odd']);
    const { buckets } = await answered(
      client.api.POST('/api/v1/web/histogram', { body: { ...window, stream: 'one_odd', filters: over } }),
    );
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    const body = { ...window, stream: 'one_odd', field: 'ms' };
    expect(await answered(client.api.POST('/api/v1/web/field_statistics', { body }))).toMatchObject({
      count: 5,
      distinct: 5,
      min: '10',
      max: '70',
    });
  });

  it('keeps the type that was declared, where most records have another', async () => {
    const streams = await answered(client.api.GET('/api/v1/streams', { params: { query: { q: 'one_odd' } } }));
    const token = await client.product.ownerToken();
    const fields = [{ name: 'ms', data_type: 'utf8' }];
    const put = await client.call(`PUT /streams/${streams[0]!.id}/schema`, { token, body: { fields } });
    expect(put.status).toBe(200);
    const { rows, unfit_fields } = await answered(query('select max(ms) from logs.one_odd'));
    expect([rows, unfit_fields]).toEqual([[['n/a']], undefined]);
  });
});

describe('what senders say beside a value (INTAKE-14, INTAKE-15)', () => {
  const micros = start + 2_000_000;
  const nanos = (rest: number) => BigInt(micros) * 1_000n + BigInt(rest);
  const date = (fraction: string) => new Date(micros / 1_000).toISOString().replace(/\.\d+Z$/, `.${fraction}Z`);

  it('of a metric has columns: description, flags, exemplars, schemas', async () => {
    const exemplar = { timeUnixNano: `${nanos(7)}`, asInt: '9007199254740993', spanId: 'ab'.repeat(8) };
    const point = { timeUnixNano: `${nanos(0)}`, asInt: '9007199254740993', exemplars: [exemplar] };
    const sum = {
      aggregationTemporality: 2,
      isMonotonic: true,
      dataPoints: [point, { timeUnixNano: `${nanos(1)}`, flags: 1 }],
    };
    const metrics = [
      { name: 'said', description: 'what it is', sum },
      { name: 'summed', summary: { dataPoints: [{ timeUnixNano: `${nanos(2)}`, count: '3' }] } },
    ];
    const scopeMetrics = [{ schemaUrl: 'https://of.scope', metrics }];
    const body = { resourceMetrics: [{ schemaUrl: 'https://of.resource', scopeMetrics }] };
    expect(await send('said', '/v1/metrics', body)).toBe(200);
    const columns =
      'metric_type, temporality, monotonic, metric_description, value, value_int::varchar, sum, flags, schema_url, resource_schema_url';
    const schemas = ['https://of.scope', 'https://of.resource'];
    await eventually(async () =>
      expect(await rowsOf(`select ${columns} from metrics.said order by time_unix_nano`)).toEqual([
        ['sum', 'cumulative', true, 'what it is', 9_007_199_254_740_992, '9007199254740993', null, null, ...schemas],
        ['sum', 'cumulative', true, 'what it is', null, null, null, 1, ...schemas],
        ['summary', null, null, null, null, null, 0, null, ...schemas],
      ]),
    );
    const read = `select exemplars->>'$[0].asInt', exemplars->>'$[0].spanId', exemplars->>'$[0].timeUnixNano' from metrics.said`;
    expect(await rowsOf(`${read} where exemplars is not null`)).toEqual([
      ['9007199254740993', 'ab'.repeat(8), String(nanos(7))],
    ]);
  });

  it('of the time of a log record is kept to the nanosecond, from every sender', async () => {
    const otlp = { timeUnixNano: `${nanos(1)}`, body: { stringValue: 'otlp' }, droppedAttributesCount: 4 };
    expect(await send('said', '/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [otlp] }] }] })).toBe(200);
    const loki = { streams: [{ stream: { job: 'j' }, values: [[String(nanos(2)), 'loki']] }] };
    expect(await send('said', '/api/v1/loki/api/v1/push', loki)).toBe(204);
    const native = [
      { body: 'native', time_unix_nano: String(nanos(3)) },
      { body: 'timestamp', timestamp: date('123456') },
      { body: 'time', time: micros / 1_000_000 },
      { body: '@timestamp', '@timestamp': date('123456789') },
      { body: 'no time', time: 12, timestamp: 'yesterday' },
    ];
    expect(await send('said', '/api/v1/ingest/logs/said', native)).toBe(200);
    const second = BigInt(Math.floor(micros / 1_000_000)) * 1_000_000_000n;
    await eventually(async () =>
      expect(await rowsOf('select body, time_unix_nano::varchar from logs.said order by body')).toEqual(
        [
          ['@timestamp', second + 123_456_789n],
          ['loki', nanos(2)],
          ['native', nanos(3)],
          ['no time', expect.any(String)],
          ['otlp', nanos(1)],
          ['time', nanos(0)],
          ['timestamp', second + 123_456_000n],
        ].map(([body, time]) => [body, typeof time === 'bigint' ? String(time) : time]),
      ),
    );
    const received = await rowsOf(`select _timestamp > ${micros} from logs.said where body = 'no time'`);
    expect(received).toEqual([[true]]);
    const dropped = 'select body from logs.said where dropped_attributes_count = 4';
    expect(await rowsOf(dropped)).toEqual([['otlp']]);
  });
});
