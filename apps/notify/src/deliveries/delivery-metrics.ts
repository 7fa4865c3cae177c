import { poolOf } from '@spanwise/postgres/database';
import type { CircuitChange } from '../circuits/circuits.js';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** Metrics of deliveries; no label names an organization. */
export class DeliveryMetrics {
  readonly attempts: Counter<'type' | 'outcome'>;
  /** By type of connector. */
  readonly seconds: Histogram<'connector_type' | 'outcome'>;
  private readonly circuitChanges: Counter<'change'>;
  /** Connectors that this process knows to rest. */
  private readonly open = new Set<string>();

  constructor(registry: Registry, source: DataSource) {
    this.attempts = new Counter({
      name: 'spanwise_notify_attempts_total',
      help: 'Attempts to deliver by type of target; pending ones are tried again.',
      labelNames: ['type', 'outcome'],
      registers: [registry],
    });
    this.seconds = new Histogram({
      name: 'spanwise_notify_attempt_seconds',
      help: 'Duration of attempts to deliver, by type of connector.',
      labelNames: ['connector_type', 'outcome'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
    this.circuitChanges = new Counter({
      name: 'spanwise_notify_circuit_changes_total',
      help: 'Connectors that began to rest after failures in a row, went on to, or work again.',
      labelNames: ['change'],
      registers: [registry],
    });
    const { open } = this;
    new Gauge({
      name: 'spanwise_notify_circuits_open',
      help: 'Connectors that rest after failures in a row, as far as this process met them.',
      registers: [registry],
      collect() {
        this.set(open.size);
      },
    });
    new Gauge({
      name: 'spanwise_notify_overdue_seconds',
      help: 'Age of the oldest work that is due and that no worker has looked at.',
      registers: [registry],
      async collect() {
        this.set(await overdueSeconds(source).catch(() => 0));
      },
    });
  }

  circuitChanged(connectorId: string | null, change: CircuitChange | undefined): void {
    if (change === undefined || connectorId === null) return;
    this.circuitChanges.inc({ change });
    if (change === 'closed') this.open.delete(connectorId);
    else this.open.add(connectorId);
  }
}

async function overdueSeconds(source: DataSource): Promise<number> {
  const { rows } = await poolOf(source).query<{ overdue: number | null }>(
    'select extract(epoch from clock_timestamp() - min(next_due_at))::float8 as overdue from organizations where next_due_at <= now()',
  );
  return rows[0].overdue ?? 0;
}
