import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Delta } from './rollups/rollups/partition-writer.js';

/** Metrics of the rollups; no label names an organization. */
export class ApmMetrics {
  readonly deltas: Counter;
  readonly rows: Counter;
  readonly flushSeconds: Histogram;
  readonly visibleSeconds: Histogram;
  readonly deadLetters: Counter;
  readonly openDeadLetters: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.deltas = new Counter({ name: 'spanwise_apm_deltas_total', help: 'Deltas applied.', registers });
    this.rows = new Counter({ name: 'spanwise_apm_rows_written_total', help: 'Rollup rows written.', registers });
    this.deadLetters = new Counter({
      name: 'spanwise_apm_delta_dead_letters_total',
      help: 'Deltas that could not be applied and became dead letters, by SQLSTATE or as `damaged`.',
      labelNames: ['reason'],
      registers,
    });
    this.openDeadLetters = new Gauge({
      name: 'spanwise_apm_delta_dead_letters_open',
      help: 'Deltas that could not be applied and that the figures lack.',
      registers,
    });
    this.flushSeconds = new Histogram({
      name: 'spanwise_apm_flush_duration_seconds',
      help: 'Duration of the transaction that applies deltas.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    this.visibleSeconds = new Histogram({
      name: 'spanwise_apm_visible_delay_seconds',
      help: 'Time from the log to the figures, of deltas that hold anything.',
      buckets: [0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10, 30, 60, 300],
      registers,
    });
  }

  /** Deltas are in the figures now. */
  countVisible(deltas: readonly Delta[]): void {
    const nowMicros = Date.now() * 1_000;
    for (const { organizations, streamTimeMicros } of deltas) {
      if (organizations.length > 0) this.visibleSeconds.observe(Math.max(0, nowMicros - streamTimeMicros) / 1_000_000);
    }
  }
}
