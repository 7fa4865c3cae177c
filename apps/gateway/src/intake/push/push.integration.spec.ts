import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushGrant, PushKind } from '@spanwise/contracts/iam/push-connectors';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { readNativeLogs } from '@spanwise/otlp/native-records';
import { snapped } from '@spanwise/otlp/remote-write.fixture';
import type { LogRow } from '@spanwise/otlp/telemetry-rows';
import { longestTurn } from '@spanwise/testing/processor-time';
import { contextWith, ORGANIZATION, TestGateway } from '../../gateway.fixture.js';
import { pushRequest } from '../intake/loki-protobuf.fixture.js';

const TOKEN = `swc_${'k'.repeat(43)}`;
let gateway: TestGateway;
let grant: PushGrant;

beforeAll(async () => {
  gateway = await TestGateway.start();
  gateway.connection.subscribe('svc.iam.push_connectors.authenticate', {
    callback: (_, message) => {
      const { token } = (message.json() as { data: { token: string } }).data;
      const refused = { error: { kind: 'unauthorized', message: 'no' } };
      message.respond(JSON.stringify(token === TOKEN ? { data: grant } : refused));
    },
  });
  await gateway.sendHeartbeat();
});
beforeEach(async () => {
  await gateway.emptyLog();
});
afterAll(() => gateway.stop());

async function as(kind: PushKind, change: Partial<PushGrant> = {}): Promise<void> {
  grant = {
    connector_id: '00000000-0000-7000-8000-00000000cccc',
    organization_id: ORGANIZATION,
    kind,
    target_stream: 'edge',
    billing_state: 'active',
    ...change,
  };
  gateway.connection.publish('evt.iam.invalidate', JSON.stringify({ everything: true }));
  await gateway.heard();
}

async function post(
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = { 'x-connector-token': TOKEN },
): Promise<{ status: number; body: Record<string, unknown>; rejected: string | null }> {
  const init = { method: 'POST', body: typeof body === 'string' ? body : new Uint8Array(body), headers };
  const response = await gateway.fetch(`/api/v1/${path}`, init);
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    rejected: response.headers.get('x-rejected-records'),
  };
}

const slices = async (): Promise<LogSlice[]> => (await gateway.logged()).flat();

/** The records of the log, as the store reads them. */
async function rows(): Promise<LogRow[]> {
  const found: LogRow[] = [];
  for (const { bytes, coding } of await slices()) {
    readNativeLogs(coding === 'gzip' ? gunzipSync(bytes) : bytes, (row) => found.push(row));
  }
  return found;
}

const EVENTS = JSON.stringify({
  messageType: 'DATA_MESSAGE',
  logEvents: [
    { id: '1', message: 7 },
    { id: '2', message: 'good' },
  ],
});
const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64');
const SENT_MS = Date.now() - 60_000;
const SENT = new Date(SENT_MS).toISOString();

const FIREHOSE = JSON.stringify({
  requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
  timestamp: SENT_MS,
  records: [
    { data: base64('{"message":"first","level":"info"}\n{"message":"second"}\n') },
    { data: base64('plain text') },
    {
      data: base64(
        gzipSync(
          JSON.stringify({
            messageType: 'DATA_MESSAGE',
            owner: '123',
            logGroup: '/aws/lambda/orders',
            logStream: 's',
            logEvents: [{ id: '1', timestamp: SENT_MS, message: 'third' }],
          }),
        ),
      ),
    },
    { data: base64(gzipSync('{"messageType":"CONTROL_MESSAGE","logEvents":[{"id":"","timestamp":1,"message":"x"}]}')) },
  ],
});
const CLOUDFLARE = `{"ClientIP":"192.0.2.7","EdgeStartTimestamp":"${SENT}","EdgeResponseStatus":200}\n{"RayID":"1","EdgeStartTimestamp":${SENT_MS}000000}\n`;
const frame = (message: string) => `${Buffer.byteLength(message)} ${message}`;
const HEROKU = `${frame(`<40>1 ${SENT} host app web.3 - State changed from starting to up\n`)}${frame(`<43>1 ${SENT} host app router - Fäil\n`)}`;
const BULK = `{"index":{"_index":"orders"}}\n{"@timestamp":"${SENT}","message":"one"}\n{"create":{}}\n{"@timestamp":"${SENT}","msg":"two"}\n`;
const LOKI = JSON.stringify({
  streams: [
    {
      stream: { service_name: 'orders', level: 'warn' },
      values: [
        [`${SENT_MS}000000`, 'one'],
        [`${SENT_MS}000001`, 'two', { trace: 'x', trace_id: 'no id', level: 'error' }],
      ],
    },
  ],
});

const loads = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ nanos: BigInt(SENT_MS) * 1_000_000n + BigInt(n), line: `line ${n}` }));

describe('a request as its sender makes it', () => {
  it.each<[PushKind, string, string, number, string[]]>([
    ['aws_kinesis_firehose', '_kinesis_firehose', FIREHOSE, 200, ['first', 'second', 'plain text', 'third']],
    ['cloudflare_logpush', '_cloudflare', CLOUDFLARE, 204, CLOUDFLARE.trim().split('\n')],
    ['heroku_drain', '_heroku', HEROKU, 204, ['State changed from starting to up', 'Fäil']],
    ['elasticsearch_bulk', '_bulk', BULK, 200, ['one', 'two']],
    ['loki_push', 'loki/api/v1/push', LOKI, 204, ['one', 'two']],
  ])('of %s is in the log, in the connector’s organization and stream', async (kind, path, body, status, bodies) => {
    await as(kind);
    expect((await post(path, body)).status).toBe(status);
    const found = await rows();
    expect(found.map((row) => row.body)).toEqual(bodies);
    expect(Number(found[0]!.timeUnixNanos) / 1e6).toBeCloseTo(SENT_MS, -1);
    expect(new Set((await slices()).map((slice) => `${slice.organizationId} ${slice.stream} ${slice.signal}`))).toEqual(
      new Set([`${ORGANIZATION} edge logs`]),
    );
  });

  it.each<[PushKind, string, string, Record<string, string>]>([
    ['aws_kinesis_firehose', '_kinesis_firehose', FIREHOSE, {}],
    ['cloudflare_logpush', '_cloudflare', CLOUDFLARE, {}],
    ['heroku_drain', '_heroku', HEROKU, { 'logplex-frame-id': 'frame-1' }],
    ['elasticsearch_bulk', '_bulk', BULK, {}],
    ['loki_push', 'loki/api/v1/push', LOKI, {}],
  ])('of %s has the same key when it comes again, compressed or not', async (kind, path, body, headers) => {
    await as(kind);
    await post(path, body, { 'x-connector-token': TOKEN, ...headers });
    await post(path, gzipSync(body), { 'x-connector-token': TOKEN, 'content-encoding': 'gzip', ...headers });
    const keys = (await slices()).map(({ dedupeKey }) => Buffer.from(dedupeKey ?? []).toString('hex'));
    expect(keys.length).toBe(2);
    expect([keys[0]!.length, keys[1]]).toEqual([32, keys[0]]);
  });

  it.each<[string, Record<string, string>]>([
    ['that says that it is snappy', { 'content-encoding': 'snappy' }],
    ['that does not say so', {}],
  ])('of an agent of Loki in protobuf %s is in the log', async (_, headers) => {
    await as('loki_push');
    const body = pushRequest([{ labels: '{service_name="orders"}', entries: loads(3) }]);
    const sent = { 'x-connector-token': TOKEN, 'content-type': 'application/x-protobuf', ...headers };
    expect((await post('loki/api/v1/push', snapped(body), sent)).status).toBe(204);
    const found = await rows();
    expect(found.map((row) => [row.body, row.resource['service.name']])).toEqual(
      ['line 0', 'line 1', 'line 2'].map((line) => [line, 'orders']),
    );
    expect(found[0]!.timeUnixNanos).toBe(BigInt(SENT_MS) * 1_000_000n);
  });

  it('of an agent of Loki may be large, is not taken in another coding, and names what is wrong with it', async () => {
    await as('loki_push');
    const sent = { 'x-connector-token': TOKEN, 'content-type': 'application/x-protobuf' };
    const large = pushRequest([
      { labels: '{a="b"}', entries: loads(40_000) },
      { labels: 'none', entries: loads(2) },
    ]);
    const { status, body } = await post('loki/api/v1/push', snapped(large), sent);
    expect([status, body.message]).toEqual([400, expect.stringContaining('40000 lines taken, 2 rejected: ')]);
    expect(await rows()).toHaveLength(40_000);
    for (const [bytes, coding] of [
      [gzipSync(large), 'gzip'],
      [Buffer.from('hello'), 'snappy'],
    ] as const)
      // prettier-ignore
      expect((await post('loki/api/v1/push', bytes, { ...sent, 'content-encoding': coding })).status).toBe(400);
  });

  it('is answered as its sender expects', async () => {
    await as('aws_kinesis_firehose');
    const answer = await post('_kinesis_firehose', FIREHOSE, { 'x-amz-firehose-access-key': TOKEN });
    expect(answer.body).toMatchObject({ requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f' });
    await as('elasticsearch_bulk');
    const mixed = `${BULK}{"delete":{"_id":"1"}}\n{"index":{}}\nno json\n`;
    const { body } = await post('_bulk', mixed);
    expect((body.items as Record<string, { status: number }>[]).map((item) => Object.entries(item)[0])).toMatchObject([
      ['index', { status: 201 }],
      ['create', { status: 201 }],
      ['delete', { status: 400 }],
      ['index', { status: 400 }],
    ]);
    expect(body.errors).toBe(true);
  });
});

const firehose = (...data: unknown[]) =>
  JSON.stringify({ requestId: 'r', timestamp: SENT_MS, records: data.map((one) => ({ data: one })) });
const entry = (values: unknown) => ({ stream: { service_name: 'orders' }, values });
const loki = (...streams: unknown[]) => JSON.stringify({ streams });
const LINE = [`${SENT_MS}000000`, 'good'];
const GOOD = base64('{"message":"good"}');
const GOOD_FRAME = frame(`<40>1 ${SENT} host app web.3 - good\n`);
const BOMB = base64(gzipSync(Buffer.alloc(4 * 1024 * 1024)));

describe('what is wrong in a delivery is left out and reported, and the good ones are kept (INTAKE-13)', () => {
  it.each<[PushKind, string, string, string, number]>([
    ['cloudflare_logpush', 'a line that is no object', '_cloudflare', '{"message":"good"}\n[1]\n7\n', 2],
    ['cloudflare_logpush', 'a line that is no JSON', '_cloudflare', 'no\n{"message":"good"}\n', 1],
    ['heroku_drain', 'a frame that is no message', '_heroku', `${frame('no syslog')}${GOOD_FRAME}`, 1],
    ['heroku_drain', 'a length that does not hold', '_heroku', `${GOOD_FRAME}9999 <40>1 x`, 1],
    ['heroku_drain', 'something behind its frames', '_heroku', `${GOOD_FRAME}no frames`, 1],
    ['aws_kinesis_firehose', 'a record without data', '_kinesis_firehose', firehose(GOOD, 7, null), 2],
    ['aws_kinesis_firehose', 'data that is not base64', '_kinesis_firehose', firehose('no base64!', GOOD), 1],
    ['aws_kinesis_firehose', 'gzip that is cut off', '_kinesis_firehose', firehose('H4sI', GOOD), 1],
    ['aws_kinesis_firehose', 'a bomb', '_kinesis_firehose', firehose(GOOD, BOMB, GOOD.slice(0, 0)), 1],
    ['aws_kinesis_firehose', 'a log event without message', '_kinesis_firehose', firehose(base64(EVENTS)), 1],
  ])('of %s with %s, in a success that counts it', async (kind, _, path, body, count) => {
    await as(kind);
    const { status, rejected } = await post(path, body);
    expect([status < 300, rejected]).toEqual([true, String(count)]);
    expect((await rows()).map((row) => row.body)).toEqual(['good']);
  });

  it.each<[string, string, number]>([
    ['a line without time', loki(entry([LINE, ['x', 'bad'], LINE])), 1],
    ['a line that is no text', loki(entry([[LINE[0], 7], LINE, LINE])), 1],
    ['values that are none', loki(entry([LINE, null, 'x', {}]), entry([LINE])), 3],
    ['a stream without labels', loki(entry([LINE]), { values: [LINE, LINE] }, entry([LINE])), 2],
    ['a stream without values', loki(entry([LINE]), { stream: {} }, entry([LINE])), 1],
    ['a stream that is none', loki(entry([LINE]), 7, entry([LINE])), 1],
    ['a line of the future', loki(entry([LINE, [`${Date.now() + 900_000}000000`, 'bad'], LINE])), 1],
  ])('of Loki with %s, in a 400 that counts it, as its senders repeat none', async (_, body, count) => {
    await as('loki_push');
    const { status, body: answer } = await post('loki/api/v1/push', body);
    expect([status, answer.message]).toEqual([400, expect.stringContaining(`2 lines taken, ${count} rejected: `)]);
    expect((await rows()).map((row) => row.body)).toEqual(['good', 'good']);
  });

  it('of a bulk at each record, also behind the first hundred', async () => {
    await as('elasticsearch_bulk');
    const bad = '{"index":{}}\nno json\n'.repeat(150);
    const { body } = await post('_bulk', `${BULK}${bad}`);
    const statuses = (body.items as Record<string, { status: number }>[]).map((item) => Object.values(item)[0]!.status);
    expect(statuses).toEqual([201, 201, ...Array.from({ length: 150 }, () => 400)]);
  });

  it('and says 0 where nothing is', async () => {
    await as('cloudflare_logpush');
    expect((await post('_cloudflare', CLOUDFLARE)).rejected).toBe('0');
  });

  it('but for a delivery that becomes more than a body may, which is refused whole', async () => {
    await as('aws_kinesis_firehose');
    const large = base64(
      gzipSync(
        Array.from({ length: 16_500 }, () => `${randomBytes(8).toString('hex')}${'x'.repeat(1_000)}`).join('\n'),
      ),
    );
    expect((await post('_kinesis_firehose', firehose(...Array.from({ length: 5 }, () => large)))).status).toBe(413);
    expect(await slices()).toEqual([]);
  });
});

describe('the credential (INTAKE-6)', () => {
  it.each<[string, Record<string, string>, string]>([
    ['as a header', { 'x-connector-token': TOKEN }, '_heroku'],
    ['as the password of the address', { authorization: `Basic ${base64(`drain:${TOKEN}`)}` }, '_heroku'],
    ['in the query', {}, `_heroku?token=${TOKEN}`],
  ])('is taken %s', async (_, headers, path) => {
    await as('heroku_drain');
    expect((await post(path, HEROKU, headers)).status).toBe(204);
  });

  it.each<[string, PushKind, Record<string, string>]>([
    ['that is none', 'heroku_drain', {}],
    ['that is another', 'heroku_drain', { 'x-connector-token': `swc_${'z'.repeat(43)}` }],
    ['that is no token', 'heroku_drain', { 'x-connector-token': "' or 1=1" }],
    ['of another kind', 'loki_push', { 'x-connector-token': TOKEN }],
    ['of an API token', 'heroku_drain', { authorization: 'Bearer sw_x' }],
  ])('%s is refused before the body is read', async (_, kind, headers) => {
    await as(kind);
    expect((await post('_heroku', HEROKU, headers)).status).toBe(401);
    expect(await slices()).toEqual([]);
  });

  it('writes nothing else and reads nothing', async () => {
    await as('loki_push');
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    expect((await post('traces', '{"resourceSpans":[]}', headers)).status).toBe(401);
    expect((await gateway.fetch('/api/v1/apm/overview', { headers })).status).toBe(401);
  });

  it('of an organization whose service is paused is 402', async () => {
    await as('heroku_drain', { billing_state: 'suspended' });
    expect((await post('_heroku', HEROKU)).status).toBe(402);
  });

  it('may be an API token where clients of the format send one; then the sender names the stream', async () => {
    const authorization = `Bearer ${gateway.iam.admit(contextWith())}`;
    expect((await post('_bulk', BULK, { authorization })).status).toBe(200);
    expect((await post('loki/api/v1/push', LOKI, { authorization })).status).toBe(204);
    expect((await slices()).map(({ stream }) => stream)).toEqual(['orders', 'default', 'default']);
    const reader = gateway.iam.admit(contextWith({ permissions: ['streams.query'] }));
    expect((await post('_bulk', BULK, { authorization: `Bearer ${reader}` })).status).toBe(403);
  });
});

it.each<[PushKind, string, string | Buffer, number]>([
  ['aws_kinesis_firehose', '_kinesis_firehose', '{}', 400],
  ['aws_kinesis_firehose', '_kinesis_firehose', '[', 400],
  ['heroku_drain', '_heroku', '99999 <40>1 short', 400],
  ['heroku_drain', '_heroku', '-1 x', 400],
  ['heroku_drain', '_heroku', 'no frames', 400],
  ['elasticsearch_bulk', '_bulk', '{"update":{}}\n{}\n', 400],
  ['elasticsearch_bulk', '_bulk', '{"index":{}}\n', 400],
  ['loki_push', 'loki/api/v1/push', '{"streams":[{}]}', 400],
  ['loki_push', 'loki/api/v1/push', '['.repeat(100), 413],
])('of %s to %s the body %s is refused', async (kind, path, body, status) => {
  await as(kind);
  expect((await post(path, body)).status).toBe(status);
  expect(await slices()).toEqual([]);
});

it.each<[PushKind, string, string | Buffer]>([
  ['cloudflare_logpush', '_cloudflare', '{x}\n'.repeat(150_000)],
  [
    'aws_kinesis_firehose',
    '_kinesis_firehose',
    JSON.stringify({ requestId: 'r', records: [{ data: Buffer.from('{x}\n'.repeat(150_000)).toString('base64') }] }),
  ],
  ['loki_push', 'loki/api/v1/push', loki(entry(Array.from({ length: 150_000 }, () => [LINE[0], '{x}'])))],
])('a delivery of %s with many odd lines keeps no other request waiting while it is read', async (kind, path, body) => {
  await as(kind);
  const { longestMicros, allMicros } = await longestTurn(() => post(path, body));
  expect(longestMicros).toBeLessThan(allMicros / 3);
});
