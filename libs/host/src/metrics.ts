import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4';

/** Gauges of prom-client that are named as counters; the same figures exist by type under names without `_total`. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * How often the delay of the event loop is measured. Each time wakes the process: every 10 ms, as prom-client has it, was most of
 * what an idle service took. What is looked for is a loop that stands for half a second.
 */
const LOOP_LOOK_MS = 100;

let ofProcess: Registry | undefined;

/** Made once: what measures it is never ended, and services may share a process (tests). */
function processRegistry(): Registry {
  if (ofProcess !== undefined) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  for (const name of MISNAMED) ofProcess.removeSingleMetric(name);
  return ofProcess;
}

/** The registry of one service, with metrics of its process and the build. */
export function createRegistry(service: string, version: string, commit: string): Registry {
  const registry = Registry.merge([processRegistry()]);
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
