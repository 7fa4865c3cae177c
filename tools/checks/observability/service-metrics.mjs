/** The metrics that the services have, from their own registries: each class of metrics is made on an empty one. */
import { inRoot } from '../../launcher/paths.mjs';
import { pathToFileURL } from 'node:url';

const load = (path) => import(pathToFileURL(inRoot(...path.split('/'))).href);

/** What the registry of a service is filled with besides what every process has. */
const FILLED = {
  gateway: async (registry) => {
    const { IntakeMetrics } = await load('apps/gateway/dist/intake/intake/intake-metrics.js');
    const { OwnTelemetry } = await load('apps/gateway/dist/intake/intake/own-telemetry.js');
    const { ProductHealth } = await load('apps/gateway/dist/product/probes/product-health.js');
    new IntakeMetrics(registry, () => 0);
    new OwnTelemetry(registry, {});
    new ProductHealth({}, {}).register(registry, 'always');
  },
  iam: async (registry) => {
    await answering(registry);
    const { watchDeletions } = await load('apps/iam/dist/tenancy/organizations/deletion-metrics.js');
    watchDeletions(registry, {});
  },
  apm: async (registry) => {
    await answering(registry);
    const { ApmMetrics } = await load('apps/apm/dist/metrics.js');
    const { watchFollowers } = await load('apps/apm/dist/rollups/deltas/follower-gauges.js');
    new ApmMetrics(registry);
    watchFollowers(registry, [], []);
    const { unplacedFields } = await load('apps/apm/dist/store/segments/field-metrics.js');
    unplacedFields(registry);
    const { watchStoreGuard } = await load('apps/apm/dist/store/segments/store-guard-metrics.js');
    watchStoreGuard({ registry, health: { addDegradingProbe() {} } }, {});
  },
  notify: async (registry) => {
    await answering(registry);
    const { DeliveryMetrics } = await load('apps/notify/dist/delivery/pipeline/delivery-metrics.js');
    new DeliveryMetrics(registry, {});
    const { EvaluationMetrics } = await load('apps/notify/dist/alerting/alert-evaluation/evaluation-metrics.js');
    const { DeadMansSwitchMetrics } = await load(
      'apps/notify/dist/channels/dead-mans-switch/dead-mans-switch-metrics.js',
    );
    new EvaluationMetrics({ registry });
    new DeadMansSwitchMetrics(registry);
    const { RetentionMetrics } = await load('apps/notify/dist/alerting/incident-retention/retention-metrics.js');
    new RetentionMetrics(registry);
  },
  projector: async (registry) => {
    await answering(registry);
    const { ProjectorMetrics } = await load('apps/projector/dist/metrics.js');
    const { watchShards } = await load('apps/projector/dist/shard/shard-gauges.js');
    new ProjectorMetrics(registry);
    watchShards(registry, { all: [] });
    const { watchStore } = await load('apps/projector/dist/store/store-metrics.js');
    watchStore(registry, {});
  },
};
export const SERVICES = Object.keys(FILLED);

async function answering(registry) {
  const { BusMetrics } = await load('libs/bus/dist/bus-metrics.js');
  const { DatabaseMetrics } = await load('libs/postgres/dist/database-metrics.js');
  const { TurnMetrics } = await load('libs/host/dist/organization-turns.js');
  TurnMetrics.of(registry);
  new BusMetrics(registry);
  DatabaseMetrics.of(registry);
}

/**
 * Every series name of each service with its labels; a histogram has three names.
 * @returns {Promise<Map<string, { labels: Set<string>, services: Set<string> }>>}
 */
export async function serviceMetrics() {
  const { createRegistry, httpDurations } = await load('libs/host/dist/metrics.js');
  const { TelemetryExporter } = await load('libs/host/dist/tracing/telemetry-exporter.js');
  const { ConnectionMetrics } = await load('libs/bus/dist/bus-metrics.js');
  const known = new Map();
  for (const service of SERVICES) {
    const registry = createRegistry(service, '0', 'none');
    httpDurations(registry);
    new TelemetryExporter(registry);
    new ConnectionMetrics(registry);
    await FILLED[service](registry);
    for (const metric of registry.getMetricsAsArray()) {
      for (const [name, extra] of seriesOf(metric.name, registry.getSingleMetric(metric.name))) {
        const entry = known.get(name) ?? { labels: new Set(), services: new Set() };
        for (const label of [...(metric.labelNames ?? []), ...extra]) entry.labels.add(label);
        entry.services.add(service);
        known.set(name, entry);
      }
    }
    registry.clear();
  }
  return known;
}

/** The names of a metric's series, each with the labels that its type adds. */
function seriesOf(name, { constructor }) {
  const sums = [`${name}_sum`, `${name}_count`].map((each) => [each, []]);
  if (constructor.name === 'Histogram') return [[`${name}_bucket`, ['le']], ...sums];
  if (constructor.name === 'Summary') return [[name, ['quantile']], ...sums];
  return [[name, []]];
}
