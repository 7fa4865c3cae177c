import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4';

/** Gauges of prom-client that are named as counters; the same figures exist by type under names without `_total`. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The registry of one process, with process metrics and the build. */
export function createRegistry(service: string, version: string, commit: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'spanwise_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['service', 'version', 'commit'],
    registers: [registry],
  }).set({ service, version, commit }, 1);
  return registry;
}

/** Durations of HTTP requests by route template, so that the number of series stays bounded. */
export function httpDurations(registry: Registry): Histogram<'method' | 'route' | 'status_code'> {
  return new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests that this process answered.',
    labelNames: ['method', 'route', 'status_code'],
    // 0.3 and 0.8 are objectives: of queries and of signing in.
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 0.8, 1, 2.5, 5, 10],
    registers: [registry],
  });
}
