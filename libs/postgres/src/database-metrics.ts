import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';

/** Metrics of the database as the pools of a process see it. */
export class DatabaseMetrics {
  private readonly probe: Gauge<'pool'>;
  private readonly up: Gauge<'pool'>;
  private readonly pools = new Map<string, Pool>();

  private constructor(registry: Registry) {
    const labelled = { labelNames: ['pool'] as const, registers: [registry] };
    this.up = new Gauge({ name: 'spanwise_database_up', help: '1 when the last check was answered.', ...labelled });
    this.probe = new Gauge({
      name: 'spanwise_database_probe_seconds',
      help: 'Time of the last check that was answered.',
      ...labelled,
    });
    const { pools } = this;
    new Gauge({
      name: 'spanwise_database_connections',
      help: 'Connections of a pool by state; waiting are requests without one.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect() {
        for (const [name, pool] of pools) {
          this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
          this.set({ pool: name, state: 'idle' }, pool.idleCount);
          this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
        }
      },
    });
  }

  private static readonly ofRegistries = new WeakMap<Registry, DatabaseMetrics>();

  /** One set of metrics for all pools of a process. */
  static of(registry: Registry): DatabaseMetrics {
    let metrics = DatabaseMetrics.ofRegistries.get(registry);
    if (metrics === undefined) DatabaseMetrics.ofRegistries.set(registry, (metrics = new DatabaseMetrics(registry)));
    return metrics;
  }

  watch(name: string, pool: Pool): void {
    this.pools.set(name, pool);
  }

  checked(name: string, up: boolean, seconds: number): void {
    this.up.set({ pool: name }, up ? 1 : 0);
    if (up) this.probe.set({ pool: name }, seconds);
  }
}
