import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm';
import { Figures, HOUR, ORGANIZATION, OTHER_ORGANIZATION, type Request } from '../queries.fixture.js';
import { ServiceGraphController } from './service-graph.controller.js';

let figures: Figures;

const calls = (service: string, peer: string, count: number, change: Request = {}): Request[] =>
  Array.from({ length: count }, () => ({
    service,
    kind: 3,
    ...change,
    attributes: { 'peer.service': peer, ...change.attributes },
  }));

beforeAll(async () => {
  figures = await Figures.start();
  await figures.record([
    ...calls('web', 'cart', 3, { durationMicros: 40_000 }),
    ...calls('web', 'cart', 2, { durationMicros: 40_000, version: '2', route: '/other' }),
    ...calls('cart', 'stock', 4, { environment: 'staging' }),
    ...calls('cart', 'prices', 1, { error: { type: 'E' } }),
    { service: 'web' },
  ]);
});
afterAll(() => figures.stop());

const graph = (query: ApmQuery = {}, organization?: string) =>
  new ServiceGraphController(figures.reads).graph(query, figures.callOf(organization));
const short = async (query: ApmQuery) =>
  (await graph(query)).edges.map((edge) => `${edge.client_service}>${edge.server_service} ${edge.request_count}`);

describe('the service map', () => {
  it('has an edge for each caller and target, the most frequent first, without requests that call nothing', async () => {
    const answer = await graph();
    expect(answer).toMatchObject({ count: 3, truncated: false });
    expect(answer.edges[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      client_service: 'web',
      client_namespace: 'default',
      server_service: 'cart',
      category: 'service',
      bucket_at_micros: answer.meta.range.from,
      request_count: 5,
      error_count: 0,
      p50_us: 40_000,
      p95_us: 40_000,
      p99_us: 40_000,
    });
    expect(answer.edges.map(({ error_count }) => error_count)).toEqual([0, 0, 1]);
    expect((await graph()).edges.map(({ id }) => id)).toEqual(answer.edges.map(({ id }) => id));
  });

  it.each<[string, ApmQuery, string[]]>([
    [
      'a service has what it calls and what calls it',
      { service: 'cart' },
      ['web>cart 5', 'cart>stock 4', 'cart>prices 1'],
    ],
    ['a leaf has its callers', { service: 'stock' }, ['cart>stock 4']],
    ['an environment is the caller’s', { environment: 'staging' }, ['cart>stock 4']],
    ['a version is the caller’s', { version: '2' }, ['web>cart 2']],
    ['a service that nobody knows is empty', { service: 'x' }, []],
  ])('of %s', async (_, query, edges) => expect(await short(query)).toEqual(edges));

  it('names the service behind a target where it has been learned, and finds it by that name', async () => {
    await figures.admin.query(
      `insert into apm.callees (organization_id, namespace, service, environment, category, target, callee_namespace, callee, last_seen_micros)
       values ($1, 'default', 'cart', 'prod', 'service', 'prices', 'shop', 'price-service', 0)`,
      [ORGANIZATION],
    );
    const { edges } = await graph({ service: 'price-service' });
    expect(edges).toMatchObject([
      { server_service: 'prices', callee: { namespace: 'shop', name: 'price-service' }, request_count: 1 },
    ]);
    await figures.admin.query('truncate apm.callees');
  });

  it('is empty in a silent range and for another organization', async () => {
    const to = figures.nowMicros - HOUR;
    expect((await graph({ from: to - HOUR, to })).edges).toEqual([]);
    expect((await graph({}, OTHER_ORGANIZATION)).edges).toEqual([]);
  });
});
