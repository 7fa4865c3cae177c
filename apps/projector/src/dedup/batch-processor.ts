/**
 * Processes the spans of a batch of log messages: late, duplicate, dead or new, and folds the new ones. Nothing outside the
 * batch is changed: the committed keys are only read, the batch's own keys are kept apart until the commit is known.
 */
import { setImmediate } from 'node:timers/promises';
import type { GatewayHealth } from '@spanwise/contracts/base/gateway-health';
import { uuidBytes, type LogSlice } from '@spanwise/contracts/log/log-message';
import { countRecords } from '@spanwise/otlp/count-records';
import { readExceptions } from '@spanwise/otlp/read-exceptions';
import { readTraces } from '@spanwise/otlp/read-traces';
import type { SpanException, SpanRecord } from '@spanwise/span-model/span';
import { sideOf, writeSpanKey } from '@spanwise/span-model/span-key';
import { RecordBudget, TOGETHER_BYTES, type Overrun } from './budget.js';
import type { CommittedKeys } from './committed-keys.js';
import { deadLetter, deadLetterRecords } from './dead-slices.js';
import { EventTimes } from './event-times.js';
import { exceptionMinute, exceptionTime, exceptionWindow, writeExceptionKey } from './exception-key.js';
import { emptyBatchResult, type BatchResult, type LedgerEntry } from './batch-result.js';
import { KeySet } from './key-set.js';
import { BitMarks } from './slice-marks.js';
import { inflateSlice } from './open-message.js';
import type { BatchMessage, BatchSlice } from './batch-message.js';
import { sliceMinute, sliceWindow, writeSliceKey } from './slice-key.js';
import { applyPoisonMarks, type PoisonMark } from './poison-marks.js';
import { eventHour, eventMinute, hourOfMinute } from './watermark.js';

interface InflatedSlice {
  batchSlice: BatchSlice;
  decoded: Uint8Array;
  message: BatchMessage;
  entry: LedgerEntry;
}

/** The batch needs the keys of these minutes first. */
export class MissingMinutes extends Error {
  /** `batchKeys`: keys of the batch's spans by minute, of these minutes and of others. */
  constructor(
    readonly minutes: ReadonlySet<number>,
    readonly batchKeys: ReadonlyMap<number, KeySet>,
  ) {
    super('keys are not loaded');
  }
}

/** What was processed so far cannot be relied upon. */
class ProcessingTimeout extends Error {
  /** `verdict` on what took so long, where it is found. */
  constructor(readonly poisonMark: PoisonMark | undefined) {
    super('a batch takes too long to process');
  }
}

/** A batch ends behind the message that takes its inflated slices past this: small messages may inflate 200 times. */
const BATCH_DECODED_BYTES = 64 * 1024 * 1024;

export class BatchProcessor {
  private readonly key = new Uint32Array(4);
  private readonly keyWithoutSide = new Uint32Array(4);
  /** Keys of the batch under every minute that they are looked up in and that `newKeys` does not have them under. */
  private readonly lookups = new Map<number, KeySet>();
  private readonly budget = new RecordBudget();

  constructor(
    private readonly committed: CommittedKeys,
    private readonly seed: Uint32Array,
    /** Exceptions of log records join the error groups: where the only shard sees them beside the spans. */
    private readonly countsLogged: boolean,
    /** Slices of these are dropped: they are excluded from ledger, metrics and dead letters. */
    private readonly deleted: ReadonlySet<string> = new Set(),
  ) {}

  /**
   * Throws `MissingMinutes` when keys must be loaded; slices found to be poison on the way are marked in `messages`. `keep`
   * is given each verdict before it is applied.
   */
  async process(
    messages: readonly BatchMessage[],
    keep?: (poisonMark: PoisonMark) => Promise<void>,
  ): Promise<BatchResult> {
    for (;;) {
      try {
        const result = await this.attempt(messages);
        if (result !== undefined) return result;
      } catch (error) {
        if (!(error instanceof ProcessingTimeout)) throw error;
        const { poisonMark } = error;
        if (poisonMark !== undefined) {
          await keep?.(poisonMark);
          for (const message of messages) applyPoisonMarks(message, [poisonMark]);
        }
        // Heartbeats and answers go out before the next attempt.
        await setImmediate();
      }
    }
  }

  /**
   * Undefined when a slice failed half way and has left traces in the fold: the batch is processed again without it. Throws
   * `OutOfTime` likewise.
   */
  private async attempt(messages: readonly BatchMessage[]): Promise<BatchResult | undefined> {
    const result = emptyBatchResult();
    const missing = new Set<number>();
    this.lookups.clear();
    let decodedBytes = 0;
    let sound = true;
    let open: InflatedSlice[] = [];
    let openBytes = 0;
    for (const message of messages) {
      const entries = new Map<string, LedgerEntry>();
      for (const batchSlice of message.slices) {
        if (this.deleted.has(batchSlice.slice.organizationId)) continue;
        const entry = entryOf(entries, message, batchSlice.slice);
        entry.received += batchSlice.slice.recordCount;
        entry.bytes += batchSlice.slice.bytes.length;
        const decoded = await inflateSlice(batchSlice);
        if (decoded === undefined) {
          deadLetter(batchSlice, message, entry, result);
          continue;
        }
        decodedBytes += decoded.length;
        openBytes += decoded.length;
        open.push({ batchSlice, decoded, message, entry });
        // Few slices at a time are held inflated. The rest is looked through also behind one that is poison, so that one
        // more attempt does for any number of them.
        if (openBytes < TOGETHER_BYTES) continue;
        sound = this.processOpen(open, result, missing) && sound;
        [open, openBytes] = [[], 0];
      }
      if (message.gatewayHealth !== undefined) this.foldHealth(message.gatewayHealth, result);
      result.ledger.push(...entries.values());
      result.messages++;
      if (decodedBytes >= BATCH_DECODED_BYTES) break;
    }
    sound = this.processOpen(open, result, missing) && sound;
    if (missing.size > 0) throw new MissingMinutes(missing, new Map([...result.newKeys, ...this.lookups]));
    return sound ? result : undefined;
  }

  /** A deleted organization is not mentioned. */
  private foldHealth(health: GatewayHealth, result: BatchResult): void {
    const refused = health.refused.filter(
      ({ organizationId }) => organizationId === undefined || !this.deleted.has(organizationId),
    );
    result.fold.addGatewayMinute({ ...health, refused });
  }

  /** In order, slices that are watched each alone. False when one turned out to be poison; throws `OutOfTime`. */
  private processOpen(open: readonly InflatedSlice[], result: BatchResult, missing: Set<number>): boolean {
    let sound = true;
    let at = 0;
    const processNext = () => {
      const { batchSlice, decoded, message, entry } = open[at]!;
      const isSound =
        batchSlice.slice.signal === 'traces'
          ? this.processSpans(batchSlice, decoded, message, entry, result, missing)
          : this.processWhole(batchSlice, decoded, message, entry, result, missing);
      sound &&= isSound;
      at++;
    };
    while (at < open.length) {
      const { batchSlice, decoded, message } = open[at]!;
      if (batchSlice.watch !== undefined) {
        const overrun = this.budget.runAlone(batchSlice.watch, decoded.length, processNext);
        if (overrun !== undefined) throw new ProcessingTimeout(poisonMarkOf(overrun, message, batchSlice));
        continue;
      }
      const watched = open.findIndex((one, index) => index > at && one.batchSlice.watch !== undefined);
      const end = watched < 0 ? open.length : watched;
      const bytes = open.slice(at, end).reduce((sum, one) => sum + one.decoded.length, 0);
      const within = this.budget.runTogether(bytes, () => {
        while (at < end) processNext();
      });
      if (within) continue;
      open[at]!.batchSlice.watch = { dead: new Map(), patience: 1 };
      throw new ProcessingTimeout(undefined);
    }
    return sound;
  }

  /** False when the slice turned out to be poison; it is marked then. */
  private processSpans(
    batchSlice: BatchSlice,
    decoded: Uint8Array,
    message: BatchMessage,
    entry: LedgerEntry,
    result: BatchResult,
    missing: Set<number>,
  ): boolean {
    const { slice } = batchSlice;
    const { seq, watermark, loggedAtMicros } = message;
    const { floorHour } = watermark;
    const organization = uuidBytes(slice.organizationId);
    const [duplicate, late] = [new BitMarks(), new BitMarks()];
    let index = 0;
    const isFirst = (exception: SpanException, span: SpanRecord): boolean =>
      !this.countsLogged ||
      this.isFirstReport(span, exception, exceptionTime(exception, span), organization, result, missing);
    try {
      if (slice.encoding === 'records') throw new Error('spans are not kept as records');
      const count = readTraces(decoded, slice.encoding, (span) => {
        this.budget.begin(index);
        const minute = eventMinute(span.startMicros);
        if (batchSlice.watch?.dead.has(index)) {
          result.fold.addGap(slice.organizationId, minute, 'flush_failed', 1);
          duplicate.set(index);
        } else if (hourOfMinute(minute) < floorHour) {
          entry.late++;
          entry.times.add(span.startMicros, loggedAtMicros);
          late.set(index);
          result.fold.addGap(slice.organizationId, minute, 'late_dropped', 1);
        } else if (this.isNew(span, minute, organization, result, missing)) {
          entry.counted++;
          entry.times.add(span.startMicros, loggedAtMicros);
          result.fold.add(slice.organizationId, span, isFirst);
        } else {
          entry.duplicate++;
          duplicate.set(index);
        }
        index++;
        this.budget.end();
      });
      deadLetterRecords(batchSlice, decoded, message, entry, result);
      if (duplicate.bytes !== null || late.bytes !== null) {
        const marks = { duplicate: duplicate.bytes, late: late.bytes };
        result.marks.push({ seq, slice: batchSlice.index, whole: false, ...marks });
      }
      if (count === slice.recordCount) return true;
      batchSlice.poison = {
        reason: 'wrong_count',
        detail: `the slice announces ${slice.recordCount} spans and holds ${count}`,
      };
    } catch (error) {
      batchSlice.poison = { reason: 'not_decodable', detail: (error as Error).message };
    }
    return false;
  }

  /** Records without ids are new or repeated with their whole slice. False as above. */
  private processWhole(
    batchSlice: BatchSlice,
    decoded: Uint8Array,
    message: BatchMessage,
    entry: LedgerEntry,
    result: BatchResult,
    missing: Set<number>,
  ): boolean {
    const { slice } = batchSlice;
    const { seq, loggedAtMicros } = message;
    try {
      const times = new EventTimes();
      const count = countRecords(decoded, slice.encoding, slice.signal, (micros) => times.add(micros, loggedAtMicros));
      if (count === slice.recordCount) {
        const isNew = this.isNewSlice(slice, loggedAtMicros, result, missing);
        if (!isNew) {
          entry.duplicate += count;
          result.marks.push({ seq, slice: batchSlice.index, whole: true, duplicate: null, late: null });
          return true;
        }
        const dead = deadLetterRecords(batchSlice, decoded, message, entry, result);
        entry.counted += count - dead.length;
        entry.times.include(times);
        if (dead.length > 0) {
          const unstored = new BitMarks();
          for (const place of dead) unstored.set(place);
          result.marks.push({ seq, slice: batchSlice.index, whole: false, duplicate: unstored.bytes, late: null });
        }
        if (slice.signal === 'logs') this.foldExceptions(batchSlice, decoded, message, result, missing);
        return true;
      }
      batchSlice.poison = {
        reason: 'wrong_count',
        detail: `the slice announces ${slice.recordCount} records and holds ${count}`,
      };
    } catch (error) {
      batchSlice.poison = { reason: 'not_decodable', detail: (error as Error).message };
    }
    return false;
  }

  private isNewSlice(slice: LogSlice, loggedAtMicros: number, result: BatchResult, missing: Set<number>): boolean {
    if (slice.dedupeKey === undefined) return true;
    writeSliceKey(this.key, slice, slice.dedupeKey, this.seed);
    return this.isNewWithin(sliceWindow(loggedAtMicros), sliceMinute(loggedAtMicros), result, missing);
  }

  /** Exceptions of new log records; those before the lateness horizon, like spans, are excluded from metrics. */
  private foldExceptions(
    { slice, watch }: BatchSlice,
    decoded: Uint8Array,
    { loggedAtMicros, watermark: { floorHour } }: BatchMessage,
    result: BatchResult,
    missing: Set<number>,
  ): void {
    if (!this.countsLogged) return;
    const organization = uuidBytes(slice.organizationId);
    readExceptions(decoded, slice.encoding, loggedAtMicros, (exception, index) => {
      const { timeMicros, idBytes } = exception;
      if (eventHour(timeMicros) < floorHour || watch?.dead.has(index)) return;
      this.budget.begin(index);
      const ids = { idBytes, traceIdAt: 0, spanIdAt: 16 };
      if (this.isFirstReport(ids, exception, timeMicros, organization, result, missing))
        result.fold.addException(slice.organizationId, exception);
      this.budget.end();
    });
  }

  /** False when an event of the same span, or a record that names it, has reported the exception before. */
  private isFirstReport(
    ids: { idBytes: Uint8Array; traceIdAt: number; spanIdAt: number },
    exception: { type: string; message: string },
    timeMicros: number,
    organization: Uint8Array,
    result: BatchResult,
    missing: Set<number>,
  ): boolean {
    writeExceptionKey(this.key, organization, ids, exception, this.seed);
    const minute = exceptionMinute(timeMicros);
    return this.isNewWithin(exceptionWindow(minute), minute, result, missing);
  }

  /** Whether `this.key` is in no minute of the window; then it is of `minute` from now on. */
  private isNewWithin(window: readonly number[], minute: number, result: BatchResult, missing: Set<number>): boolean {
    let known = false;
    for (const looked of window) {
      keysAt(this.lookups, looked).add(this.key, 0);
      const committed = this.committed.find(looked);
      if (committed === undefined) missing.add(looked);
      known ||= committed?.has(this.key, 0) === true || result.newKeys.get(looked)?.has(this.key, 0) === true;
    }
    return !known && keysAt(result.newKeys, minute).add(this.key, 0);
  }

  private isNew(
    span: SpanRecord,
    minute: number,
    organization: Uint8Array,
    result: BatchResult,
    missing: Set<number>,
  ): boolean {
    if (span.traceIdAt < 0 || span.spanIdAt < 0) throw new Error('a span has no valid ids');
    const { idBytes, traceIdAt, spanIdAt } = span;
    writeSpanKey(this.key, 0, organization, idBytes, traceIdAt, spanIdAt, this.seed, sideOf(span.kind));
    const committed = this.committed.find(minute);
    if (committed?.has(this.key, 0)) return false;
    if (committed === undefined || committed.hasKeysWithoutSide) {
      writeSpanKey(this.keyWithoutSide, 0, organization, idBytes, traceIdAt, spanIdAt, this.seed);
      if (committed?.has(this.keyWithoutSide, 0)) return false;
    }
    if (committed === undefined) {
      missing.add(minute);
      const looked = keysAt(this.lookups, minute);
      looked.add(this.key, 0);
      looked.add(this.keyWithoutSide, 0);
    }
    return keysAt(result.newKeys, minute).add(this.key, 0);
  }
}

function poisonMarkOf(overrun: Overrun, message: BatchMessage, batchSlice: BatchSlice): PoisonMark | undefined {
  if (overrun === 'more patience') return undefined;
  const { seq, loggedAtMicros } = message;
  return { seq, loggedAtMicros, slice: batchSlice.index, record: overrun.record, reason: 'over_budget' };
}

function keysAt(sets: Map<number, KeySet>, minute: number): KeySet {
  let keys = sets.get(minute);
  if (keys === undefined) sets.set(minute, (keys = new KeySet()));
  return keys;
}

function entryOf(entries: Map<string, LedgerEntry>, message: BatchMessage, slice: LogSlice): LedgerEntry {
  const { organizationId, signal } = slice;
  const key = `${organizationId} ${signal}`;
  let entry = entries.get(key);
  if (entry === undefined) {
    const { seq, loggedAtMicros } = message;
    const nothing = { bytes: 0, received: 0, counted: 0, duplicate: 0, late: 0, dead: 0 };
    entry = { seq, loggedAtMicros, organizationId, signal, ...nothing, times: new EventTimes() };
    entries.set(key, entry);
  }
  return entry;
}
