import { describe, expect, it } from 'vitest';
import { isMarked, serviceMap, shortened, type Edge } from './graph.js';

const edge = (from: string, to: string, change: Partial<Edge> = {}): Edge => ({
  id: `${from} ${to}`,
  client_service: from,
  client_namespace: 'shop',
  environment: 'live',
  server_service: to,
  category: 'http',
  bucket_at_micros: 0,
  request_count: 10,
  error_count: 0,
  ...change,
});
const service = (name: string) => ({ callee: { namespace: 'shop', name } });

describe('the map of services', () => {
  it('has what calls and what is called, services by the name that they give themselves', () => {
    const { nodes, links } = serviceMap([
      edge('web', 'cart.internal', { ...service('cart'), error_count: 2 }),
      edge('cart', 'orders', { category: 'database' }),
    ]);
    expect(nodes).toEqual([
      {
        id: 'live//orders',
        name: 'orders',
        environment: 'live',
        category: 'database',
        callees: 0,
        callers: 1,
        calls: { requests: 10, errors: 0 },
      },
      {
        id: 'live/shop/cart',
        name: 'cart',
        environment: 'live',
        namespace: 'shop',
        callees: 1,
        callers: 1,
        calls: { requests: 10, errors: 2 },
      },
      {
        id: 'live/shop/web',
        name: 'web',
        environment: 'live',
        namespace: 'shop',
        callees: 1,
        callers: 0,
        calls: { requests: 0, errors: 0 },
      },
    ]);
    expect(links.map(({ from, to, calls }) => [from, to, calls.errors])).toEqual([
      ['live/shop/cart', 'live//orders', 0],
      ['live/shop/web', 'live/shop/cart', 2],
    ]);
  });

  it('leads through a queue, which is one node', () => {
    const { nodes, links } = serviceMap([
      edge('web', 'mails', { category: 'messaging' }),
      edge('mails', 'mailer', { client_namespace: '', category: 'messaging', ...service('mailer') }),
    ]);
    expect(nodes.map(({ id, callers, callees }) => [id, callers, callees])).toEqual([
      ['live//mails', 1, 1],
      ['live/shop/mailer', 1, 0],
      ['live/shop/web', 0, 1],
    ]);
    expect(links).toHaveLength(2);
  });

  it('has one link for one pair, whatever it is called by, and one to itself', () => {
    const { nodes, links } = serviceMap([
      edge('web', 'cart-1', service('cart')),
      edge('web', 'cart-2', { ...service('cart'), request_count: 5, error_count: 3 }),
      edge('cart', 'cart', service('cart')),
    ]);
    expect(links.map(({ id, calls }) => [id, calls])).toEqual([
      ['live/shop/cart live/shop/cart', { requests: 10, errors: 0 }],
      ['live/shop/web live/shop/cart', { requests: 15, errors: 3 }],
    ]);
    expect(nodes[0]).toMatchObject({ callers: 2, callees: 1, calls: { requests: 25, errors: 3 } });
  });

  it('keeps names apart that differ in what separates their parts', () => {
    const names = [edge('a/b', 'x'), edge('b', 'x', { client_namespace: 'shop/a' }), edge('a b', 'x')];
    expect(serviceMap(names).nodes).toHaveLength(4);
  });

  it('draws the most frequent and says how many it leaves out', () => {
    const edges = ['a', 'b', 'c', 'd'].map((name) => edge('web', name, service(name)));
    const map = serviceMap(edges, { nodes: 4, links: 2 });
    expect(map.nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'web']);
    expect(map.links.map(({ to }) => to)).toEqual(['live/shop/a', 'live/shop/b']);
    expect([map.nodesLeftOut, map.linksLeftOut]).toEqual([1, 2]);
    expect(serviceMap(edges)).toMatchObject({ nodesLeftOut: 0, linksLeftOut: 0 });
  });

  it('is the same in whatever order equally many are answered', () => {
    const edges = [edge('web', 'a'), edge('web', 'b'), edge('a', 'c')];
    expect(serviceMap(edges.toReversed())).toEqual(serviceMap(edges));
  });

  it('has a service of two environments twice, each with its own calls', () => {
    const { nodes } = serviceMap([
      edge('web', 'cart', service('cart')),
      edge('web', 'cart', { ...service('cart'), environment: 'staging', request_count: 3 }),
    ]);
    expect(nodes.map(({ id, calls }) => [id, calls.requests])).toEqual([
      ['live/shop/cart', 10],
      ['live/shop/web', 0],
      ['staging/shop/cart', 3],
      ['staging/shop/web', 0],
    ]);
  });

  it('marks calls of which many fail', () => {
    const rates = [
      [0, 0],
      [17, 2],
      [1_000, 99],
      [1_000, 100],
    ].map(([requests, errors]) => isMarked({ requests: requests!, errors: errors! }));
    expect(rates).toEqual([false, false, false, true]);
  });

  it('cuts long names by whole characters', () => {
    expect([shortened('orders', 6), shortened('checkout', 6), shortened('💡💡💡💡', 3)]).toEqual([
      'orders',
      'check…',
      '💡💡…',
    ]);
  });
});
