import type { CircuitChange } from '../../channels/circuit-breakers/circuits.store.js';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { Database } from '@spanwise/postgres/database';
import { overdueSeconds } from '../../db/organization-transactions.js';

/** Metrics of deliveries; no label names an organization. */
export class DeliveryMetrics {
  readonly attempts: Counter<'type' | 'outcome'>;
  /** By type of connector. */
  readonly seconds: Histogram<'connector_type' | 'outcome'>;
  private readonly circuitChanges: Counter<'change'>;
  /** Connectors that this process knows to rest. */
  private readonly open = new Set<string>();

  constructor(registry: Registry, source: Database) {
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
      help: 'Age of the oldest work that is due and that no worker has looked at; absent while the database is away.',
      registers: [registry],
      async collect() {
        // An unknown value is absent: 0 would say that nothing is overdue.
        const seconds = await overdueSeconds(source).catch(() => undefined);
        if (seconds === undefined) this.remove();
        else this.set(seconds);
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
