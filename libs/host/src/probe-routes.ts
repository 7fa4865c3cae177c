import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { VersionInfo } from '@spanwise/contracts/base/probes';
import type { HealthState } from './health.js';
import { METRICS_CONTENT_TYPE } from './metrics.js';

const FORWARDED = ['forwarded', 'x-forwarded-for'];

/**
 * The probes of one process (API-9): `/healthz` says that it runs, `/readyz` that it can serve.
 * Orchestrators use these, never the composite ones of the gateway.
 */
export function registerProbeRoutes(
  server: FastifyInstance,
  health: HealthState,
  registry: Registry,
  version: () => VersionInfo,
): void {
  // Asked for every few seconds for ever: an idle process must have nothing to say of itself.
  const options = { config: { tracing: 'never' as const } };
  server.get('/healthz', options, async (_, reply) =>
    reply.type('application/json').send({ status: 'ok', subsystems: health.subsystems() }),
  );
  server.get('/readyz', options, async (_, reply) => {
    const reason = health.unreadyReason();
    const body = reason === undefined ? { status: 'ready' } : { status: 'not_ready', reason };
    return reply
      .status(reason === undefined ? 200 : 503)
      .type('application/json')
      .send(body);
  });
  server.get('/version', options, async (_, reply) => reply.type('application/json').send(version()));
  server.get('/metrics', options, async ({ headers }, reply) => {
    // For those who reach the process itself, as a Prometheus beside it does, and for no client of a proxy.
    if (FORWARDED.some((name) => headers[name] !== undefined)) {
      reply.callNotFound();
      return reply;
    }
    return reply.header('Content-Type', METRICS_CONTENT_TYPE).send(Buffer.from(await registry.metrics()));
  });
}
