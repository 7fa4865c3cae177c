/** Follows the deltas of one shard and partition: fetch after the committed offset, apply in order, never jump. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from '@spanwise/host/backoff';
import { describeError, type Logger } from '@spanwise/host/logger';
import type { Tracing } from '@spanwise/host/tracing/tracing';
import { WakeablePause } from '@spanwise/host/wakeable-pause';
import { type DeltaOffset } from '../rollups/delta-offsets.store.js';
import { Fenced, type PartitionWriter } from '../rollups/partition-writer.js';
import type { ApmMetrics } from '../metrics.js';
import { SampledSenders, type Sender } from './apply-span.js';
import { fetchAfter, type Fetch, type FetchedDeltas } from './delta-source.js';

const POLL_MS = 2_000;
const SHORTEST_FLUSH_MS = 200;
const SHORTEST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/** Why a pair has stopped; only an operator's rebuild, which moves its offset, starts it again (PROTO-17, PROTO-31). */
export type StopReason = 'delta_hole' | 'lineage_changed';

export class DeltaFollower {
  private offset: DeltaOffset | undefined;
  private ended = false;
  private readonly rest = new WakeablePause();
  private readonly senders = new SampledSenders();
  stopReason: StopReason | undefined;
  /** Deltas that the projector has and this follower has not applied. */
  behind = 0;

  constructor(
    private readonly fetch: Fetch,
    private readonly writer: PartitionWriter,
    readonly shard: number,
    private readonly logger: Logger,
    private readonly metrics: ApmMetrics,
    private readonly tracing?: Tracing,
  ) {}

  get partition(): number {
    return this.writer.partition;
  }

  /** A hint that there is something new: the poll is the guarantee. `sender` is the sampled span that committed n. */
  hint(n?: number, sender?: Sender): void {
    if (n !== undefined && sender !== undefined) this.senders.note(n, sender);
    this.rest.wake();
  }

  stop(): void {
    this.ended = true;
    this.rest.wake();
  }

  async run(): Promise<void> {
    const backoff = new Backoff(SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    while (!this.ended) {
      try {
        if (this.stopReason !== undefined) {
          await this.rest.forAtMost(POLL_MS);
          await this.resumeWhenMoved();
          continue;
        }
        const startedMs = performance.now();
        const applied = await this.step();
        backoff.reset();
        const restMs = SHORTEST_FLUSH_MS - (performance.now() - startedMs);
        if (applied > 0) await sleep(Math.max(0, restMs));
        else await this.rest.forAtMost(POLL_MS);
      } catch (error) {
        this.offset = undefined;
        const level = error instanceof Fenced ? 'warn' : 'error';
        this.logger[level](
          { shard: this.shard, partition: this.partition, ...describeError(error) },
          'deltas are fetched again from the committed offset',
        );
        await backoff.pause();
      }
    }
  }

  /** One fetch and flush; returns how many deltas were applied. */
  async step(): Promise<number> {
    this.rest.forget();
    this.offset ??= await this.writer.loadOffset(this.shard);
    const { offset } = this;
    const fetched = await fetchAfter(this.fetch, this.shard, this.partition, offset);
    const broken = breakBetween(offset, fetched);
    if (broken !== undefined) return this.haltUnlessOvertaken(offset, broken);
    const next = consecutive(fetched.deltas, offset.n);
    this.behind = fetched.lastN - offset.n - next.length;
    if (next.length === 0) return 0;
    const endTimer = this.metrics.flushSeconds.startTimer();
    const flushed = await this.senders.inApplySpan(
      this.tracing,
      { shard: this.shard, partition: this.partition },
      next.map(({ n }) => n),
      () => this.writer.apply(this.shard, offset, fetched.lineage, next),
    );
    endTimer();
    this.offset = flushed.offset;
    this.metrics.deltas.inc(next.length);
    this.metrics.countVisible(next);
    this.metrics.rows.inc(flushed.rows);
    return next.length;
  }

  /**
   * Another writer that has moved on has had rows trimmed that this one still waits for: that is no hole. Only an offset
   * that still stands in the database while its next row is gone is one.
   */
  private async haltUnlessOvertaken(offset: DeltaOffset, reason: StopReason): Promise<number> {
    this.offset = await this.writer.loadOffset(this.shard);
    if (this.offset.n !== offset.n || this.offset.lineage !== offset.lineage) return 0;
    return this.halt(reason);
  }

  private async resumeWhenMoved(): Promise<void> {
    const { offset } = this;
    const committed = await this.writer.loadOffset(this.shard);
    if (committed.n === offset?.n && committed.lineage === offset.lineage) return;
    this.offset = committed;
    if (offset === undefined) return;
    this.stopReason = undefined;
    this.logger.warn({ shard: this.shard, partition: this.partition, n: committed.n }, 'deltas go on after a rebuild');
  }

  private halt(reason: StopReason): number {
    this.stopReason = reason;
    this.logger.fatal(
      { shard: this.shard, partition: this.partition, reason },
      'figures of this partition stand still: the deltas do not continue what was applied; a rebuild is needed',
    );
    return 0;
  }
}

/** Why the fetched deltas do not continue the offset, or undefined when they do. */
function breakBetween(offset: DeltaOffset, fetched: FetchedDeltas): StopReason | undefined {
  if (offset.lineage !== undefined && fetched.lineage !== offset.lineage) return 'lineage_changed';
  if (fetched.lastN < offset.n) return 'lineage_changed';
  return fetched.lowestN > offset.n + 1 ? 'delta_hole' : undefined;
}

/** Deltas n + 1, n + 2, …: what is not later is skipped, and nothing behind a gap is applied (PROTO-17). */
function consecutive<T extends { n: number }>(deltas: T[], n: number): T[] {
  const next: T[] = [];
  for (const delta of deltas) {
    if (delta.n <= n) continue;
    if (delta.n !== n + next.length + 1) break;
    next.push(delta);
  }
  return next;
}
