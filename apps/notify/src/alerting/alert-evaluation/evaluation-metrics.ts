import { Injectable } from '@nestjs/common';
import { PLATFORM_REASONS } from '@spanwise/contracts/alerting/incidents';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { Host } from '@spanwise/host/service';
import { Counter, Gauge, Histogram } from 'prom-client';
import { watchFaults } from '../../platform/faults/fault-metrics.js';
import { logFaultsTo } from '../../platform/faults/fault-reason.js';
import type { Pass } from './passes.js';
import type { PlatformState } from './platform.js';

@Injectable()
export class EvaluationMetrics {
  private readonly steps: Counter<'pass'>;
  private readonly delay: Histogram<'pass'>;
  private readonly suspended: Gauge<'reason'>;

  constructor({ registry, logger }: Host) {
    watchFaults(registry);
    logFaultsTo(logger);
    this.steps = new Counter({
      name: 'spanwise_alert_steps_total',
      help: 'Steps of organizations that were evaluated.',
      labelNames: ['pass'],
      registers: [registry],
    });
    this.delay = new Histogram({
      name: 'spanwise_alert_delay_seconds',
      help: 'From the end of a step, its time to settle included, until it was evaluated.',
      labelNames: ['pass'],
      buckets: [0.5, 1, 2, 3, 5, 7, 10, 30, 60, 300, 3_600],
      registers: [registry],
    });
    this.suspended = new Gauge({
      name: 'spanwise_alert_held_organizations',
      help: 'Organizations whose alert rules say nothing because of the platform, by reason.',
      labelNames: ['reason'],
      registers: [registry],
    });
  }

  /** Of all organizations with rules, in the round that has ended. */
  platform(states: readonly PlatformState[]): void {
    for (const reason of PLATFORM_REASONS) {
      const held = states.filter((state) => state.kind === 'unwell' && state.reason === reason).length;
      this.suspended.set({ reason }, held);
    }
  }

  evaluated({ name, kind, settleMicros }: Pass, step: number): void {
    this.steps.inc({ pass: kind });
    const endMs = (step * STEP_MICROS + settleMicros) / 1_000;
    if (kind === 'provisional') this.delay.observe({ pass: name }, Math.max(0, Date.now() - endMs) / 1_000);
  }
}
