import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { Figures, HOUR, ORGANIZATION, OTHER_ORGANIZATION, type Request } from '../queries.fixture.js';
import { ServiceGraphs } from './service-graph.js';

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
  new ServiceGraphs(figures.reads).graph(query, figures.contextOf(organization));
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
      environment: 'prod',
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
    ['an unknown service is empty', { service: 'x' }, []],
  ])('of %s', async (_, query, edges) => expect(await short(query)).toEqual(edges));

  it('does not add up environments', async () => {
    const from = figures.nowMicros - 20 * HOUR;
    await figures.record([
      ...calls('till', 'bank', 2, { atMicros: from + 1 }),
      ...calls('till', 'bank', 1, { atMicros: from + 1, environment: 'staging' }),
    ]);
    const { edges } = await graph({ from, to: from + HOUR });
    expect(edges.map(({ environment, request_count }) => [environment, request_count])).toEqual([
      ['prod', 2],
      ['staging', 1],
    ]);
  });

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

  describe('of messages leads through their queue', () => {
    const QUEUE = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' };
    const sent = (id: number, atMicros: number, change: Request = {}): Request => ({
      service: 'shop',
      kind: 4,
      name: 'send orders',
      attributes: QUEUE,
      id,
      trace: id,
      atMicros,
      durationMicros: 1_000,
      ...change,
    });
    const taken = (id: number, atMicros: number, change: Request = {}): Request => ({
      ...sent(id, atMicros),
      service: 'billing',
      kind: 5,
      name: 'process orders',
      durationMicros: 8_000,
      ...change,
    });

    it('from producers to the queue and from it to each consumer, with how long messages waited', async () => {
      const at = figures.nowMicros - 2 * HOUR;
      await figures.record([
        sent(1_001, at),
        sent(1_002, at),
        taken(1_003, at + 31_000, { linked: [[1_001, 1_001]] }),
        taken(1_004, at + 51_000, { linked: [[1_002, 1_002]] }),
        // What was sent to it lies in another batch: it is processed all the same.
        taken(1_005, at + 51_000, { linked: [[999, 999]] }),
        taken(1_006, at + 41_000, { service: 'mailer', linked: [[1_001, 1_001]] }),
      ]);
      const { edges } = await graph({ from: at - HOUR, to: at + HOUR });
      expect(
        edges.map(({ client_service, server_service, request_count, wait }) => [
          `${client_service} > ${server_service} ${request_count}`,
          wait?.sampled_count,
        ]),
      ).toEqual([
        ['kafka/orders > billing 3', 2],
        ['shop > kafka/orders 2', undefined],
        ['kafka/orders > mailer 1', 1],
      ]);
      const [billing] = edges;
      expect(billing).toMatchObject({
        client_namespace: '',
        category: 'messaging',
        callee: { namespace: 'default', name: 'billing' },
        p50_us: 8_000,
      });
      expect(Math.abs(billing!.wait!.p50_us / 30_000 - 1)).toBeLessThan(0.01);
      expect(Math.abs(billing!.wait!.p99_us / 50_000 - 1)).toBeLessThan(0.01);
      expect(edges.some((edge) => edge.client_service === 'shop' && edge.server_service === 'billing')).toBe(false);
    });

    it('and is found by the queue and by the consumer', async () => {
      const range = { from: figures.nowMicros - 3 * HOUR, to: figures.nowMicros - HOUR };
      expect(await short({ ...range, service: 'kafka/orders' })).toHaveLength(3);
      expect(await short({ ...range, service: 'mailer' })).toEqual(['kafka/orders>mailer 1']);
    });

    it('shows a message that was taken before it was sent as a clock, and not as a wait of 0', async () => {
      const at = figures.nowMicros - 5 * HOUR;
      await figures.record([sent(1_011, at), taken(1_012, at - 9_000, { linked: [[1_011, 1_011]] })]);
      const { edges, meta } = await graph({ from: at - HOUR, to: at + HOUR });
      expect(edges.find((edge) => edge.server_service === 'billing')).not.toHaveProperty('wait');
      expect(meta.data_quality).toMatchObject({ partial: false, gaps: [] });
    });
  });
});
