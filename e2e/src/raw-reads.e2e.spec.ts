/** Reads of stored telemetry right behind the 200 of intake: they say what they lack, and wait for it when they are asked to. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const WAIT_FOR_MS = 30_000;
const HOUR_MICROS = 3_600_000_000;
const now = Date.now() * 1_000;
const time_range = { start: now - HOUR_MICROS, end: now + HOUR_MICROS };
const window = { from: time_range.start, to: time_range.end };
const patiently = { ...window, wait_for: WAIT_FOR_MS };

let client: Client<Tenant>;
let sent = 0;

beforeAll(async () => {
  client = await Client.join();
});

async function send(change: object = {}): Promise<void> {
  expect(await client.send([serverSpan(now, change)], { 'service.name': 'shop' })).toBe(200);
  sent++;
}

async function sendLog(body: string): Promise<void> {
  const logRecords = [{ timeUnixNano: `${now}000`, body: { stringValue: body }, traceId: 'cd'.repeat(16) }];
  const response = await fetch(`${client.product.baseUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.intakeToken}` },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  });
  expect([response.status, await response.text()]).toEqual([200, '{}']);
}

const query = (statement: string, more: { wait_for?: number; time_range?: typeof time_range } = {}) =>
  client.api.POST('/api/v1/query', { body: { language: 'sql', statement, time_range, ...more } });
const COUNT = 'select count(*) from traces."default"';

describe('a read right behind the answer of intake', () => {
  it('that waits has everything, in each form (QUERY-17)', async () => {
    await send();
    const rows = await answered(query(COUNT, { wait_for: WAIT_FOR_MS }));
    expect([rows.rows, rows.partial]).toEqual([[[sent]], undefined]);
    expect(rows.stored_to_micros).toBeGreaterThan(now);
    const traceId = 'cd'.repeat(16);
    await send({ traceId });
    const path = { trace_id: traceId };
    const trace = await answered(
      client.api.GET('/api/v1/traces/{trace_id}', { params: { path, query: { wait_for: WAIT_FOR_MS } } }),
    );
    expect(trace).toMatchObject({ span_count: 1, partial: false, stored_to_micros: expect.any(Number) as number });
    await send();
    const list = await answered(
      client.api.GET('/api/v1/web/traces', { params: { query: { ...patiently, limit: 100 } } }),
    );
    expect([list.items.length, list.partial]).toEqual([sent, undefined]);
    await sendLog('one');
    const logs = await answered(client.api.POST('/api/v1/web/logs', { body: patiently }));
    expect(logs.items).toMatchObject([{ body: 'one' }]);
    await sendLog('two');
    const ofTrace = await answered(
      client.api.GET('/api/v1/traces/{trace_id}/logs', { params: { path, query: { wait_for: WAIT_FOR_MS } } }),
    );
    expect(ofTrace.items).toHaveLength(2);
    await sendLog('three');
    const asked = { ...patiently, stream: 'default' };
    const statistics = await answered(
      client.api.POST('/api/v1/web/field_statistics', { body: { ...asked, field: 'body' } }),
    );
    expect(statistics.count).toBe(3);
    await sendLog('four');
    const { buckets } = await answered(client.api.POST('/api/v1/web/histogram', { body: asked }));
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    await sendLog('five');
    const moment = { stream: 'default', event_timestamp_us: now, wait_for: WAIT_FOR_MS };
    const around = await answered(client.api.POST('/api/v1/query/search_around', { body: moment }));
    expect(around.after.rows).toHaveLength(5);
  });

  it('that waits has everything as a stream and as a search job (QUERY-17)', async () => {
    await send();
    const parameters = { sql: COUNT, from: String(window.from), to: String(window.to), wait_for: String(WAIT_FOR_MS) };
    const response = await fetch(`${client.product.baseUrl}/api/v1/query/stream?${new URLSearchParams(parameters)}`, {
      headers: { authorization: `Bearer ${client.product.readToken}` },
    });
    const [row, meta] = (await response.text()).trimEnd().split('\n');
    expect(Object.values(JSON.parse(row!) as object)).toEqual([sent]);
    expect((JSON.parse(meta!) as { __meta__: object }).__meta__).toHaveProperty('stored_to_micros');
    await send();
    const body = { language: 'sql' as const, statement: COUNT, time_range, wait_for: WAIT_FOR_MS };
    const { job_id: id } = await answered(client.api.POST('/api/v1/query/jobs', { body }));
    const path = { id };
    await eventually(async () => {
      const job = await answered(client.api.GET('/api/v1/query/jobs/{id}', { params: { path } }));
      expect(job).toMatchObject({ state: 'done', stored_to_micros: expect.any(Number) as number });
    });
    const results = await answered(client.api.GET('/api/v1/query/jobs/{id}/results', { params: { path } }));
    expect(results.rows).toEqual([[sent]]);
  });

  it('that does not wait says that something is not stored whenever it lacks something, and only then of its range (QUERY-16)', async () => {
    const earlier = { start: time_range.start, end: now - 1 };
    await eventually(async () => {
      await send();
      const [answer, ofBefore] = await Promise.all([
        answered(query(COUNT)),
        answered(query(COUNT, { time_range: earlier })),
      ]);
      expect([ofBefore.rows, ofBefore.partial]).toEqual([[[0]], undefined]);
      // One that had it already lacks nothing: then the next one is sent.
      expect(answer).toMatchObject({ partial: true, partial_reason: 'not_stored' });
    });
    expect((await answered(query(COUNT, { wait_for: WAIT_FOR_MS }))).rows).toEqual([[sent]]);
  });

  it.each([-1, 30_001, 1.5])('that would wait for %d ms is refused', async (wait_for) => {
    expect((await query(COUNT, { wait_for })).response.status).toBe(400);
    const { status } = await client.get(`/api/v1/web/traces?wait_for=${wait_for}`);
    expect(status).toBe(400);
  });
});
