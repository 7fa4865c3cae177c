/** One shard of the log: the loop that turns its messages into committed deltas. The only writer of its position. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import { ownHeaders, sampledTraceHeaders } from '@spanwise/bus/wire';
import { unavailable } from '@spanwise/contracts/base/errors';
import { encodeLogMessage, INGEST_SUBJECT } from '@spanwise/contracts/log/log-message';
import { DELTA_HINT_SUBJECT } from '@spanwise/contracts/log/projector';
import { Backoff } from '@spanwise/host/backoff';
import { describeError, type Logger } from '@spanwise/host/logger';
import type { Tracing } from '@spanwise/host/tracing/tracing';
import { deletedOrganizations } from '@spanwise/postgres/deleted-organizations';
import { FencedError } from '@spanwise/postgres/fenced-error';
import type { ProjectorMetrics } from '../metrics.js';
import { BatchProcessor } from '../dedup/batch-processor.js';
import { emptyBatchResult, type BatchResult } from '../dedup/batch-result.js';
import { CommittedKeys } from '../dedup/committed-keys.js';
import { openMessages } from '../dedup/open-message.js';
import type { BatchMessage } from '../dedup/batch-message.js';
import type { PoisonMark } from '../dedup/poison-marks.js';
import { anchorOf } from '../log/log-anchor.js';
import { HistoryChanged, LogReader, type DeliveredEntry, type LogHole } from '../log/log-reader.js';
import { inProcessSpan } from '../log/process-span.js';
import type { BatchTrialSetup } from '../trial/batch-trial.js';
import { savePoisonMark, loadPoisonMarks } from '../trial/poison-marks.store.js';
import { checkFence, commitBatch, OrganizationDeleted, type Commit } from './commit.store.js';
import { lastCommon } from './common-start.js';
import { processBatch, type LoadedProcessor } from './process-batch.js';
import { addLostBehind, lostRangeResult, type LostTime } from './lost-range.js';
import { loadPosition, type ShardPosition } from './shard-state.store.js';
import { PoisonPillGuard } from './poison-pill-guard.js';
import { sweepShard, type SweepLimits } from './sweep.store.js';

export interface ShardOptions extends SweepLimits, BatchTrialSetup {
  shard: number;
  keyMemoryBytes: number;
  flushIntervalMs: number;
  /** How long one look into an empty log lasts; a stop waits for it. */
  readWaitMs: number;
  /** An idle shard writes an empty message into its own log this often, so that log time goes on (PROTO-11, PROTO-21). */
  idleBeatMs: number;
  sweepIntervalMs: number;
  log: { maxBytes: number; replicas: number };
  tracing?: Tracing;
}

const SHORTEST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
/** A healthy shard looks into its log far more often than this, be it empty or not. */
const UNSEEN_LIMIT_MS = 4_000;

interface Task {
  run: () => Promise<void>;
  refuse: (error: Error) => void;
}

/** What memory holds of a shard; dropped as a whole after any failure. */
interface Memory extends LoadedProcessor {
  position: ShardPosition;
  /** Organizations that are deleted. */
  deleted: ReadonlySet<string>;
  /** On records behind the position. */
  poisonMarks: PoisonMark[];
}

export class Shard {
  private memory: Memory | undefined;
  private reader: LogReader | undefined;
  private stopped = false;
  private reloadAsked = false;
  private readonly tasks: Task[] = [];
  private readonly poisonGuard: PoisonPillGuard;
  private lastBusyMs = performance.now();
  private lastSweepMs = -Infinity;
  /** Log position seen at the start: replay lasts until it is committed. */
  private replayTarget: number | undefined;
  private replayed = false;
  private lastFault = '';
  lastSeq = 0;
  logFullness = 0;
  lastFlushAtMicros: number | null = null;
  /** Log time of the oldest message that was read and is not committed; an earlier time while it has not been read. */
  oldestPendingMicros: number | undefined;
  pendingMessages = 0;

  constructor(
    private readonly pool: Pool,
    private readonly connection: NatsConnection,
    readonly options: ShardOptions,
    private readonly logger: Logger,
    private readonly metrics: ProjectorMetrics,
  ) {
    this.poisonGuard = new PoisonPillGuard(pool, options, logger);
  }

  get number(): number {
    return this.options.shard;
  }

  get position(): ShardPosition | undefined {
    return this.memory?.position;
  }

  get keyCount(): number {
    return this.memory?.keys.size ?? 0;
  }

  get keyMemoryBytes(): number {
    return this.memory?.keys.memoryBytes ?? 0;
  }

  /**
   * Replay (PROTO-8): not yet committed up to the log position that was seen at the start. It ends once;
   * a fault, ordinary lag or a log that was recreated does not begin it again.
   */
  get replaying(): boolean {
    return !this.replayed;
  }

  /**
   * What is committed is at most this much older than the newest message of the log. Who cannot look into the log does not
   * know that it is empty: then it is the time since the last look that was answered.
   */
  lagSeconds(): number {
    const pendingMs = this.oldestPendingMicros === undefined ? 0 : Date.now() - this.oldestPendingMicros / 1_000;
    const answeredMs = this.reader?.lastAnsweredMs;
    const unseenMs = answeredMs === undefined ? 0 : performance.now() - answeredMs;
    return Math.max(0, pendingMs, unseenMs > UNSEEN_LIMIT_MS ? unseenMs : 0) / 1_000;
  }

  async run(): Promise<void> {
    const backoff = new Backoff(SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    while (!this.stopped) {
      try {
        if (this.memory === undefined) await this.load();
        await this.step();
        backoff.reset();
        this.reportFault(undefined);
      } catch (error) {
        this.memory = undefined;
        if (this.stopped) break;
        this.reportFault(error);
        await backoff.pause();
      }
    }
    for (const task of this.tasks.splice(0)) task.refuse(unavailable('The projector is stopping.'));
    await this.poisonGuard.end(this.number);
  }

  /** Once for each change: a fault that lasts is said at its start and at its end. */
  private reportFault(error: unknown): void {
    const fault = error === undefined ? '' : String(error);
    if (fault === this.lastFault) return;
    this.lastFault = fault;
    if (error === undefined) return this.logger.info({ shard: this.number }, 'shard: recovered');
    const isExpected = error instanceof FencedError || error instanceof OrganizationDeleted;
    this.logger[isExpected ? 'warn' : 'error'](
      { shard: this.number, ...describeError(error) },
      'shard: reloading from the committed position',
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
  }

  async close(): Promise<void> {
    await this.reader?.close().catch(() => undefined);
  }

  /** Runs between two batches, when nothing else touches the shard. */
  enqueue<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.stopped) return reject(unavailable('The projector is stopping.'));
      this.tasks.push({ run: () => task().then(resolve, reject), refuse: reject });
    });
  }

  /** After the connection to the log was lost: the log may have come back as another one, or shorter. */
  reload(): void {
    this.reloadAsked = true;
  }

  private async load(): Promise<void> {
    this.reloadAsked = false;
    const manager = await this.connection.jetstreamManager({ checkAPI: false });
    await ensureIngestStream(manager, this.number, this.options.log);
    const position = await loadPosition(this.pool, this.number);
    this.reader ??= new LogReader(this.connection, manager, this.number);
    const info = await this.reader.info();
    this.observe(info.state.last_seq, info.state.bytes);
    const keys = new CommittedKeys(this.options.keyMemoryBytes);
    const deleted = await deletedOrganizations(this.pool);
    const processor = new BatchProcessor(keys, position.keySeed, this.options.countsLogged, deleted);
    await this.poisonGuard.begin(position);
    const poisonMarks = await loadPoisonMarks(this.pool, 'project', position);
    this.memory = { position, keys, processor: processor, deleted, poisonMarks };
    if (!(await this.reader.continues(position))) await this.beginEpoch(info.created);
    await this.reader.seek(this.memory.position.seq);
    this.replayTarget ??= this.lastSeq;
    this.pendingMessages = Math.max(0, this.lastSeq - this.memory.position.seq);
    const { watermark } = this.memory.position;
    // Nothing of it has been read: it is no older than what was committed last, nor than the first message of the log.
    this.oldestPendingMicros =
      this.pendingMessages > 0 ? Math.max(watermark.micros, Date.parse(info.state.first_ts) * 1_000) : undefined;
    this.noteReplay();
  }

  private noteReplay(): void {
    const position = this.memory?.position;
    if (this.replayTarget !== undefined && position !== undefined && position.seq >= this.replayTarget)
      this.replayed = true;
  }

  private observe(lastSeq: number, bytes: number): void {
    this.lastSeq = Math.max(lastSeq, 0);
    this.logFullness = bytes / this.options.log.maxBytes;
  }

  private async step(): Promise<void> {
    for (const task of this.tasks.splice(0)) await task.run();
    if (this.memory === undefined || this.reloadAsked) await this.load();
    // First of all, because it makes room: a full log takes no message, not even an empty one.
    await this.sweep();
    const askedMs = performance.now();
    const arrives = (micros: number) => (this.oldestPendingMicros ??= micros);
    const read = await this.reader!.read(this.options.readWaitMs, arrives);
    // The connection was lost meanwhile, or the server silent: this may be of another log than the position.
    if (this.reloadAsked) return;
    if (this.reader!.wentUnanswered) await this.checkHistory();
    if (read.hole !== undefined) return this.skipHole(read.hole);
    const startedMs = performance.now();
    if (read.entries.length > 0) {
      this.lastBusyMs = startedMs;
      this.oldestPendingMicros = read.entries[0]!.loggedAtMicros;
      this.pendingMessages = read.entries.length + read.entries.at(-1)!.pending;
      for (let done = 0; done < read.entries.length;) {
        const rest = read.entries.slice(done);
        const entries = await this.poisonGuard.admitted(rest, this.memory!, (poisonMark) =>
          this.savePoisonMark(poisonMark),
        );
        // A trial takes its time: the log may have become another one.
        if (this.reloadAsked) return;
        done += await inProcessSpan(this.options.tracing, this.number, entries, () => this.project(entries));
      }
      // More was behind the batch when it was read: it is no older than the batch's end.
      this.oldestPendingMicros = this.pendingMessages > 0 ? read.entries.at(-1)!.loggedAtMicros : undefined;
    } else await this.idle(askedMs);
    const restMs = this.options.flushIntervalMs - (performance.now() - startedMs);
    if (read.entries.length > 0 && restMs > 0) await sleep(restMs);
  }

  private async idle(askedMs: number): Promise<void> {
    // Said by the server since, and not only not heard of.
    if (this.reader!.lastAnsweredMs! >= askedMs) {
      this.pendingMessages = 0;
      this.oldestPendingMicros = undefined;
    }
    const nowMs = performance.now();
    if (nowMs - this.lastBusyMs <= this.options.idleBeatMs) return;
    this.lastBusyMs = nowMs;
    const idleMessage = { headers: ownHeaders() };
    await this.connection.jetstream().publish(INGEST_SUBJECT(this.number), encodeLogMessage([]), idleMessage);
  }

  /** Commits the first of the entries, as many as one transaction takes, and returns how many. */
  private async project(entries: readonly DeliveredEntry[]): Promise<number> {
    const { position, poisonMarks } = this.memory!;
    const messages = openMessages(entries, position.watermark, this.options.horizonMicros, poisonMarks);
    const result = await this.process(messages, (poisonMark) => this.savePoisonMark(poisonMark));
    const { seq, watermark: reached } = messages[result.messages - 1]!;
    const anchor = anchorOf(entries[result.messages - 1]!);
    const taken = entries.slice(0, result.messages);
    const own = taken.every((entry) => entry.own);
    this.noteLostBehind(result, taken, position.watermark.micros);
    await this.commit({ from: position, to: { ...position, seq, anchor, watermark: reached }, result, own });
    for (const entry of taken) entry.ack();
    this.pendingMessages -= result.messages;
    this.metrics.countMessages(result);
    for (const { batchSlice, seq } of result.dead) {
      const { signal, recordCount: records } = batchSlice.slice;
      this.logger.error(
        { shard: this.number, seq, ...batchSlice.poison, signal, records },
        'shard: slice moved to dead letters',
      );
    }
    return result.messages;
  }

  process(messages: BatchMessage[], keep?: (poisonMark: PoisonMark) => Promise<void>): Promise<BatchResult> {
    return processBatch(this.pool, this.number, this.memory!, messages, keep);
  }

  /** In a transaction of its own: whatever becomes of the batch, the next process that reads the message knows it (PROTO-37). */
  private async savePoisonMark(poisonMark: PoisonMark): Promise<void> {
    const { position, poisonMarks } = this.memory!;
    await savePoisonMark(this.pool, 'project', position, poisonMark, (client) => checkFence(client, position));
    poisonMarks.push(poisonMark);
  }

  /** Memory changes only after a commit that is known to have happened (PROTO-12). */
  async commit(commit: Omit<Commit, 'deletedCount'>): Promise<void> {
    const memory = this.memory!;
    const endTimer = this.metrics.commitSeconds.startTimer();
    try {
      memory.position = await commitBatch(this.pool, { ...commit, deletedCount: memory.deleted.size });
    } catch (error) {
      // It may have happened all the same.
      this.memory = undefined;
      throw error;
    }
    endTimer();
    for (const [minute, keys] of commit.result.newKeys) memory.keys.merge(minute, keys);
    memory.keys.dropBelow(memory.position.watermark.floorHour);
    memory.keys.trim(new Set(commit.result.newKeys.keys()));
    this.lastFlushAtMicros = Date.now() * 1_000;
    this.noteReplay();
    const hint = { headers: commit.own ? ownHeaders() : sampledTraceHeaders() };
    this.connection.publish(DELTA_HINT_SUBJECT(this.number), String(memory.position.n), hint);
  }

  private async skipHole({ next, ...hole }: LogHole): Promise<void> {
    const { position } = this.memory!;
    this.logger.error({ shard: this.number, ...hole }, 'shard: messages are missing from the log');
    const result = this.lostResult({ fromMicros: position.watermark.micros, untilMicros: next.loggedAtMicros });
    const to = { ...position, seq: hole.toSeq, anchor: anchorOf(next) };
    await this.commit({ from: position, to, result });
    this.metrics.holes.inc();
  }

  /** The log was put back behind the position: nothing that was read is gone, and nothing but gateways knows of the rest. */
  private noteLostBehind(result: BatchResult, entries: readonly DeliveredEntry[], fromMicros: number): void {
    if (addLostBehind(result, entries, fromMicros) === 0) return;
    this.logger.error(
      { shard: this.number, seq: entries[0]!.seq },
      'shard: the log lost messages before they were read',
    );
    this.metrics.holes.inc();
    this.metrics.countLost(result);
  }

  private lostResult(time: LostTime): BatchResult {
    const result = lostRangeResult(time);
    this.metrics.countLost(result);
    return result;
  }

  /**
   * The log is not the one that the position counts in: keys, floor and n stay, the lost range becomes a gap (PROTO-7), and
   * what the log begins with as before is not read again.
   */
  private async beginEpoch(streamCreated: string): Promise<void> {
    const { position } = this.memory!;
    const first = position.streamCreated === null;
    const common = first ? undefined : await lastCommon(this.pool, this.reader!, position);
    const to = {
      ...position,
      epoch: first ? position.epoch : position.epoch + 1,
      seq: common?.seq ?? 0,
      commonSeq: common?.seq ?? 0,
      anchor: common === undefined ? null : anchorOf(common),
      streamCreated,
    };
    await this.commit({ from: position, to, result: first ? emptyBatchResult() : await this.lostEndResult() });
    // Positions of the other log mean nothing here: replay is what this log held at the start.
    this.replayTarget = undefined;
    if (!first) {
      this.metrics.epochs.inc();
      this.logger.error({ shard: this.number, epoch: to.epoch }, 'shard: the log was recreated; a gap is recorded');
    }
  }

  /** Of what the log held behind the position nothing is known but when it ended: before the log's first newer message. */
  private async lostEndResult(): Promise<BatchResult> {
    const { watermark, streamCreated } = this.memory!.position;
    const untilMicros = (await this.reader!.firstAfter(watermark.micros)) ?? Date.now() * 1_000;
    // Before its first message a log has no time but that of its creation.
    const fromMicros = watermark.micros > 0 ? watermark.micros : Date.parse(streamCreated!) * 1_000;
    return this.lostResult({ fromMicros, untilMicros });
  }

  private async checkHistory(): Promise<void> {
    if (!(await this.reader!.continues(this.memory!.position))) throw new HistoryChanged();
    this.reader!.wentUnanswered = false;
  }

  private async sweep(): Promise<void> {
    if (performance.now() - this.lastSweepMs < this.options.sweepIntervalMs) return;
    this.lastSweepMs = performance.now();
    // Before anything is purged: in another log these sequences name messages that were not read yet.
    await this.checkHistory();
    const { state } = await this.reader!.info();
    const { position } = this.memory!;
    this.observe(state.last_seq, state.bytes);
    const through = await sweepShard(this.pool, position, this.options);
    // The message at the position stays: by it the log is recognised.
    if (state.messages > 0 && state.first_seq < through) await this.reader!.purgeThrough(through - 1);
  }
}
