import { Gauge, type Registry } from 'prom-client';
import type { Heartbeats } from '@spanwise/bus/heartbeat';
import type { ProjectionHeartbeat } from '@spanwise/contracts/base/heartbeat';
import type { HealthState } from '@spanwise/host/health';
import { composeHealth, type CompositeHealth } from './composite-health.js';

/** What the gateway knows of the product as a whole. */
export class ProductHealth {
  constructor(
    private readonly heartbeats: Heartbeats,
    private readonly own: HealthState,
  ) {}

  get busConnected(): boolean {
    return this.own.subsystems().nats?.up ?? false;
  }

  get projection(): ProjectionHeartbeat | undefined {
    return this.heartbeats.newest('projector')?.projection;
  }

  current(): CompositeHealth {
    const { shards } = this.own.subsystems();
    return composeHealth((service) => this.heartbeats.newest(service), this.busConnected, shards);
  }

  /** Subsystem metrics of `/metrics`. */
  register(registry: Registry, logSync: string): void {
    const registers = [registry];
    new Gauge({
      name: 'spanwise_log_sync_info',
      help: 'Always 1; the label says when the log is synced to disk, as the operator has declared it.',
      labelNames: ['mode'],
      registers,
    }).set({ mode: logSync }, 1);
    const current = () => this.current();
    new Gauge({
      name: 'spanwise_subsystem_up',
      help: '1 when the subsystem works.',
      labelNames: ['subsystem'],
      registers,
      collect() {
        for (const [subsystem, state] of Object.entries(current().subsystems))
          this.set({ subsystem }, state.up ? 1 : 0);
      },
    });
    const projection = (name: string, help: string, read: (state: ProjectionHeartbeat) => number) => {
      const newest = () => this.projection;
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const state = newest();
          if (state === undefined) this.remove();
          else this.set(read(state));
        },
      });
    };
    projection(
      'spanwise_projection_lag_messages',
      'Log messages that are not in the figures yet.',
      (state) => state.lagMessages,
    );
    projection('spanwise_projection_lag_seconds', 'Age of the oldest of them.', (state) => state.lagSeconds);
    projection('spanwise_projection_replaying', '1 during WAL replay.', (state) => (state.replaying ? 1 : 0));
    projection(
      'spanwise_log_fullness_ratio',
      'Share of the byte limit of the log in use.',
      (state) => state.logFullness,
    );
    projection('spanwise_outbox_rows', 'Deltas that the rollups have not confirmed.', (state) => state.outboxRows);
    projection(
      'spanwise_ledger_imbalance',
      'Spans that the ledger cannot account for; not 0 is a defect.',
      (state) => state.ledgerImbalance,
    );
  }
}
