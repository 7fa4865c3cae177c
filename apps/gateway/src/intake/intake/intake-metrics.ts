import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of the intake; no label names an organization. */
export class IntakeMetrics {
  readonly requests: Counter<'signal' | 'outcome'>;
  readonly spans: Counter<'outcome'>;
  readonly records: Counter<'signal' | 'outcome'>;
  readonly newStreams: Counter<'outcome'>;
  readonly stacks: Counter<'outcome'>;
  readonly bytes: Counter;
  readonly publishSeconds: Histogram;
  readonly logMessages: Counter;
  readonly refused: Counter<'reason'>;

  constructor(registry: Registry, inFlightBytes: () => number) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'spanwise_intake_requests_total',
      help: 'Intake requests by signal and outcome.',
      labelNames: ['signal', 'outcome'],
      registers,
    });
    this.spans = new Counter({
      name: 'spanwise_intake_spans_total',
      help: 'Spans of answered requests: accepted into the log, or rejected for good.',
      labelNames: ['outcome'],
      registers,
    });
    this.records = new Counter({
      name: 'spanwise_intake_records_total',
      help: 'Log records and data points of answered requests: accepted into the log, or rejected for good.',
      labelNames: ['signal', 'outcome'],
      registers,
    });
    this.newStreams = new Counter({
      name: 'spanwise_intake_new_streams_total',
      help: 'Streams that requests named and that there were not: made, or refused for their number.',
      labelNames: ['outcome'],
      registers,
    });
    this.stacks = new Counter({
      name: 'spanwise_intake_source_mapped_stacks_total',
      help: 'Stacks of organizations with source maps: mapped, unmapped (no map has them); requests that were late or failed.',
      labelNames: ['outcome'],
      registers,
    });
    this.bytes = new Counter({
      name: 'spanwise_intake_bytes_total',
      help: 'Bytes of intake bodies as received.',
      registers,
    });
    this.logMessages = new Counter({
      name: 'spanwise_intake_log_messages_total',
      help: 'Messages published to the log.',
      registers,
    });
    this.refused = new Counter({
      name: 'spanwise_intake_refused_requests_total',
      help: 'Good requests that were not taken by a fault of the product, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.publishSeconds = new Histogram({
      name: 'spanwise_intake_publish_duration_seconds',
      help: 'Time until the log has a message durably.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    new Gauge({
      name: 'spanwise_intake_in_flight_bytes',
      help: 'Bytes of intake requests that are not answered yet.',
      registers,
      collect() {
        this.set(inFlightBytes());
      },
    });
  }
}
