import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { createHttpAdapter } from './http-server.js';
import { createLogger } from './logger.js';
import { createRegistry, httpDurations } from './metrics.js';

it('a request on an open connection is answered while the server stops, not refused without a word of when to come back', async () => {
  const registry = createRegistry('notify', '0', 'unknown');
  const limits = { bodyBytes: 1_024, trustedProxies: [] };
  const adapter = createHttpAdapter(createLogger('notify', 'silent'), httpDurations(registry), limits);
  const server = adapter.getInstance() as unknown as FastifyInstance;
  server.get('/thing', async () => ({ there: true }));
  await server.ready();
  const closed = server.close();
  const answer = await server.inject('/thing');
  expect([answer.statusCode, answer.json()]).toEqual([200, { there: true }]);
  await closed;
});

it('an answer is kept by nothing between and taken for no other type, unless its route says so', async () => {
  const limits = { bodyBytes: 1_024, trustedProxies: [] };
  const registry = createRegistry('gateway', '0', 'unknown');
  const adapter = createHttpAdapter(createLogger('gateway', 'silent'), httpDurations(registry), limits);
  const server = adapter.getInstance() as unknown as FastifyInstance;
  server.get('/person', async () => ({ email: 'a@example.org' }));
  server.get('/picture', async (_, reply) => reply.header('Cache-Control', 'max-age=3600').send({}));
  const kept = async (url: string) => {
    const { headers } = await server.inject(url);
    return [headers['cache-control'], headers['x-content-type-options']];
  };
  expect(await kept('/person')).toEqual(['private, no-store', 'nosniff']);
  expect(await kept('/nowhere')).toEqual(['private, no-store', 'nosniff']);
  expect(await kept('/picture')).toEqual(['max-age=3600', 'nosniff']);
  await server.close();
});

it.each([
  ['none', [], '127.0.0.1'],
  ['another proxy', ['192.0.2.1'], '127.0.0.1'],
  ['the proxy that calls', ['127.0.0.1'], '203.0.113.9'],
])('the address that a proxy names is believed from the trusted ones alone: %s', async (_, trustedProxies, address) => {
  const registry = createRegistry('gateway', '0', 'unknown');
  const limits = { bodyBytes: 1_024, trustedProxies };
  const adapter = createHttpAdapter(createLogger('gateway', 'silent'), httpDurations(registry), limits);
  const server = adapter.getInstance() as unknown as FastifyInstance;
  server.get('/ip', async (request) => ({ ip: request.ip }));
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const answer = await server.inject({ url: '/ip', remoteAddress: '127.0.0.1', headers });
  expect(answer.json()).toEqual({ ip: address });
  await server.close();
});
