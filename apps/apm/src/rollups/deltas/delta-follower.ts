/** Follows the deltas of one shard and partition: fetch after the committed offset, apply in order, never jump. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from '@spanwise/host/backoff';
import { describeError, type Logger } from '@spanwise/host/logger';
import type { Tracing } from '@spanwise/host/tracing/tracing';
import { InterruptibleSleep } from '@spanwise/host/interruptible-sleep';
import { decodeDelta } from '@spanwise/span-model/delta-codec';
import { FencedError } from '@spanwise/postgres/fenced-error';
import { contentFault } from '../rollups/content-fault.js';
import { type DeltaOffset } from '../rollups/delta-offsets.store.js';
import { type PartitionWriter, type RawDelta } from '../rollups/partition-writer.js';
import type { ApmMetrics } from '../../metrics.js';
import { SampledSenders, type Sender } from './apply-span.js';
import { fetchAfter, type Fetch, type FetchedDeltas } from './delta-source.js';

const POLL_MS = 2_000;
const SHORTEST_FLUSH_MS = 200;
const SHORTEST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
/** Later deltas that are tried between two tries of one that is refused. */
const MAX_TRIALS = 8;

/** Why a pair has stopped; only an operator's rebuild, which moves its offset, starts it again (PROTO-17, PROTO-31). */
export type StopReason = 'delta_hole' | 'lineage_changed';

/** Deltas that the followers of a process have applied: what was taken while another was refused. */
export class AppliedDeltas {
  count = 0;
}

export interface FollowerOptions {
  shard: number;
  applied: AppliedDeltas;
  /** Spans of an unreadable delta started at most so much before it was made. */
  horizonMicros: number;
}

export class DeltaFollower {
  private offset: DeltaOffset | undefined;
  /** Deltas up to this n are applied one by one: one of them was refused for what is in it. */
  private aloneThrough = 0;
  /** The delta that was refused alone, what had been applied by then, and whether a later one was taken since. */
  private refused: { n: number; applied: number; isOtherTaken: boolean } | undefined;
  private failingSinceMs: number | undefined;
  private ended = false;
  private readonly rest = new InterruptibleSleep();
  private readonly senders = new SampledSenders();
  stopReason: StopReason | undefined;
  /** Deltas that the projector has and this follower has not applied. */
  behind = 0;

  constructor(
    private readonly fetch: Fetch,
    private readonly writer: PartitionWriter,
    private readonly options: FollowerOptions,
    private readonly logger: Logger,
    private readonly metrics: ApmMetrics,
    private readonly tracing?: Tracing,
  ) {}

  get partition(): number {
    return this.writer.partition;
  }

  get shard(): number {
    return this.options.shard;
  }

  /** For how long every try has failed. */
  get failingSeconds(): number {
    return this.failingSinceMs === undefined ? 0 : (performance.now() - this.failingSinceMs) / 1_000;
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
          await this.rest.wait(POLL_MS);
          await this.resumeWhenMoved();
          continue;
        }
        const startedMs = performance.now();
        const applied = await this.step();
        backoff.reset();
        this.failingSinceMs = undefined;
        const restMs = SHORTEST_FLUSH_MS - (performance.now() - startedMs);
        if (applied > 0) await sleep(Math.max(0, restMs));
        else await this.rest.wait(POLL_MS);
      } catch (error) {
        this.offset = undefined;
        this.failingSinceMs ??= performance.now();
        const level = error instanceof FencedError ? 'warn' : 'error';
        this.logger[level](
          { shard: this.shard, partition: this.partition, ...describeError(error) },
          'delta follower: reloading from the committed offset',
        );
        await backoff.pause();
      }
    }
  }

  /** One fetch and flush; returns how many deltas were applied. */
  async step(): Promise<number> {
    this.rest.clear();
    this.offset ??= await this.writer.loadOffset(this.shard);
    const { offset } = this;
    const fetched = await fetchAfter(this.fetch, this.shard, this.partition, offset);
    const broken = breakBetween(offset, fetched);
    if (broken !== undefined) return this.haltUnlessOvertaken(offset, broken);
    const all = consecutive(fetched.deltas, offset.n);
    const next = offset.n < this.aloneThrough ? all.slice(0, 1) : all;
    this.behind = fetched.lastN - offset.n - next.length;
    if (next.length === 0) return 0;
    try {
      await this.apply(offset, fetched.lineage, next);
    } catch (error) {
      const reason = contentFault(error);
      if (reason === undefined || !(await this.isRefusedTwice(offset, next, all.slice(1)))) throw error;
      await this.deadLetter(offset, fetched.lineage, next[0]!, reason);
    }
    return next.length;
  }

  private async apply(offset: DeltaOffset, lineage: string, raw: readonly RawDelta[]): Promise<void> {
    const deltas = raw.map(({ bytes, ...delta }) => ({ ...delta, ...decodeDelta(bytes) }));
    const endTimer = this.metrics.flushSeconds.startTimer();
    const flushed = await this.senders.inApplySpan(
      this.tracing,
      { shard: this.shard, partition: this.partition },
      deltas.map(({ n }) => n),
      () => this.writer.apply(this.shard, offset, lineage, deltas),
    );
    endTimer();
    this.offset = flushed.offset;
    this.options.applied.count += deltas.length;
    this.metrics.deltas.inc(deltas.length);
    this.metrics.countVisible(deltas);
    this.metrics.rows.inc(flushed.rows);
  }

  /** PROTO-45: alone, twice, and another delta was taken in between, so that it is no fault of the database. */
  private async isRefusedTwice(
    offset: DeltaOffset,
    tried: readonly RawDelta[],
    later: readonly RawDelta[],
  ): Promise<boolean> {
    const { n } = tried[0]!;
    const { count } = this.options.applied;
    if (tried.length > 1) {
      this.aloneThrough = tried.at(-1)!.n;
      return false;
    }
    if (this.refused?.n !== n) this.refused = { n, applied: count, isOtherTaken: false };
    else if (this.refused!.isOtherTaken || count > this.refused!.applied) return true;
    for (const other of later.slice(0, MAX_TRIALS))
      this.refused!.isOtherTaken ||= await this.writer.takes(this.shard, offset, other);
    return false;
  }

  private async deadLetter(offset: DeltaOffset, lineage: string, delta: RawDelta, reason: string): Promise<void> {
    const { shard, partition } = this;
    this.offset = await this.writer.deadLetter(shard, offset, lineage, delta, reason, this.options.horizonMicros);
    this.metrics.deadLetters.inc({ reason });
    this.logger.error(
      { shard, partition, n: delta.n, reason },
      'delta follower: delta moved to dead letters; metrics lack its data',
    );
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
    this.logger.warn(
      { shard: this.shard, partition: this.partition, n: committed.n },
      'delta follower: resuming after a rebuild',
    );
  }

  private halt(reason: StopReason): number {
    this.stopReason = reason;
    this.logger.fatal(
      { shard: this.shard, partition: this.partition, reason },
      'delta follower: partition stopped: deltas do not continue the applied ones; rebuild needed',
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
