/** Requests as the senders of the push formats make them, from the gateway to a query: found, and found once. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UsageDay } from '@spanwise/contracts/telemetry/usage';
import { eventually } from '@spanwise/testing/eventually';
import { Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const SENT_MS = Date.now() - 60_000;
const SENT = new Date(SENT_MS).toISOString();
const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64');
const frame = (message: string) => `${Buffer.byteLength(message)} ${message}`;

interface PushFormat {
  kind: string;
  path: string;
  headers: Record<string, string>;
  /** Header that carries the connector's token, as the sender can be configured to. */
  credential: (token: string) => Record<string, string>;
  body: string | Buffer;
  /** Bodies of the records, and one attribute of the first. */
  found: string[];
  attribute: [name: string, value: string];
}

const CLOUD_WATCH = {
  messageType: 'DATA_MESSAGE',
  owner: '123456789012',
  logGroup: '/aws/lambda/orders',
  logStream: '2026/11/21/[$LATEST]4c1f',
  subscriptionFilters: ['all'],
  logEvents: [
    { id: '38601', timestamp: SENT_MS, message: 'START RequestId: 8f5' },
    { id: '38602', timestamp: SENT_MS + 1, message: 'END RequestId: 8f5' },
  ],
};

const FORMATS: PushFormat[] = [
  {
    kind: 'aws_kinesis_firehose',
    path: '_kinesis_firehose',
    headers: {
      'content-type': 'application/json',
      'x-amz-firehose-protocol-version': '1.0',
      'x-amz-firehose-request-id': 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
      'x-amz-firehose-source-arn': 'arn:aws:firehose:eu-central-1:123456789012:deliverystream/logs',
      'user-agent': 'Amazon Kinesis Data Firehose Agent/1.0',
    },
    credential: (token) => ({ 'x-amz-firehose-access-key': token }),
    body: JSON.stringify({
      requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
      timestamp: SENT_MS,
      records: [
        { data: base64(gzipSync(JSON.stringify(CLOUD_WATCH))) },
        { data: base64('{"message":"a plain record"}') },
      ],
    }),
    found: ['END RequestId: 8f5', 'START RequestId: 8f5', 'a plain record'],
    attribute: ['aws.log.group.name', '/aws/lambda/orders'],
  },
  {
    kind: 'cloudflare_logpush',
    path: '_cloudflare',
    headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'user-agent': 'Go-http-client/1.1' },
    credential: (token) => ({ 'x-connector-token': token }),
    body: gzipSync(
      `${JSON.stringify({ ClientIP: '192.0.2.7', EdgeStartTimestamp: SENT, EdgeResponseStatus: 503, message: 'GET /a' })}\n${JSON.stringify({ ClientIP: '192.0.2.8', EdgeStartTimestamp: SENT, EdgeResponseStatus: 200, message: 'GET /b' })}\n`,
    ),
    found: ['GET /a', 'GET /b'],
    attribute: ['ClientIP', '192.0.2.7'],
  },
  {
    kind: 'heroku_drain',
    path: '_heroku',
    headers: {
      'content-type': 'application/logplex-1',
      'logplex-msg-count': '2',
      'logplex-frame-id': '4A9B0A1C7E',
      'logplex-drain-token': 'd.73ea7440-270a-435a-a0ea-adf50b4e5f5a',
      'user-agent': 'Logplex/v72',
    },
    credential: (token) => ({ authorization: `Basic ${base64(`spanwise:${token}`)}` }),
    body: `${frame(`<40>1 ${SENT} host app web.3 - State changed from starting to up\n`)}${frame(`<158>1 ${SENT} host heroku router - at=info method=GET path="/fäil"\n`)}`,
    found: ['State changed from starting to up', 'at=info method=GET path="/fäil"'],
    attribute: ['syslog.procid', 'web.3'],
  },
  {
    kind: 'elasticsearch_bulk',
    path: '_bulk',
    headers: { 'content-type': 'application/x-ndjson', 'user-agent': 'Fluent-Bit' },
    credential: (token) => ({ authorization: `Basic ${base64(`fluent:${token}`)}` }),
    body: `{"create":{"_index":"push_elasticsearch_bulk"}}\n{"@timestamp":"${SENT}","log":"one","kubernetes":{"pod_name":"orders-1"},"stream":"stdout"}\n{"create":{"_index":"push_elasticsearch_bulk"}}\n{"@timestamp":"${SENT}","log":"two","stream":"stderr"}\n`,
    found: ['one', 'two'],
    attribute: ['stream', 'stdout'],
  },
  {
    kind: 'loki_push',
    path: 'loki/api/v1/push',
    headers: { 'content-type': 'application/json', 'user-agent': 'Fluent-Bit' },
    credential: (token) => ({ authorization: `Basic ${base64(`fluent:${token}`)}` }),
    body: JSON.stringify({
      streams: [
        {
          stream: { job: 'fluent-bit', service_name: 'orders', level: 'warn' },
          values: [
            [`${SENT_MS}000000`, 'slow order'],
            [`${SENT_MS}000001`, 'slower order'],
          ],
        },
      ],
    }),
    found: ['slow order', 'slower order'],
    attribute: ['job', 'fluent-bit'],
  },
];

const streamOf = ({ kind }: PushFormat): string => `push_${kind}`;

let client: Client<Tenant>;
let owner: string;

beforeAll(async () => {
  client = await Client.join();
  owner = await client.product.ownerToken();
});

async function connect(format: PushFormat): Promise<(change?: Record<string, string>) => Promise<number>> {
  const { status, body } = await client.call<{ push_token: string }>('POST /connectors', {
    token: owner,
    body: { name: format.kind, kind: format.kind, target_stream: streamOf(format) },
  });
  expect(status).toBe(201);
  return async (change = {}) => {
    const response = await fetch(`${client.product.baseUrl}/api/v1/${format.path}`, {
      method: 'POST',
      headers: { ...format.headers, ...format.credential(body.push_token), ...change },
      body: typeof format.body === 'string' ? format.body : new Uint8Array(format.body),
    });
    await response.arrayBuffer();
    return response.status;
  };
}

async function rowsOf(format: PushFormat, columns: string): Promise<unknown[][]> {
  const { status, body } = await client.call<{ rows: unknown[][] }>('POST /query', {
    token: owner,
    body: {
      language: 'sql',
      statement: `select ${columns} from logs."${streamOf(format)}" order by 1`,
      time_range: { start: (SENT_MS - 60_000) * 1_000, end: (Date.now() + 60_000) * 1_000 },
    },
  });
  return status === 200 ? body.rows : [];
}

describe('a recorded request', () => {
  it.each(FORMATS.map((format) => [format.kind, format] as const))(
    'of %s is found by a query, once, however often it is delivered',
    async (_, format) => {
      const push = await connect(format);
      const statuses = [await push(), ...(await Promise.all([push(), push()])), await push()];
      expect(new Set(statuses).size).toBe(1);
      expect([200, 204]).toContain(statuses[0]);
      await eventually(async () => {
        expect((await rowsOf(format, 'body')).flat()).toEqual(format.found);
      });
      const [name, value] = format.attribute;
      expect((await rowsOf(format, `"${name}"`)).flat()).toContain(value);
      expect((await rowsOf(format, 'count(*)')).flat()).toEqual([format.found.length]);
    },
  );
});

describe('the usage of the day', () => {
  it('has the bytes, the records and the queries', async () => {
    const records = FORMATS.reduce((sum, { found }) => sum + found.length, 0);
    await eventually(async () => {
      const { body } = await client.call<UsageDay[]>('GET /billing/usage', { token: owner });
      const sum = (amount: (day: UsageDay) => number) => body.reduce((all, day) => all + amount(day), 0);
      expect([sum(({ logs }) => logs.counted), sum(({ logs }) => logs.received)]).toEqual([records, 4 * records]);
      expect(sum(({ bytes }) => bytes)).toBeGreaterThan(0);
      expect(sum(({ queries }) => queries)).toBeGreaterThanOrEqual(3 * FORMATS.length);
    });
  });
});
