/** What a user does first: send spans by an SDK, read figures and details, page, and look at probes and metrics. */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { spanwiseClient } from '@spanwise/api-client/client';
import type { paths } from '@spanwise/api-client/generated/schema';
import { eventually, PATIENCE_MS } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
});

const MINUTE = 60_000_000;
const SERVICES = ['gateway', 'iam', 'apm', 'notify', 'projector'] as const;
const nowMicros = () => Date.now() * 1_000;
type ServiceQuery = paths['/api/v1/apm/services']['get']['parameters']['query'];
const services = (query: ServiceQuery) => answered(client.api.GET('/api/v1/apm/services', { params: { query } }));

async function requestsOf(namespace: string): Promise<number> {
  const overview = await answered(client.api.GET('/api/v1/apm/overview', { params: { query: { namespace } } }));
  return overview.red.request_count;
}

describe('an unchanged OpenTelemetry SDK', () => {
  it.each(['protobuf', 'json'])(
    'that knows only the two variables delivers (%s), and its service appears within 5 seconds',
    async (encoding) => {
      const script = fileURLToPath(new URL('./sdk-app.mjs', import.meta.url));
      const name = `sdk-${encoding}`;
      const env = {
        PATH: process.env.PATH,
        OTEL_EXPORTER_OTLP_ENDPOINT: client.product.baseUrl,
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${client.product.intakeToken}`,
      };
      execFileSync(process.execPath, [script, encoding, name], { env, timeout: PATIENCE_MS });
      await eventually(async () => {
        const { items } = await services({ service: name });
        expect(items.map((item) => [item.service.name, item.red.request_count])).toEqual([[name, 3]]);
      });
    },
  );
});

describe('figures', () => {
  it('fall into the minute and the hour of the span’s start, also across an hour boundary', async () => {
    const hour = Math.floor(nowMicros() / (60 * MINUTE)) * 60 * MINUTE - 60 * MINUTE;
    const starts = [hour - 1, hour, hour + MINUTE - 1, hour + MINUTE];
    expect(
      await client.send(
        starts.map((start) => serverSpan(start)),
        { 'service.name': 'edge', 'service.namespace': 'edges' },
      ),
    ).toBe(200);
    await eventually(async () => expect(await requestsOf('edges')).toBe(4));
    const count = async (from: number, to: number, resolution: 'minute' | 'hour') =>
      (await services({ namespace: 'edges', from, to, resolution })).items[0]?.red.request_count ?? 0;
    expect(await count(hour - MINUTE, hour, 'minute')).toBe(1);
    expect(await count(hour, hour + MINUTE, 'minute')).toBe(2);
    expect(await count(hour + MINUTE, hour + 2 * MINUTE, 'minute')).toBe(1);
    expect(await count(hour - 60 * MINUTE, hour, 'hour')).toBe(1);
    expect(await count(hour, hour + 60 * MINUTE, 'hour')).toBe(3);
    expect(await count(hour - 5 * MINUTE, hour + 58 * MINUTE, 'minute')).toBe(4);
  });

  it('say how far they can be trusted', async () => {
    const { meta, trend } = await answered(client.api.GET('/api/v1/apm/overview'));
    expect(meta).toMatchObject({
      resolution: 'minute',
      activation_boundary: true,
      data_quality: { partial: true },
    });
    expect(Number.isInteger(meta.last_complete_bucket_at)).toBe(true);
    expect(trend.every((point, index) => index === 0 || point.bucket_at === trend[index - 1]!.bucket_at + MINUTE)).toBe(
      true,
    );
    const recent = await services({ from: nowMicros() - MINUTE, to: nowMicros() });
    expect(recent.meta.activation_boundary).toBe(false);
  });

  it('of a clock that runs back count its spans, and nothing is partial because of them', async () => {
    const start = nowMicros() - 2 * MINUTE;
    await client.send([serverSpan(start, { endTimeUnixNano: `${start - 50}000` })], {
      'service.name': 'skewed',
      'service.namespace': 'skew',
    });
    await eventually(async () => expect(await requestsOf('skew')).toBe(1));
    const { meta, items } = await services({ namespace: 'skew', from: start - MINUTE, to: nowMicros() });
    expect(meta.data_quality).toMatchObject({ partial: false, gaps: [], clock_skew: 1 });
    expect(items).toMatchObject([{ span_count: 1, kinds: ['server'], clock_skew: 1 }]);
  });
});

describe('details', () => {
  const failing = {
    status: { code: 2 },
    events: [
      {
        name: 'exception',
        timeUnixNano: '1',
        attributes: [
          { key: 'exception.type', value: { stringValue: 'Broken' } },
          { key: 'exception.message', value: { stringValue: 'order 17' } },
        ],
      },
    ],
  };

  it('of a service, its transaction and its error agree with each other and with the lists', async () => {
    const resource = { 'service.name': 'a/b 100%', 'service.namespace': 'details', 'service.version': '1' };
    expect(await client.send([serverSpan(nowMicros()), serverSpan(nowMicros(), failing)], resource)).toBe(200);
    await eventually(async () => expect(await requestsOf('details')).toBe(2));

    const detail = await answered(
      client.api.GET('/api/v1/apm/services/{service}', {
        params: { path: { service: 'a/b 100%' }, query: { service: 'other' } },
      }),
    );
    expect([detail.red.request_count, detail.red.error_count]).toEqual([2, 1]);
    const { transaction } = detail.transactions[0]!;
    const ofTransaction = await answered(
      client.api.GET('/api/v1/apm/transactions/{transaction}', {
        params: { path: { transaction: transaction.name }, query: { kind: 'http', namespace: 'details' } },
      }),
    );
    expect(ofTransaction).toMatchObject({
      transaction: { transaction: { name: 'GET /orders/{id}', kind: 'http' }, red: { request_count: 2 } },
      errors: [{ occurrence_count: 1 }],
      versions: [{ version: '1' }],
    });
    const { fingerprint } = detail.errors[0]!.error;
    const group = await answered(
      client.api.GET('/api/v1/apm/errors/{fingerprint}', { params: { path: { fingerprint } } }),
    );
    expect(group).toMatchObject({
      group: { error: { error_type: 'Broken' }, service: { name: 'a/b 100%' }, occurrence_count: 1 },
      affected_transactions: [{ transaction, occurrence_count: 1 }],
      affected_versions: ['1'],
      samples: [{}],
    });
    const { trace_id, span_id } = group.samples[0]!;
    const opened = async () => {
      const params = { path: { fingerprint } };
      const { samples } = await answered(client.api.GET('/api/v1/apm/errors/{fingerprint}', { params }));
      expect(samples).toMatchObject([{ trace_available: true, trace_link: `/traces/${trace_id}` }]);
    };
    await eventually(opened);
    const trace = await answered(client.api.GET('/api/v1/traces/{trace_id}', { params: { path: { trace_id } } }));
    expect(trace.spans.map((span) => span.span_id)).toContain(span_id);
  });

  it('compare versions, and show the health of the projection', async () => {
    const query = { namespace: 'details', baseline: '1', candidate: '2' };
    expect(await answered(client.api.GET('/api/v1/apm/versions/compare', { params: { query } }))).toMatchObject({
      baseline: { version: '1', sample_count: 2 },
      candidate: { version: '2', sample_count: 0 },
      sufficient_data: false,
      status: 'insufficient_data',
    });
    const health = await answered(client.api.GET('/api/v1/apm/health'));
    expect(health).toMatchObject({ enabled: true, degraded: false, runtime: { projector: { answering: true } } });
    expect(health.runtime.projector.shards[0]!.counted).toBeGreaterThan(0);
  });

  it('of deployments and of the service map are there', async () => {
    const pipeline = spanwiseClient(client.product.baseUrl, client.product.intakeToken);
    const body = { service: 'a/b 100%', namespace: 'details', version: '1', description: 'new prices' };
    expect((await pipeline.POST('/api/v1/apm/deployments', { body })).response.status).toBe(201);
    const query = { namespace: 'details' };
    expect(await answered(client.api.GET('/api/v1/apm/deployments', { params: { query } }))).toMatchObject({
      items: [{ source: 'event', version: '1', description: 'new prices', first_seen_at: expect.any(Number) }],
      has_more: false,
    });
    expect(await answered(client.api.GET('/api/v1/traces/service_graph'))).toMatchObject({ truncated: false });
  });

  it.each([
    ['services/nothing', 404, 'not_found'],
    ['transactions/nothing', 404, 'not_found'],
    ['errors/nothing', 404, 'not_found'],
    ['transactions/a?kind=grpc', 400, 'invalid_argument'],
    ['versions/compare?baseline=1&candidate=1', 400, 'invalid_argument'],
  ])('%s is %i', async (path, status, error) => {
    const answer = await client.get<{ error: string }>(`/api/v1/apm/${path}`);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });
});

describe('paging', () => {
  it('goes forward and back without repeats or gaps, and a changed cursor is refused', async () => {
    for (let index = 0; index < 7; index++) {
      await client.send([serverSpan(nowMicros())], { 'service.name': `page-${index}`, 'service.namespace': 'pages' });
    }
    await eventually(async () => expect(await requestsOf('pages')).toBe(7));
    const seen: string[] = [];
    const query = { namespace: 'pages', limit: 3, sort: 'name', direction: 'asc' } as const;
    let page = await services(query);
    for (;;) {
      seen.push(...page.items.map((item) => item.service.name));
      if (page.next_cursor === null) break;
      page = await services({ ...query, cursor: page.next_cursor });
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => `page-${index}`));
    const back = await services({ ...query, cursor: page.previous_cursor! });
    expect(back.items.map((item) => item.service.name)).toEqual(['page-3', 'page-4', 'page-5']);

    const cursor = back.next_cursor!;
    const changed = cursor.slice(0, 30) + (cursor[30] === 'A' ? 'B' : 'A') + cursor.slice(31);
    for (const query of [`cursor=${changed}`, `cursor=${cursor}&namespace=other`, 'sort=total_time', 'from=2&to=1']) {
      const { status, body } = await client.get<{ error: string; message: string }>(`/api/v1/apm/services?${query}`);
      expect([query, status, body.error]).toEqual([query, 400, 'invalid_argument']);
      expect(body.message).toMatch(/\.$/);
    }
    expect((await client.get(`/api/v1/apm/errors?cursor=${cursor}`)).status).toBe(400);
  });
});

describe('every service (API-9)', () => {
  it.each(SERVICES)('%s answers its probes and metrics that a Prometheus can read', async (service) => {
    const origin = `http://127.0.0.1:${client.product.ports[service]}`;
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${origin}/version`)).json()).toMatchObject({ edition: 'oss' });
    const response = await fetch(`${origin}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(expositionFaults(await response.text())).toEqual([]);
  });

  it.for(SERVICES)('%s passes promtool, where there is one', async (service, context) => {
    if (!hasPromtool()) return context.skip('promtool is not on this machine');
    const text = await (await fetch(`http://127.0.0.1:${client.product.ports[service]}/metrics`)).text();
    const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const SAMPLE =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (?:[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|Inf)|NaN)(?: \d+)?$/i;

/** Lines that are not of the text exposition format 0.0.4, samples without a type, and types given twice. */
function expositionFaults(text: string): string[] {
  const types = new Map<string, string>();
  const faults: string[] = [];
  for (const line of text.split('\n')) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line);
    if (type !== null) {
      if (types.has(type[1]!)) faults.push(`twice: ${line}`);
      types.set(type[1]!, type[2]!);
    } else if (line !== '' && !/^# HELP \S+ /.test(line)) {
      const name = SAMPLE.exec(line)?.[1];
      const family = name?.replace(/_(bucket|sum|count)$/, '');
      if (name === undefined || !(types.has(name) || types.has(family!))) faults.push(line);
    }
  }
  return faults;
}
