import { Counter, Gauge, type Registry } from 'prom-client';

export class DeadMansSwitchMetrics {
  private readonly pings: Counter<'outcome'>;
  private readonly lastSuccess: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.pings = new Counter({
      name: 'spanwise_deadman_beats_total',
      help: 'Beats to the dead-man webhook: sent, or failed.',
      labelNames: ['outcome'],
      registers,
    });
    this.lastSuccess = new Gauge({
      name: 'spanwise_deadman_last_success_timestamp_seconds',
      help: 'When the dead-man webhook last accepted a ping; 0 before that.',
      registers,
    });
  }

  sent(): void {
    this.pings.inc({ outcome: 'sent' });
    this.lastSuccess.setToCurrentTime();
  }

  failed(): void {
    this.pings.inc({ outcome: 'failed' });
  }
}
