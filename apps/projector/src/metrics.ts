import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { SliceSignal } from '@spanwise/contracts/log-message';
import type { Judgement, LedgerEntry } from './judge/batch-judge.js';
import type { Shard } from './shard/shard.js';
import type { Shards } from './shard/shards.js';

/** Metrics of the projection; no label names an organization. */
export class ProjectorMetrics {
  readonly messages: Counter;
  readonly spans: Counter<'outcome'>;
  readonly records: Counter<'signal' | 'outcome'>;
  readonly holes: Counter;
  readonly epochs: Counter;
  readonly commitSeconds: Histogram;
  readonly batchSpans: Histogram;

  constructor(private readonly registry: Registry) {
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
    this.holes = new Counter({
      name: 'spanwise_projector_log_holes_total',
      help: 'Ranges missing from the log.',
      registers,
    });
    this.epochs = new Counter({
      name: 'spanwise_projector_epochs_total',
      help: 'Times that the log was found made anew.',
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

  countMessages({ messages, ledger }: Judgement): void {
    this.messages.inc(messages);
    this.batchSpans.observe(totalOf(ledger, 'traces', 'received'));
    for (const outcome of ['counted', 'duplicate', 'late', 'dead'] as const)
      this.spans.inc({ outcome }, totalOf(ledger, 'traces', outcome));
    for (const signal of ['logs', 'metrics'] as const)
      for (const outcome of ['counted', 'duplicate', 'dead'] as const)
        this.records.inc({ signal, outcome }, totalOf(ledger, signal, outcome));
  }

  watch(shards: Shards): void {
    const gauge = (name: string, help: string, read: (shard: Shard) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['shard'],
        registers: [this.registry],
        collect() {
          for (const shard of shards.all) this.set({ shard: String(shard.number) }, read(shard));
        },
      });
    gauge(
      'spanwise_projector_lag_messages',
      'Messages of the log that are not committed.',
      (shard) => shard.pendingMessages,
    );
    gauge('spanwise_projector_replaying', '1 until the log position seen at the start is committed.', (shard) =>
      shard.replaying ? 1 : 0,
    );
    gauge('spanwise_projector_dedupe_keys', 'Duplicate keys in memory.', (shard) => shard.keyCount);
    gauge('spanwise_projector_dedupe_memory_bytes', 'Memory of the duplicate keys.', (shard) => shard.keyMemoryBytes);
    this.total('spanwise_projector_outbox_rows', 'Delta rows that apm has not confirmed.', () => shards.outboxRows);
    this.total('spanwise_projector_dead_letters_open', 'Dead letters that wait.', () => shards.openDeadLetters);
    this.total(
      'spanwise_projector_lag_seconds',
      'Age of the oldest message that is not committed.',
      () => shards.heartbeat().lagSeconds,
    );
  }

  private total(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

const totalOf = (
  ledger: readonly LedgerEntry[],
  signal: SliceSignal,
  member: 'received' | 'counted' | 'duplicate' | 'late' | 'dead',
): number => ledger.reduce((sum, entry) => sum + (entry.signal === signal ? entry[member] : 0), 0);
