import { Counter, Histogram, type Registry } from 'prom-client';

/** Metrics of a process's part in the bus. */
export class BusMetrics {
  readonly rpcSeconds: Histogram<'method' | 'outcome'>;
  readonly contextFailures: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.rpcSeconds = new Histogram({
      name: 'spanwise_rpc_duration_seconds',
      help: 'Duration of messages that this process answered: ok, refused for what the caller did, or failed.',
      labelNames: ['method', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    this.contextFailures = new Counter({
      name: 'spanwise_context_failures_total',
      help: 'Messages whose signed context was missing or did not hold; the gateway sends none such.',
      registers,
    });
  }
}

/** Metrics of a process's connection to the bus. */
export class ConnectionMetrics {
  readonly reconnects: Counter;
  readonly permissionViolations: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.reconnects = new Counter({
      name: 'spanwise_bus_reconnects_total',
      help: 'Times that the connection to the bus was made again.',
      registers,
    });
    this.permissionViolations = new Counter({
      name: 'spanwise_bus_permission_violations_total',
      help: 'Subjects that the bus refused to this process.',
      registers,
    });
  }
}
