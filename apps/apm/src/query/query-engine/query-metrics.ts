import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Logger } from '@spanwise/host/logger';
import type { SegmentUnreadable } from '@spanwise/segments/catalogue';
import type { Admission } from './admission.js';

/** Metrics of queries; no label names an organization. */
export class QueryMetrics {
  private readonly seconds: Histogram;
  private readonly scannedRows: Counter;
  private readonly unreadable: Counter;

  constructor(
    registry: Registry,
    admission: Admission,
    private readonly logger?: Logger,
  ) {
    const registers = [registry];
    this.seconds = new Histogram({
      name: 'spanwise_query_duration_seconds',
      help: 'Duration of queries, the wait for their turn included, by how they ended.',
      labelNames: ['outcome'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
      registers,
    });
    this.scannedRows = new Counter({
      name: 'spanwise_query_scanned_rows_total',
      help: 'Rows of the segments that queries have read.',
      registers,
    });
    this.unreadable = new Counter({
      name: 'spanwise_query_segments_unreadable_total',
      help: 'Segments that queries left out because their files are damaged or gone.',
      registers,
    });
    for (const state of ['running', 'waiting'] as const) {
      new Gauge({
        name: `spanwise_queries_${state}`,
        help: state === 'running' ? 'Queries that run now.' : 'Queries that wait for their turn.',
        registers,
        collect() {
          this.set(admission.state[state]);
        },
      });
    }
  }

  noteUnreadable({ segmentId, message }: SegmentUnreadable): void {
    this.unreadable.inc();
    this.logger?.error({ segment: segmentId }, message);
  }

  note(outcome: string, tookMs: number, scannedRows: number): void {
    this.seconds.observe({ outcome }, tookMs / 1_000);
    this.scannedRows.inc(scannedRows);
  }
}
