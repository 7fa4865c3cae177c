import type { Gauge, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createRegistry } from './metrics.js';

const build = (registry: Registry) => registry.getSingleMetricAsString('spanwise_build_info');

it('services that share a process measure its event loop once, and each says what it is', async () => {
  const [iam, gateway] = ['iam', 'gateway'].map((service) => createRegistry(service, '1.0.0', 'abc'));
  const lag = 'nodejs_eventloop_lag_p99_seconds';
  expect(iam!.getSingleMetric(lag)).toBeDefined();
  expect(iam!.getSingleMetric(lag)).toBe(gateway!.getSingleMetric(lag));
  expect(await build(iam!)).toContain('service="iam"');
  expect(await build(gateway!)).toContain('service="gateway"');
  expect(iam!.getSingleMetric('nodejs_active_handles_total')).toBeUndefined();
});

it('an idle service is woken ten times a second to measure its event loop, not a hundred times', async () => {
  const registry = createRegistry('apm', '1.0.0', 'abc');
  const meanSeconds = async () => {
    // Sets the figures of what was measured since they were asked for last.
    await registry.metrics();
    const gauge = registry.getSingleMetric('nodejs_eventloop_lag_mean_seconds') as Gauge;
    return (await gauge.get()).values[0]!.value;
  };
  let mean = Number.NaN;
  const look = async () => (mean = await meanSeconds());
  // The time between two looks: a busy machine makes it longer, one of them shorter, and never their mean.
  await expect.poll(look, { interval: 350 }).toBeGreaterThan(0);
  expect(mean).toBeGreaterThan(0.05);
});
