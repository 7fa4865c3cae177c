/** What an independent web client of this API family reads of the answers behind its pages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const MINUTE = 60_000_000;

let client: Client<Tenant>;
/** Of the owner, whose account may sign in a few times a minute. */
let token: string;

beforeAll(async () => {
  client = await Client.join();
  token = await client.product.ownerToken();
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
      compression_savings_ratio: null,
      attention_streams: 0,
      stats_probe: { succeeded: overview.total_streams, total: overview.total_streams },
    });
    const { body: usage } = await client.call<{ bytes: number }[]>('GET /billing/usage', { token });
    expect(overview.ingested_bytes).toBe(usage.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(overview.ingested_bytes).toBeGreaterThan(0);
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
    expect(edges[0]!.rps).toBeGreaterThan(0);
    expect(nodes.find(({ name }) => name === 'warehouse')).toMatchObject({ rps: edges[0]!.rps, span_count: 1 });
  });

  it('takes moments of RFC 3339 alone', async () => {
    for (const from of ['1763000000000000', '2026-01-01', 'yesterday'])
      expect((await client.get(`/api/v1/web/topology?from=${from}`)).status).toBe(400);
  });
});

describe('the list of streams', () => {
  it('names no column that only says where a record lies in the log', async () => {
    const streams = await answered(client.api.GET('/api/v1/streams'));
    const { fields } = streams.find(({ name }) => name === 'default')!.schema;
    expect(fields.slice(0, 2).map(({ name }) => name)).toEqual(['_timestamp', '_late']);
    const internal = ['_shard', '_epoch', '_seq', '_slice', '_index'];
    expect(fields.filter(({ name }) => internal.includes(name))).toEqual([]);
  });
});

describe('the sections that the capabilities open', () => {
  it('are those that answer', async () => {
    const { routes } = await answered(client.api.GET('/api/v1/iam/capabilities'));
    const open = routes.filter(({ allowed, path_pattern: path }) => allowed && /^\/(alerts|settings)\//.test(path));
    expect(open.filter(({ path_pattern: path }) => path.includes(':section'))).toEqual([]);
    const asked = ['alerts/escalations', 'alerts/insights', 'alerts/mutes', 'alerts/incidents?scope=all', 'schedules'];
    for (const path of asked) expect([path, (await client.get(`/api/v1/${path}`)).status]).toEqual([path, 200]);
    const sections = ['escalations', 'history', 'insights', 'schedules', 'silences'];
    const paths = open.map(({ path_pattern: path }) => path);
    expect(paths).toEqual(expect.arrayContaining(sections.map((section) => `/alerts/${section}`)));
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

describe('a field of a form that was not filled in, which the client sends as null (API-11)', () => {
  const now = Date.now() * 1_000;
  const statement = 'select count(*) from traces."default"';
  const query = {
    language: 'sql',
    statement,
    time_range: { start: now - MINUTE, end: now },
    stream: null,
    limit: null,
  };
  const unset = { description: null, index_rules: null, retention_filter: null, keep_conditions: null };
  const fixed = { type: 'fixed', start: now, end: now + 60 * MINUTE };
  const ofHours = { timezone: null, weekday_mask: null, hour_start: null, hour_end: null };
  const target = { resource_type: 'stream', resource_id: 'x', organization_id: null, container_type: null };
  const rule = { language: 'sql', statement, period_secs: 60, stream: { name: 'default', stream_type: 'traces' } };

  it.each<[string, object]>([
    ['POST /auth/tokens', { name: 'ci', role_id: null, expires_in_days: null }],
    ['POST /auth/forgot-password', { email: 'unknown@example.org', locale: null }],
    ['POST /invitations', { email: 'guest@example.org', role_id: null }],
    ['POST /streams', { name: 'unset', stream_type: 'logs', fields: null, retention_days: null, settings: null }],
    [
      'POST /streams',
      { name: 'bare', stream_type: 'logs', settings: { ...unset, max_query_range_hours: null, flatten_level: null } },
    ],
    [
      'POST /web/logs',
      { stream: null, from: now, to: now + 1, filters: null, free_text: null, limit: null, cursor: null },
    ],
    ['POST /query', { ...query, org_id: null }],
    ['POST /query/jobs', { ...query, ttl_secs: null }],
    [
      'POST /query/search_around',
      { event_timestamp_us: now, event_fingerprint: null, stream: 'default', stream_type: 'traces' },
    ],
    [
      'POST /saved_views',
      { name: 'v', language: 'sql', statement, time_range_secs: 3_600, stream: null, tags: [], pinned: false },
    ],
    [
      'POST /iam/evaluate-batch',
      {
        requests: [
          { permission: 'streams.read', target: null },
          { permission: 'streams.read', target: { ...target, container_id: null } },
        ],
      },
    ],
    [
      'POST /schedules',
      { name: 's', description: null, team_id: null, timezone: 'UTC', enabled: false, rotations: [] },
    ],
    ['POST /alerts/mutes', { name: 'm', matchers: [], window: { ...fixed, ...ofHours }, comment: null }],
    [
      'POST /alerts/rules',
      { name: 'r', query: rule, trigger: { operator: 'gt', threshold: 5 }, severity: null, anomaly_params: null },
    ],
  ])('%s', async (line, body) => {
    const { status, body: said } = await client.call(line, { token, body });
    expect([status, said]).toEqual([expect.toSatisfy((code: number) => code >= 200 && code < 300), said]);
  });

  it('is no id of a target of an escalation, whatever its kind', async () => {
    const { body: me } = await client.call<{ user_id: string }>('GET /me', { token });
    const step = (ids: object) => ({
      targets: [{ kind: 'user', schedule_id: null, team_id: null, ...ids }],
      ack_timeout_secs: 300,
      min_severity: null,
    });
    const make = (ids: object) =>
      client.call('POST /alerts/escalations', {
        token,
        body: { name: 'e', steps: [step(ids)], repeat: false, max_loops: 1 },
      });
    expect((await make({ user_id: me.user_id })).status).toBe(200);
    expect((await make({ user_id: null })).status).toBe(400);
  });
});

describe('a rule of anomalies over a statement', () => {
  it('is answered as it was sent, with the defaults of what was left out', async () => {
    const stream = { name: 'default', stream_type: 'traces' };
    const statement = 'select count(*) as value from traces."default"';
    const params = { algorithm: 'ewma', lookback_days: 14, k: 3, weekly_seasonality: true };
    const sent = {
      name: 'unusual',
      kind: 'anomaly',
      query: { language: 'sql', statement, period_secs: 300, stream },
      trigger: { operator: 'gt', threshold: 0 },
      anomaly_params: params,
    };
    const made = await client.call<{ id: string }>('POST /alerts/rules', { token, body: sent });
    expect(made.status).toBe(200);
    const { body: read } = await client.call('GET /alerts/rules/' + made.body.id, { token });
    expect(read).toMatchObject({ kind: 'anomaly', query: { language: 'sql', statement }, trigger: sent.trigger });
    expect(read).toMatchObject({ anomaly_params: { ...params, alpha: 0.3 } });
    const again = await client.call('PUT /alerts/rules/' + made.body.id, {
      token,
      body: { ...sent, anomaly_params: null },
    });
    expect(again.status).toBe(400);
  });
});
