/** Services without callers: workers, cron jobs and what only logs its failures. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const MINUTE = 60_000_000;
/** On a minute: a range that begins before the first span is partial. */
const start = Math.floor(Date.now() / 60_000 - 3) * MINUTE;
const call = { kind: 3, attributes: [{ key: 'server.address', value: { stringValue: 'stock' } }] };
const inner = { kind: 1, parentSpanId: 'aaaaaaaaaaaaaaaa', attributes: [] };
const of = (name: string, version = '1') => ({
  'service.name': name,
  'service.namespace': 'work',
  'service.version': version,
});

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
  await client.send([serverSpan(start, call), serverSpan(start, call), serverSpan(start, inner)], of('worker'));
  await client.send([serverSpan(start, { ...inner, endTimeUnixNano: `${start - 50}000` })], of('cron', '7'));
  await client.send([serverSpan(start)], of('shop'));
  await eventually(async () => expect((await services()).map(({ service }) => service.name)).toHaveLength(3));
});

const range = { from: start, to: start + MINUTE, namespace: 'work' };
const services = async () =>
  (
    await answered(
      client.api.GET('/api/v1/apm/services', { params: { query: { ...range, sort: 'name', direction: 'asc' } } }),
    )
  ).items;
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
const detail = (service: string) =>
  answered(client.api.GET('/api/v1/apm/services/{service}', { params: { path: { service }, query: range } }));

describe('a service without requests', () => {
  it('is listed with what was seen of it', async () => {
    const listed = (await services()).map(({ service, red, span_count, kinds, health }) => [
      service.name,
      red.request_count,
      span_count,
      kinds,
      health,
    ]);
    expect(listed).toEqual([
      ['cron', 0, 1, ['internal'], 'no_traffic'],
      ['shop', 1, 1, ['server'], 'healthy'],
      ['worker', 0, 3, ['internal', 'client'], 'no_traffic'],
    ]);
  });

  it('has a detail, with its calls and its versions', async () => {
    const worker = await detail('worker');
    expect(worker).toMatchObject({
      red: { request_count: 0 },
      service: { span_count: 3, kinds: ['internal', 'client'] },
    });
    expect(worker.dependencies.map(({ dependency }) => dependency.target)).toEqual(['stock']);
    expect((await detail('cron')).versions).toMatchObject([{ version: '7', observation_count: 0 }]);
  });

  it('can be followed from every answer that names it', async () => {
    const query = { params: { query: range } };
    const dependencies = await answered(client.api.GET('/api/v1/apm/dependencies', query));
    const deployments = await answered(client.api.GET('/api/v1/apm/deployments', query));
    const graph = await answered(client.api.GET('/api/v1/traces/service_graph', query));
    const overview = await answered(client.api.GET('/api/v1/apm/overview', query));
    const named = new Set([
      ...dependencies.items.map(({ service }) => service.name),
      ...deployments.items.map(({ service }) => service.name),
      ...graph.edges.map(({ client_service }) => client_service),
      ...overview.recent_versions.map(({ service }) => service.name),
      ...overview.services.map(({ service }) => service.name),
    ]);
    expect([...named].toSorted()).toEqual(['cron', 'shop', 'worker']);
    for (const name of named) expect((await detail(name)).service.service.name).toBe(name);
  });

  it('is a node of the map with all of its spans, without calls to it or from it', async () => {
    const moment = (micros: number) => new Date(micros / 1_000).toISOString();
    const query = { from: moment(range.from), to: moment(range.to) };
    const { nodes, edges } = await answered(client.api.GET('/api/v1/web/topology', { params: { query } }));
    const node = (name: string, span_count: number) => ({
      id: `work/${name}`,
      name,
      rps: 0,
      error_rate: 0,
      p95_ms: 0,
      span_count,
    });
    expect(nodes.filter(({ name }) => ['worker', 'cron'].includes(name)).toSorted(byName)).toEqual([
      node('cron', 1),
      node('worker', 3),
    ]);
    expect(nodes.find(({ name }) => name === 'shop')).toMatchObject({ span_count: 1, p95_ms: expect.any(Number) });
    expect(edges).toMatchObject([{ source: 'work/worker', target: '/stock' }]);
  });
});

describe('a span that ends before it begins', () => {
  it('is counted, said on its service, and makes nothing partial', async () => {
    const { meta, service } = await detail('cron');
    expect(meta.data_quality).toMatchObject({ partial: false, gaps: [], clock_skew: 1 });
    expect(service.clock_skew).toBe(1);
    expect((await detail('shop')).service).not.toHaveProperty('clock_skew');
  });
});
