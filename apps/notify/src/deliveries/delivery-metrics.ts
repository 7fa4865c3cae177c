import { poolOf } from '@spanwise/postgres/database';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** Metrics of deliveries; no label names an organization. */
export class DeliveryMetrics {
  readonly attempts: Counter<'type' | 'outcome'>;

  constructor(registry: Registry, source: DataSource) {
    this.attempts = new Counter({
      name: 'spanwise_notify_attempts_total',
      help: 'Attempts to deliver by type of target; pending ones are tried again.',
      labelNames: ['type', 'outcome'],
      registers: [registry],
    });
    new Gauge({
      name: 'spanwise_notify_overdue_seconds',
      help: 'Age of the oldest delivery that is due and not sent.',
      registers: [registry],
      async collect() {
        this.set(await overdueSeconds(source).catch(() => 0));
      },
    });
  }
}

async function overdueSeconds(source: DataSource): Promise<number> {
  const { rows } = await poolOf(source).query<{ overdue: number | null }>(
    'select extract(epoch from clock_timestamp() - min(next_due_at))::float8 as overdue from organizations where next_due_at <= now()',
  );
  return rows[0].overdue ?? 0;
}
