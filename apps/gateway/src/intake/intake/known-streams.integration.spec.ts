import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { INVALIDATION_SUBJECT, type Invalidation } from '@spanwise/contracts/authz/invalidation';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, TestGateway } from '../../gateway.fixture.js';

const LIMITS = {
  SPANWISE_NEW_STREAMS_PER_REQUEST: '3',
  SPANWISE_NEW_STREAMS_PER_MINUTE: '5',
  SPANWISE_STREAMS_PER_ORGANIZATION: '1000',
};
const DAY_MS = 86_400_000;
const ORGANIZATIONS = Array.from({ length: 20 }, (_, at) => `00000000-0000-7000-8000-0000000001${10 + at}`);

const contextOf = (organization_id: string) => contextWith({ organization_id });
let spans = 0;
const span = (ageDays: number) => ({
  traceId: String(++spans).padStart(32, '1'),
  spanId: String(spans).padStart(16, '2'),
  name: 'GET /',
  kind: 2,
  startTimeUnixNano: nanos(ageDays),
  endTimeUnixNano: nanos(ageDays),
});

const gateway = await TestGateway.start(LIMITS);
afterAll(() => gateway.stop());
/** What the catalogue has: `kept` for 30 days, `brief` for one. */
const catalogue = {
  streams: [
    ['kept', 30],
    ['brief', 1],
  ] as [string, number][],
  total: 2,
};
await gateway.answer('svc.apm.streams.known', catalogue);
let token: string;
let organizationId: string;
beforeEach(async () => {
  catalogue.total = 2;
  await gateway.emptyLog();
  await gateway.sendHeartbeat();
  organizationId = ORGANIZATIONS.shift()!;
  token = gateway.iam.admit(contextOf(organizationId));
});

async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' || body instanceof Uint8Array;
  const response = await gateway.fetch(path, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json', ...headers },
    body: text ? (body as string) : JSON.stringify(body),
  });
  const answer = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: answer };
}

const logged = async () => (await gateway.logged()).flat().map(({ stream }) => stream);
const nanos = (ageDays: number) => `${Date.now() - ageDays * DAY_MS}000000`;
const logs = (count = 1, ageDays = 0) => ({
  resourceLogs: [
    {
      scopeLogs: [
        {
          logRecords: Array.from({ length: count }, () => ({
            timeUnixNano: nanos(ageDays),
            body: { stringValue: 'x' },
          })),
        },
      ],
    },
  ],
});
const write = (names: readonly string[], atMs = Date.now()) =>
  send(
    '/api/v1/prometheus/api/v1/write',
    new Uint8Array(
      snapped(writeRequest(names.map((__name__) => series({ __name__ }, [{ value: 1, timestamp: atMs }])))),
    ),
    { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' },
  );

describe('a request that names more new streams than one may make', () => {
  it('of remote write makes some, takes what there is, and reports the others', async () => {
    const { status, text } = await write(['a', 'b', 'c', 'd', 'kept', 'e']);
    expect([status, JSON.parse(text)]).toEqual([
      400,
      expect.objectContaining({
        message:
          '4 samples taken, 2 rejected: a request makes at most 3 new streams (2 in all, the first in the series 3).',
      }),
    ]);
    expect(await logged()).toEqual(['a', 'b', 'c', 'kept']);
  });

  it('of bulk names it at each record', async () => {
    const lines = ['a', 'b', 'c', 'd', 'kept'].flatMap((_index) => [{ index: { _index } }, { message: 'x' }]);
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const { text } = await send('/api/v1/_bulk', body, { 'content-type': 'application/x-ndjson' });
    const { errors, items } = JSON.parse(text) as { errors: boolean; items: { index: { status: number } }[] };
    expect([errors, items.map(({ index }) => index.status)]).toEqual([true, [201, 201, 201, 400, 201]]);
    expect(await logged()).toEqual(['a', 'b', 'c', 'kept']);
  });
});

describe('an organization that makes more streams in a minute than it may', () => {
  const five = async () => {
    for (const at of [1, 2, 3, 4, 5])
      expect(await send('/v1/logs', logs(), { 'stream-name': `new-${at}` })).toMatchObject({ status: 200, text: '{}' });
  };

  it('says so in the way of each protocol, and others and what there is are taken', async () => {
    await five();
    const reason = 'an organization makes at most 5 new streams a minute';
    const otlp = await send('/v1/logs', logs(2), { 'stream-name': 'new-6' });
    expect([otlp.status, JSON.parse(otlp.text)]).toEqual([
      200,
      { partialSuccess: { rejectedLogRecords: '2', errorMessage: `2 rejected: ${reason}` } },
    ]);
    const native = await send('/api/v1/ingest/logs/new-7', [{ body: 'x' }]);
    expect(JSON.parse(native.text)).toEqual({ accepted: 0, rejected: 1, errors: [{ index: 0, reason }] });
    const remote = await write(['new_8', 'kept']);
    expect([remote.status, Number(remote.retryAfter) > 0]).toEqual([429, true]);
    const loki = await send(
      '/api/v1/loki/api/v1/push',
      { streams: [{ stream: { a: 'b' }, values: [[nanos(0), 'x']] }] },
      { 'stream-name': 'new-9' },
    );
    expect([loki.status, loki.text.includes(reason)]).toEqual([429, true]);
    expect((await send('/v1/logs', logs(), { 'stream-name': 'new-5' })).text).toBe('{}');
    expect((await logged()).slice(5)).toEqual(['kept', 'new-5']);
    token = gateway.iam.admit(contextOf(ORGANIZATIONS.shift()!));
    expect((await send('/v1/logs', logs(), { 'stream-name': 'new-6' })).text).toBe('{}');
  });

  it('is not remembered once it is deleted', async () => {
    await five();
    const word: Invalidation = { organization_id: organizationId, deleted: true };
    gateway.connection.publish(INVALIDATION_SUBJECT, JSON.stringify(word));
    await eventually(async () => {
      expect((await send('/v1/logs', logs(), { 'stream-name': 'new-6' })).text).toBe('{}');
    });
  });

  it('is counted once for a stream that many requests at once name, and not for rejected records', async () => {
    for (let at = 0; at < 10; at++)
      expect((await send(`/api/v1/ingest/logs/none-${at}`, [7])).text).toContain('not a JSON object');
    await Promise.all(Array.from({ length: 20 }, () => send('/v1/logs', logs(), { 'stream-name': 'one' })));
    expect((await logged()).length).toBe(20);
    for (const name of ['two', 'three', 'four', 'five'])
      expect((await send('/v1/logs', logs(), { 'stream-name': name })).text).toBe('{}');
    expect((await send('/v1/logs', logs(), { 'stream-name': 'six' })).text).toContain('rejectedLogRecords');
  });
});

it('an organization that has as many streams as it may makes no more', async () => {
  catalogue.total = 1_000;
  const { text } = await send('/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans: [span(0)] }] }] });
  expect(JSON.parse(text)).toEqual({
    partialSuccess: {
      rejectedSpans: '1',
      errorMessage: '1 rejected: the organization has 1000 streams, which is as many as it may have',
    },
  });
  expect((await send('/v1/logs', logs(), { 'stream-name': 'kept' })).text).toBe('{}');
});

it('refusals of streams are counted', async () => {
  const metrics = await (await gateway.fetch('/metrics')).text();
  for (const outcome of ['made', 'refused'])
    expect(metrics).toMatch(new RegExp(`spanwise_intake_new_streams_total\\{outcome="${outcome}"\\} [1-9]`));
});

describe('records that retention would drop at once', () => {
  it('are rejected with their count, and the others are taken', async () => {
    const both = { resourceLogs: [...logs(2, 3).resourceLogs, ...logs(1).resourceLogs] };
    expect(JSON.parse((await send('/v1/logs', both, { 'stream-name': 'brief' })).text)).toEqual({
      partialSuccess: {
        rejectedLogRecords: '2',
        errorMessage: '2 rejected: it is older than its stream keeps its records',
      },
    });
    expect((await send('/v1/logs', logs(2, 3), { 'stream-name': 'kept' })).text).toBe('{}');
    const request = { resourceSpans: [{ scopeSpans: [{ spans: [span(60), span(0)] }] }] };
    expect(JSON.parse((await send('/v1/traces', request, { 'stream-name': 'kept' })).text)).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage: '1 rejected: the span is older than its stream keeps its spans',
      },
    });
    const gauge = { metrics: [{ name: 'm', gauge: { dataPoints: [{ timeUnixNano: nanos(60), asInt: '1' }] } }] };
    const metrics = { resourceMetrics: [{ scopeMetrics: [gauge] }] };
    expect((await send('/v1/metrics', metrics, { 'stream-name': 'kept' })).text).toContain('"rejectedDataPoints":"1"');
    const native = await send('/api/v1/ingest/logs/kept', [{ _timestamp: (Date.now() - 31 * DAY_MS) * 1_000 }, {}]);
    expect(JSON.parse(native.text)).toMatchObject({ accepted: 1, rejected: 1, errors: [{ index: 0 }] });
    const remote = await write(['kept', 'brief'], Date.now() - 3 * DAY_MS);
    expect([remote.status, remote.text.includes('1 samples taken, 1 rejected: it is older')]).toEqual([400, true]);
  });
});

it('with no word of the catalogue a stream that may be there is asked to come back, and never refused for good', async () => {
  const alone = await TestGateway.start(LIMITS);
  try {
    await alone.sendHeartbeat();
    const credential = alone.iam.admit();
    const answers = [];
    for (let at = 0; at < 6; at++) {
      const headers = { 'content-type': 'application/json', 'stream-name': `s-${at}` };
      const body = JSON.stringify(logs());
      answers.push((await alone.fetch('/v1/logs', { method: 'POST', token: credential, headers, body })).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 503]);
  } finally {
    await alone.stop();
  }
});
