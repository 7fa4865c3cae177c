import { Counter, Histogram, type Registry } from 'prom-client';
import { ANY_ORGANIZATION, type SliceSignal } from '@spanwise/contracts/log/log-message';
import type { BatchResult, LedgerEntry } from './dedup/batch-result.js';

/** Metrics of the projection; no label names an organization. */
export class ProjectorMetrics {
  readonly messages: Counter;
  readonly spans: Counter<'outcome'>;
  readonly records: Counter<'signal' | 'outcome'>;
  readonly gatewayMinutes: Counter;
  readonly deadLetters: Counter<'reason'>;
  readonly holes: Counter;
  readonly epochs: Counter;
  readonly lostMinutes: Counter;
  readonly commitSeconds: Histogram;
  readonly batchSpans: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    this.messages = new Counter({
      name: 'spanwise_projector_messages_total',
      help: 'Log messages committed.',
      registers,
    });
    this.spans = new Counter({
      name: 'spanwise_projector_spans_total',
      help: 'Spans of committed log messages by outcome.',
      labelNames: ['outcome'],
      registers,
    });
    this.records = new Counter({
      name: 'spanwise_projector_records_total',
      help: 'Log records and data points of committed log messages by outcome.',
      labelNames: ['signal', 'outcome'],
      registers,
    });
    this.gatewayMinutes = new Counter({
      name: 'spanwise_projector_gateway_minutes_total',
      help: 'Minutes of gateways in committed log messages.',
      registers,
    });
    this.deadLetters = new Counter({
      name: 'spanwise_projector_dead_letters_total',
      help: 'Dead letters made, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.holes = new Counter({
      name: 'spanwise_projector_log_holes_total',
      help: 'Ranges missing from the log.',
      registers,
    });
    this.epochs = new Counter({
      name: 'spanwise_projector_epochs_total',
      help: 'Times that the log was found recreated.',
      registers,
    });
    this.lostMinutes = new Counter({
      name: 'spanwise_projector_lost_minutes_total',
      help: 'Minutes in which the log has lost acknowledged telemetry, as gaps say.',
      registers,
    });
    this.commitSeconds = new Histogram({
      name: 'spanwise_projector_commit_duration_seconds',
      help: 'Duration of the transaction of a batch.',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
    this.batchSpans = new Histogram({
      name: 'spanwise_projector_batch_spans',
      help: 'Spans received in a batch.',
      buckets: [1, 10, 100, 1_000, 10_000, 100_000],
      registers,
    });
  }

  countLost({ fold }: BatchResult): void {
    this.lostMinutes.inc(fold.organizations.get(ANY_ORGANIZATION)?.gaps.size ?? 0);
  }

  countMessages({ messages, ledger, dead, fold }: BatchResult): void {
    this.messages.inc(messages);
    this.gatewayMinutes.inc(fold.gatewayMinutes.size);
    for (const { batchSlice } of dead)
      if (batchSlice.poison !== undefined) this.deadLetters.inc({ reason: batchSlice.poison.reason });
    this.batchSpans.observe(totalOf(ledger, 'traces', 'received'));
    for (const outcome of ['counted', 'duplicate', 'late', 'dead'] as const)
      this.spans.inc({ outcome }, totalOf(ledger, 'traces', outcome));
    for (const signal of ['logs', 'metrics'] as const)
      for (const outcome of ['counted', 'duplicate', 'dead'] as const)
        this.records.inc({ signal, outcome }, totalOf(ledger, signal, outcome));
  }
}

const totalOf = (
  ledger: readonly LedgerEntry[],
  signal: SliceSignal,
  member: 'received' | 'counted' | 'duplicate' | 'late' | 'dead',
): number => ledger.reduce((sum, entry) => sum + (entry.signal === signal ? entry[member] : 0), 0);
