/** Copies what a shard of the log counted into segments (ADR 0012). The only writer of the shard's store position. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import type { SubsystemReason } from '@spanwise/contracts/base/heartbeat';
import type { LostRange } from '@spanwise/contracts/log/manifests';
import { MANIFEST_HINT_SUBJECT } from '@spanwise/contracts/log/projector';
import { Backoff } from '@spanwise/host/backoff';
import { describeError, type Logger } from '@spanwise/host/logger';
import { InterruptibleSleep } from '@spanwise/host/interruptible-sleep';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import type { SegmentEngine } from '@spanwise/segments/segment-engine';
import { isSameTime } from '../log/log-anchor.js';
import { HistoryChanged, LogReader, type DeliveredEntry } from '../log/log-reader.js';
import { countedMessages } from '../shard/counted-messages.store.js';
import { hasNews, type Gathered, type Memory } from './gathered.js';
import { KnownFields } from './known-fields.js';
import { addBounded, addRange, isFull } from './lost-ranges.js';
import { ManifestRoom, putSegments } from './put-segments.js';
import { SegmentSpool } from './segment-spool.js';
import { StorePoisonPillGuard } from './poison-pill-guard.js';
import { reasonOf } from './store-fault.js';
import {
  commitStored,
  committedSeqIn,
  loadProgress,
  type StorePosition,
  type StoreProgress,
  countedAfter,
} from './store-position.store.js';
import type { StoreOwnership } from './store-ownership.js';
import type { StoreTrialSetup } from './store-trial.js';
import { eachLine, lettersToStore, slicesToStore, type LineVisitor, type StoredSlice } from './stored-slices.store.js';

export interface StoreWriterOptions {
  shard: number;
  /** Makes sure of the folder of this writer's process, for files in the making. */
  folder: () => Promise<string>;
  /** Records wait this long for others of their segment. */
  flushIntervalMs: number;
  /** Or until lines of so much have come together, weighed as `lineWeight` says: work files are no larger, but for one line. */
  flushBytes: number;
  /** Lines of one segment: what the engine is known to hold (`heldLineBytes`). */
  segmentBytes: number;
  trial: StoreTrialSetup;
  /** Asked also while nothing is stored: a copy that has claimed the store must be noticed. */
  ownership: StoreOwnership;
  /** How often the committed position is looked at where no hint comes. */
  pollMs: number;
}

const MAX_SEGMENTS = 512;
const READ_WAIT_MS = 200;
/** Pause while something waits for its flush, or to come from the log. */
const STEP_MS = 200;
const MAX_EMPTY_READS = 10;
const [SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS] = [100, 5_000];

export class StoreWriter {
  private memory: Memory | undefined;
  private reader: LogReader | undefined;
  private readonly stopping = new AbortController();
  private readonly rest = new InterruptibleSleep();
  private readonly poisonGuard: StorePoisonPillGuard;
  /** Why nothing can be stored at the moment; until something is stored again, or nothing is left to store. */
  fault: SubsystemReason | undefined;
  /** The last fault in its own words, said once. */
  private lastFault: string | undefined;
  /** When the last attempt ended, by the clock of `performance`. */
  attemptedMs = performance.now();
  readonly totals = { rows: 0, segments: 0, bytes: 0, lost: 0, untoldFields: 0 };

  constructor(
    private readonly pool: Pool,
    private readonly connection: NatsConnection,
    private readonly store: ObjectStore,
    private readonly engine: SegmentEngine,
    private readonly options: StoreWriterOptions,
    private readonly logger: Logger,
  ) {
    this.poisonGuard = new StorePoisonPillGuard(pool, options.shard, options.trial, logger);
  }

  async run(): Promise<void> {
    const backoff = new Backoff(SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    while (!this.stopping.signal.aborted) {
      try {
        if (this.memory === undefined) await this.store.probe();
        // What was read and is not stored proves nothing of what failed.
        if (await this.step()) {
          backoff.reset();
          this.fault = this.lastFault = undefined;
        }
        this.attemptedMs = performance.now();
      } catch (error) {
        this.attemptedMs = performance.now();
        await this.forget();
        if (this.stopping.signal.aborted) break;
        this.report(error);
        await backoff.pause();
      }
    }
    await this.forget();
    await this.poisonGuard.end();
    await this.reader?.close().catch(() => undefined);
  }

  /** What was gathered and is not committed is discarded: its next writer reads it from the log again. */
  stop(): void {
    this.stopping.abort();
    this.rest.wake();
  }

  get shard(): number {
    return this.options.shard;
  }

  /** A hint that the projection has committed something: the poll is the guarantee. */
  hint(): void {
    this.rest.wake();
  }

  /** One look at the log, and a flush when it is time for one; returns whether all is stored that was read. */
  private async step(): Promise<boolean> {
    this.rest.clear();
    const progress = await loadProgress(this.pool, this.shard);
    if (progress === undefined) {
      await this.rest.wait(this.options.pollMs);
      return true;
    }
    await this.options.ownership.check();
    const memory = (this.memory ??= await this.load(progress));
    const processedSeq = committedSeqIn(memory.position.epoch, progress);
    if (memory.position.epoch !== progress.committedEpoch && memory.readSeq >= processedSeq) {
      await this.followEpoch(memory, progress);
      return true;
    }
    const read = await this.read(memory, processedSeq);
    await this.takeLetters(memory);
    const { gathered } = memory;
    const { flushIntervalMs, pollMs } = this.options;
    const old = performance.now() - gathered.startedMs >= flushIntervalMs;
    const isNews = hasNews(memory);
    if (this.isFull(gathered) || (isNews && (old || this.poisonGuard.isIsolating))) {
      await this.checkHistory(progress);
      await this.flush(memory);
      return true;
    }
    const isUnderWay = isNews || memory.readSeq < processedSeq;
    if (!read && isUnderWay) await sleep(Math.min(STEP_MS, pollMs));
    else if (!read) await this.rest.wait(pollMs);
    return !isNews && memory.position.seq === processedSeq;
  }

  private async load(position: StoreProgress): Promise<Memory> {
    const manager = await this.connection.jetstreamManager({ checkAPI: false });
    this.reader ??= new LogReader(this.connection, manager, this.shard);
    if (position.epoch === position.committedEpoch) await this.checkHistory(position);
    await this.reader.seek(position.seq);
    await this.options.ownership.beginShard(position);
    await this.poisonGuard.begin(position);
    const { shard, lineage, epoch, seq, n } = position;
    return {
      position: { shard, lineage, epoch, seq, n },
      gathered: await this.gatherAfter(position),
      fields: new KnownFields(),
      waiting: [],
      readSeq: seq,
      emptyReads: 0,
    };
  }

  /**
   * Throws when the log is not the one that the position counts in: its sequences name other messages, which are not
   * processed yet. The projection finds that too, and begins a new epoch.
   */
  private async checkHistory({ history }: StoreProgress): Promise<void> {
    if (!(await this.reader!.continues(history))) throw new HistoryChanged();
  }

  private async gatherAfter({ epoch, seq }: StorePosition): Promise<Gathered> {
    return {
      spool: new SegmentSpool(await this.options.folder(), randomUUID(), this.options.segmentBytes),
      segments: [],
      putWeight: 0,
      room: new ManifestRoom(),
      to: { epoch, seq },
      lost: [],
      letterIds: [],
      startedMs: performance.now(),
      firstLoggedAtMicros: Infinity,
      loggedAtMicros: 0,
    };
  }

  /** Takes in what is processed of the log, and returns whether there was anything. */
  private async read(memory: Memory, committedSeq: number): Promise<boolean> {
    const { gathered } = memory;
    if (memory.waiting.length === 0 && memory.readSeq < committedSeq) {
      const read = await this.reader!.read(READ_WAIT_MS);
      if (read.hole !== undefined) {
        const toSeq = Math.min(read.hole.toSeq, committedSeq);
        const { epoch } = memory.position;
        const { fromSeq } = read.hole;
        const counted = await countedAfter(this.pool, this.shard, epoch, fromSeq - 1, toSeq);
        this.lose(gathered, { ...counted, epoch, fromSeq, toSeq });
        memory.readSeq = read.hole.toSeq;
        gathered.to.seq = toSeq;
        return true;
      }
      memory.waiting = read.entries;
      memory.emptyReads = read.entries.length === 0 ? memory.emptyReads + 1 : 0;
      if (memory.emptyReads === MAX_EMPTY_READS) await this.seekAgain(memory);
      // The position that counts is the database's: the log need not send anything again.
      for (const entry of read.entries) entry.ack();
    }
    return this.gatherCommitted(memory, committedSeq);
  }

  /** Of what was read, what was processed, until that is enough for a flush. */
  private async gatherCommitted(memory: Memory, committedSeq: number): Promise<boolean> {
    const { gathered } = memory;
    const batchSlice = memory.waiting.filter(({ seq }) => seq <= committedSeq);
    if (batchSlice.length === 0) return false;
    const slices = await slicesToStore(this.pool, this.shard, memory.position.epoch, batchSlice);
    await this.poisonGuard.check(slices, memory.position, await this.options.folder());
    // A position lies between messages: one is taken whole, and the rest waits once that is enough.
    for (const { seq, loggedAtMicros } of batchSlice) {
      for (const slice of slices.filter(({ place }) => place.seq === seq)) await this.gather(memory, slice);
      gathered.to.seq = memory.readSeq = seq;
      gathered.loggedAtMicros = loggedAtMicros;
      memory.waiting.shift();
      if (this.isFull(gathered)) break;
    }
    return true;
  }

  private isFull({ spool, segments, lost }: Gathered): boolean {
    return spool.weight >= this.options.flushBytes || spool.count + segments.length >= MAX_SEGMENTS || isFull(lost);
  }

  /** The server forgets a consumer that was not heard of for long, and does not say so to who asks for more. */
  private async seekAgain(memory: Memory): Promise<void> {
    memory.emptyReads = 0;
    await this.reader!.seek(memory.readSeq);
  }

  private async takeLetters(memory: Memory): Promise<void> {
    const letters = await lettersToStore(this.pool, this.shard);
    await this.poisonGuard.check(letters, memory.position, await this.options.folder());
    for (const letter of letters) {
      if (this.isFull(memory.gathered)) return;
      if (memory.gathered.letterIds.includes(letter.letterId)) continue;
      await this.gather(memory, letter);
      memory.gathered.letterIds.push(letter.letterId);
    }
  }

  /**
   * A record that was counted and cannot be read as a row is said to be lost, and so is the rest of a slice that cannot be
   * read on: they must not hold up all others.
   */
  private async gather(memory: Memory, stored: StoredSlice): Promise<void> {
    const { gathered, fields } = memory;
    const { spool } = gathered;
    const { slice, place } = stored;
    const { epoch, seq, loggedAtMicros } = place;
    const times = { fromMicros: loggedAtMicros, untilMicros: loggedAtMicros };
    const { organizationId } = slice;
    const ofSlice = { epoch, fromSeq: seq, toSeq: seq, ...times, slice: place.slice, organizationId };
    gathered.firstLoggedAtMicros = Math.min(gathered.firstLoggedAtMicros, loggedAtMicros);
    gathered.loggedAtMicros = Math.max(gathered.loggedAtMicros, loggedAtMicros);
    const { rest, lost } = this.poisonGuard.split(stored);
    const refused: LostRange[] = lost.map((records) => ({ ...ofSlice, ...records }));
    let reason: unknown;
    const visitor: LineVisitor = {
      take: (line) => {
        spool.add(slice, line);
        return spool.weight < this.options.flushBytes;
      },
      refuse: (records, error) => {
        addRange(refused, { ...ofSlice, ...records });
        reason ??= error;
      },
    };
    const { lines } = fields.of(slice);
    let next = rest && (await eachLine(rest, lines, visitor));
    while (rest !== undefined && next !== undefined) {
      await this.put(memory);
      next = await eachLine(rest, lines, visitor, next);
    }
    for (const range of refused) this.lose(gathered, range, reason);
  }

  private lose({ lost }: Gathered, range: LostRange, error?: unknown): void {
    addBounded(lost, range);
    this.totals.lost++;
    const why = error === undefined ? {} : describeError(error);
    this.logger.error(
      { shard: this.shard, ...range, ...why },
      'store writer: acknowledged telemetry could not be stored',
    );
  }

  /** Makes segments of what is spooled. */
  private async put({ position, gathered, fields }: Memory): Promise<void> {
    const { spool, room } = gathered;
    await this.options.ownership.check();
    gathered.putWeight += spool.weight;
    const put = await putSegments(
      {
        store: this.store,
        engine: this.engine,
        known: fields,
        newId: () => `${position.shard}-${position.n + 1}-${randomUUID()}`,
        stopping: this.stopping.signal,
        onProgress: () => (this.attemptedMs = performance.now()),
      },
      spool,
      room,
    );
    gathered.segments.push(...put.segments);
    // A line does not say when the log received it: between the first and the last of those that were gathered.
    const times = { fromMicros: gathered.firstLoggedAtMicros, untilMicros: gathered.loggedAtMicros };
    for (const { range, error } of put.lost) this.lose(gathered, { ...range, ...times }, error);
  }

  /** Files first, then the transaction that names them; a file that no committed manifest names is swept by apm. */
  private async flush(memory: Memory): Promise<void> {
    const { position, gathered } = memory;
    await this.put(memory);
    const { segments, lost, letterIds, to, loggedAtMicros, firstLoggedAtMicros } = gathered;
    const loggedFromMicros = Math.min(firstLoggedAtMicros, loggedAtMicros);
    const isSomething = segments.length + lost.length > 0;
    const manifest = isSomething ? { segments, lost, loggedAtMicros, loggedFromMicros } : undefined;
    memory.position = await commitStored(this.pool, { from: position, to, letterIds, ...(manifest && { manifest }) });
    this.poisonGuard.noteStored(memory.position);
    memory.gathered = await this.gatherAfter(memory.position);
    this.totals.rows += segments.reduce((sum, { rows }) => sum + rows, 0);
    this.totals.bytes += segments.reduce((sum, { bytes }) => sum + bytes, 0);
    this.totals.segments += segments.length;
    this.totals.untoldFields += segments.reduce((sum, { untoldFields = 0 }) => sum + untoldFields, 0);
    memory.fields.trim();
    if (manifest === undefined) return;
    this.connection.publish(MANIFEST_HINT_SUBJECT(this.shard));
    await this.options.ownership.noteStored(memory.position);
  }

  /** The log is another one: what was not stored of the old one is lost, and the new one is read from where it differs. */
  private async followEpoch(memory: Memory, { committedEpoch, commonSeq }: StoreProgress): Promise<void> {
    memory.waiting = await this.countedIn(memory);
    while (await this.gatherCommitted(memory, Infinity)) if (this.isFull(memory.gathered)) await this.flush(memory);
    const { position, gathered } = memory;
    for (let { epoch } = position; epoch < committedEpoch; epoch++) {
      const storedSeq = epoch === position.epoch ? gathered.to.seq : 0;
      const counted = await countedAfter(this.pool, position.shard, epoch, storedSeq);
      if (counted !== undefined) this.lose(gathered, { ...counted, epoch });
    }
    gathered.to = { epoch: committedEpoch, seq: commonSeq };
    await this.flush(memory);
    await this.reader!.seek(commonSeq);
    memory.waiting = [];
    memory.readSeq = commonSeq;
  }

  /** Of what was read and waits, what its epoch has counted: that is still there, where the log that held it is gone. */
  private async countedIn({ waiting, position }: Memory): Promise<DeliveredEntry[]> {
    if (waiting.length === 0) return [];
    const range = { fromSeq: waiting[0]!.seq, toSeq: waiting.at(-1)!.seq };
    const counted = await countedMessages(this.pool, position.shard, position.epoch, range);
    const countedAt = new Map(counted.map(({ seq, loggedAtMicros }) => [seq, loggedAtMicros]));
    const isOfAnother = ({ seq, loggedAtMicros }: DeliveredEntry) =>
      !isSameTime(countedAt.get(seq) ?? loggedAtMicros, loggedAtMicros);
    const end = waiting.findIndex(isOfAnother);
    return waiting.slice(0, end === -1 ? undefined : end).filter(({ seq }) => countedAt.has(seq));
  }

  private async forget(): Promise<void> {
    const spool = this.memory?.gathered.spool;
    this.memory = undefined;
    await spool?.discard().catch(() => undefined);
  }

  private report(error: unknown): void {
    const described = describeError(error);
    this.fault = reasonOf(error);
    // Names of files differ from one attempt to the next.
    const said = described.error.replace(/[0-9a-f-]{16,}/g, '');
    if (this.lastFault !== said)
      this.logger.error({ shard: this.shard, ...described }, 'store writer: storing is failing');
    this.lastFault = said;
  }
}
