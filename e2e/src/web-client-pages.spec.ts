/** What an independent web client of this API family reads of the answers behind its pages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const MINUTE = 60_000_000;

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
  const start = Date.now() * 1_000 - 2 * MINUTE;
  const call = { kind: 3, attributes: [{ key: 'server.address', value: { stringValue: 'warehouse' } }] };
  await client.send([serverSpan(start), serverSpan(start, call)], { 'service.name': 'shop' });
  await eventually(async () => {
    const { items } = await answered(client.api.GET('/api/v1/streams/runtime'));
    expect(items.find(({ name }) => name === 'default')?.rows).toBe(2);
  });
});

describe('the page of a stream', () => {
  it('finds what came into it lately, in the words of its client', async () => {
    const runtime = await answered(
      client.api.GET('/api/v1/streams/runtime', { params: { query: { window_secs: 3_600, bucket_count: 6 } } }),
    );
    expect(runtime.window_end_micros - runtime.window_start_micros).toBe(3_600_000_000);
    expect(runtime).toMatchObject({ window_secs: 3_600, bucket_secs: 600 });
    const stream = runtime.streams.find(({ name }) => name === 'default')!;
    expect(stream).toMatchObject({ stream_type: 'traces', status: 'healthy', rows: 2, stats_available: true });
    expect(stream.stored_bytes).toBeGreaterThan(0);
    expect(stream.current_stored_bytes).toBe(stream.stored_bytes);
    expect(stream.first_received_at_micros).toBeLessThanOrEqual(runtime.generated_at_micros);
    expect(stream.last_received_at_micros).toBeLessThanOrEqual(runtime.generated_at_micros);
    expect(stream.buckets.map(({ rows }) => rows)).toEqual([0, 0, 0, 0, 0, 2]);
    expect(stream.buckets.map(({ start_micros }) => start_micros).slice(1)).toEqual(
      stream.buckets.map(({ end_micros }) => end_micros).slice(0, -1),
    );
    expect(stream.buckets.at(-1)).toMatchObject({
      stored_bytes: stream.stored_bytes,
      end_micros: runtime.window_end_micros,
    });
  });
});

describe('the first screen', () => {
  it('shows what came in lately over all streams', async () => {
    const overview = await answered(
      client.api.GET('/api/v1/home/overview', { params: { query: { window_secs: 3_600, bucket_count: 6 } } }),
    );
    expect(overview.window.end_micros - overview.window.start_micros).toBe(3_600_000_000);
    expect(overview).toMatchObject({
      ingest_status: 'healthy',
      probe_reason: null,
      ingested_bytes: null,
      compression_savings_ratio: null,
      attention_streams: 0,
      stats_probe: { succeeded: overview.total_streams, total: overview.total_streams },
    });
    expect(overview.rows).toBe(overview.streams.reduce((sum, { rows }) => sum + rows, 0));
    expect(overview.buckets.reduce((sum, { rows }) => sum + rows, 0)).toBe(overview.rows);
    expect(overview.signals.map(({ stream_type }) => stream_type)).toEqual(['logs', 'metrics', 'traces']);
    expect(overview.signals.find(({ stream_type }) => stream_type === 'traces')).toMatchObject({ status: 'healthy' });
    expect(overview.streams.find(({ name }) => name === 'default')).toMatchObject({ status: 'healthy' });
  });

  it('is refused outside the bounds of its window, and without the permission to read streams', async () => {
    expect((await client.get('/api/v1/home/overview?window_secs=60')).status).toBe(400);
    expect((await client.get('/api/v1/home/overview', client.product.intakeToken)).status).toBe(403);
  });
});

describe('the map on the page of traces', () => {
  it('has the figures of the service graph as nodes and edges', async () => {
    const now = Date.now();
    const range = { from: new Date(now - 600_000).toISOString(), to: new Date(now + 60_000).toISOString() };
    const { nodes, edges } = await answered(client.api.GET('/api/v1/web/topology', { params: { query: range } }));
    const idOf = (name: string) => nodes.find((node) => node.name === name)!.id;
    expect(nodes.find(({ name }) => name === 'shop')).toMatchObject({ error_rate: 0, p95_ms: 20 });
    expect(edges).toEqual([
      { source: idOf('shop'), target: idOf('warehouse'), rps: expect.any(Number), err_rate: 0, p95_ms: 20 },
    ]);
    expect(edges[0].rps).toBeGreaterThan(0);
    expect(nodes.find(({ name }) => name === 'warehouse')).toMatchObject({ rps: edges[0].rps, span_count: 1 });
  });

  it('takes moments of RFC 3339 alone', async () => {
    for (const from of ['1763000000000000', '2026-01-01', 'yesterday'])
      expect((await client.get(`/api/v1/web/topology?from=${from}`)).status).toBe(400);
  });
});

describe('the list of streams', () => {
  it('has the columns of the log last and marked, so that those shown first say something', async () => {
    const streams = await answered(client.api.GET('/api/v1/streams'));
    const { fields } = streams.find(({ name }) => name === 'default')!.schema;
    expect(fields.slice(0, 2).map(({ name }) => name)).toEqual(['_timestamp', '_late']);
    const internal = ['_shard', '_epoch', '_seq', '_slice', '_index'];
    expect(fields.slice(-5).map(({ name }) => name)).toEqual(internal);
    expect(fields.filter((field) => field.internal).map(({ name }) => name)).toEqual(internal);
  });
});

describe('the link to a comparison', () => {
  it('has the version that came last as its candidate, though the one before still runs', async () => {
    const start = Date.now() * 1_000 - 5 * MINUTE;
    const of = (version: string) => ({ 'service.name': 'rollout', 'service.version': version });
    await client.send([serverSpan(start), serverSpan(start + 3 * MINUTE)], of('1'));
    await client.send([serverSpan(start + MINUTE)], of('2'));
    await eventually(async () => {
      const path = { path: { service: 'rollout' } };
      const { versions, red } = await answered(client.api.GET('/api/v1/apm/services/{service}', { params: path }));
      expect(red.request_count).toBe(3);
      expect(versions.map(({ version }) => version)).toEqual(['2', '1']);
    });
  });
});

describe('the settings of a stream', () => {
  const field = { data_type: 'utf8' as const, nullable: true, encrypted: false as const, exact: false };
  const settings = {
    description: 'orders',
    queryable: true,
    index_rules: [{ field: 'user', index_type: 'bloom' }],
    keep_conditions: [{ name: 'errors', expression: "level = 'error'", enabled: true }],
    enable_distinct_values: true,
    store_original_data: false,
    use_stream_stats_for_partitioning: false,
  };
  const ask = (name: string, hours = 1) => {
    const end = Date.now() * 1_000;
    const range = { start: end - hours * 60 * MINUTE, end };
    const body = { language: 'sql', statement: `select count(*) from logs."${name}"`, time_range: range };
    return client.call<{ error: string; message: string }>('POST /query', { token: client.product.readToken, body });
  };

  it('are taken and kept as the client sends them', async () => {
    const token = await client.product.ownerToken();
    const body = { name: 'kept', stream_type: 'logs', settings, fields: [{ ...field, name: 'user', indexed: true }] };
    const made = await client.call<{ id: string }>('POST /streams', { token, body });
    expect([made.status, made.body]).toMatchObject([200, { settings }]);
    const changed = await client.call<{ schema: { fields: object[] } }>(`PUT /streams/${made.body.id}/settings`, {
      token,
      body: { settings: { ...settings, flatten_level: 3 }, fields: [{ ...field, name: 'user' }] },
    });
    expect([changed.status, changed.body]).toMatchObject([200, { settings: { flatten_level: 3 } }]);
    expect(changed.body.schema.fields).toContainEqual(expect.objectContaining({ name: 'user', indexed: true }));
    const secret = { fields: [{ ...field, name: 'card', encrypted: true }] };
    expect((await client.call(`PUT /streams/${made.body.id}/settings`, { token, body: secret })).status).toBe(400);
  });

  it('have their effect on statements that name the stream', async () => {
    const token = await client.product.ownerToken();
    const body = { name: 'closed', stream_type: 'logs', settings: { max_query_range_hours: 2 } };
    const { body: made } = await client.call<{ id: string }>('POST /streams', { token, body });
    expect((await ask('closed')).status).toBe(200);
    expect((await ask('closed', 3)).body.message).toContain('at most 2 h');
    await client.call(`PUT /streams/${made.id}/settings`, { token, body: { settings: { queryable: false } } });
    const refused = await ask('closed');
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain('set not to be queried');
  });
});
