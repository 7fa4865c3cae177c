/**
 * Judges the spans of a batch of log messages: late, duplicate, dead or new, and folds the new ones. Nothing outside the
 * batch is changed: the committed keys are only read, the batch's own keys are kept apart until the commit is known.
 */
import { uuidBytes, type LogSlice, type SliceSignal } from '@spanwise/contracts/log-message';
import { countRecords } from '@spanwise/otlp/count-records';
import { readExceptions } from '@spanwise/otlp/read-exceptions';
import { readTraces } from '@spanwise/otlp/read-traces';
import { DeltaFold } from '@spanwise/span-model/delta';
import type { SpanException, SpanRecord } from '@spanwise/span-model/span';
import { writeSpanKey } from '@spanwise/span-model/span-key';
import type { CommittedKeys } from './committed-keys.js';
import { exceptionMinute, exceptionTime, exceptionWindow, writeExceptionKey } from './exception-key.js';
import { KeySet } from './key-set.js';
import { BitMarks, type SliceMarks } from './slice-marks.js';
import { inflateSlice, type JudgedMessage, type JudgedSlice } from './open-message.js';
import { sliceMinute, sliceWindow, writeSliceKey } from './slice-key.js';
import { eventHour, eventMinute, hourOfMinute } from './watermark.js';

export interface LedgerEntry {
  seq: number;
  loggedAtMicros: number;
  organizationId: string;
  signal: SliceSignal;
  /** Of the slices as they lie in the log. */
  bytes: number;
  received: number;
  counted: number;
  duplicate: number;
  late: number;
  dead: number;
}

export interface DeadSlice {
  seq: number;
  loggedAtMicros: number;
  floorHour: number;
  judged: JudgedSlice;
}

export interface Judgement {
  /** How many of the messages were judged, from the first on: a batch ends early when it inflates to too much. */
  messages: number;
  fold: DeltaFold;
  /** By minute of the span's start, or of the slice (`slice-key.ts`). */
  newKeys: Map<number, KeySet>;
  ledger: LedgerEntry[];
  dead: DeadSlice[];
  /** Of the slices that were not counted whole. */
  marks: SliceMarks[];
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

/** A batch ends behind the message that takes its inflated slices past this: small messages may inflate 200 times. */
const BATCH_DECODED_BYTES = 64 * 1024 * 1024;

export const emptyJudgement = (): Judgement => ({
  messages: 0,
  fold: new DeltaFold(),
  newKeys: new Map(),
  ledger: [],
  dead: [],
  marks: [],
});

export class BatchJudge {
  private readonly key = new Uint32Array(4);
  /** Keys of the batch's slices and exceptions under every minute that they are looked up in. */
  private readonly windowLookups = new Map<number, KeySet>();

  constructor(
    private readonly committed: CommittedKeys,
    private readonly seed: Uint32Array,
    /** Exceptions of log records join the error groups: where the only shard sees them beside the spans. */
    private readonly countsLogged: boolean,
  ) {}

  /** Throws `MissingMinutes` when keys must be loaded; slices found to be poison on the way are marked in `messages`. */
  async judge(messages: readonly JudgedMessage[]): Promise<Judgement> {
    for (;;) {
      const judgement = await this.attempt(messages);
      if (judgement !== undefined) return judgement;
    }
  }

  /** Undefined when a slice failed half way and has left traces in the fold: the batch is judged anew without it. */
  private async attempt(messages: readonly JudgedMessage[]): Promise<Judgement | undefined> {
    const judgement = emptyJudgement();
    const missing = new Set<number>();
    this.windowLookups.clear();
    let decodedBytes = 0;
    let spoiled = false;
    for (const message of messages) {
      const { seq, loggedAtMicros, watermark } = message;
      const entries = new Map<string, LedgerEntry>();
      for (const judged of message.slices) {
        const entry = entryOf(entries, message, judged.slice);
        entry.received += judged.slice.recordCount;
        entry.bytes += judged.slice.bytes.length;
        // One slice at a time is held inflated.
        const decoded = await inflateSlice(judged);
        decodedBytes += decoded?.length ?? 0;
        if (decoded === undefined) {
          entry.dead += judged.slice.recordCount;
          // When they started nobody can read; they were acknowledged and are not in the figures.
          const { organizationId, recordCount, signal } = judged.slice;
          if (recordCount > 0 && signal === 'traces')
            judgement.fold.addGap(organizationId, eventMinute(loggedAtMicros), 'flush_failed', recordCount);
          judgement.dead.push({ seq, loggedAtMicros, floorHour: watermark.floorHour, judged });
          judgement.marks.push({ seq, slice: judged.index, whole: true, duplicate: null, late: null });
        } else if (
          judged.slice.signal === 'traces'
            ? !this.judgeSpans(judged, decoded, message, entry, judgement, missing)
            : !this.judgeWhole(judged, decoded, message, entry, judgement, missing)
        ) {
          // The rest is looked through all the same, so that one more attempt does for any number of such slices.
          spoiled = true;
        }
      }
      judgement.ledger.push(...entries.values());
      judgement.messages++;
      if (decodedBytes >= BATCH_DECODED_BYTES) break;
    }
    if (missing.size > 0) throw new MissingMinutes(missing, new Map([...judgement.newKeys, ...this.windowLookups]));
    return spoiled ? undefined : judgement;
  }

  /** False when the slice turned out to be poison; it is marked then. */
  private judgeSpans(
    judged: JudgedSlice,
    decoded: Uint8Array,
    { seq, watermark: { floorHour } }: JudgedMessage,
    entry: LedgerEntry,
    judgement: Judgement,
    missing: Set<number>,
  ): boolean {
    const { slice } = judged;
    const organization = uuidBytes(slice.organizationId);
    const [duplicate, late] = [new BitMarks(), new BitMarks()];
    let index = 0;
    const isFirst = (exception: SpanException, span: SpanRecord): boolean =>
      !this.countsLogged ||
      this.isFirstReport(span, exception, exceptionTime(exception, span), organization, judgement, missing);
    try {
      if (slice.encoding === 'records') throw new Error('spans are not kept as records');
      const count = readTraces(decoded, slice.encoding, (span) => {
        const minute = eventMinute(span.startMicros);
        if (hourOfMinute(minute) < floorHour) {
          entry.late++;
          late.set(index);
          judgement.fold.addGap(slice.organizationId, minute, 'late_dropped', 1);
        } else if (this.isNew(span, minute, organization, judgement, missing)) {
          entry.counted++;
          judgement.fold.add(slice.organizationId, span, isFirst);
        } else {
          entry.duplicate++;
          duplicate.set(index);
        }
        index++;
      });
      if (duplicate.bytes !== null || late.bytes !== null) {
        const marks = { duplicate: duplicate.bytes, late: late.bytes };
        judgement.marks.push({ seq, slice: judged.index, whole: false, ...marks });
      }
      if (count === slice.recordCount) return true;
      judged.poison = `the slice announces ${slice.recordCount} spans and holds ${count}`;
    } catch (error) {
      judged.poison = `the slice cannot be decoded: ${(error as Error).message}`;
    }
    return false;
  }

  /** Records without ids are new or repeated with their whole slice. False as above. */
  private judgeWhole(
    judged: JudgedSlice,
    decoded: Uint8Array,
    message: JudgedMessage,
    entry: LedgerEntry,
    judgement: Judgement,
    missing: Set<number>,
  ): boolean {
    const { slice } = judged;
    const { seq, loggedAtMicros } = message;
    try {
      const count = countRecords(decoded, slice.encoding, slice.signal);
      if (count === slice.recordCount) {
        const isNew = this.isNewSlice(slice, loggedAtMicros, judgement, missing);
        entry[isNew ? 'counted' : 'duplicate'] += count;
        if (!isNew) judgement.marks.push({ seq, slice: judged.index, whole: true, duplicate: null, late: null });
        else if (slice.signal === 'logs') this.foldExceptions(slice, decoded, message, judgement, missing);
        return true;
      }
      judged.poison = `the slice announces ${slice.recordCount} records and holds ${count}`;
    } catch (error) {
      judged.poison = `the slice cannot be decoded: ${(error as Error).message}`;
    }
    return false;
  }

  private isNewSlice(slice: LogSlice, loggedAtMicros: number, judgement: Judgement, missing: Set<number>): boolean {
    if (slice.dedupeKey === undefined) return true;
    writeSliceKey(this.key, slice, slice.dedupeKey, this.seed);
    return this.isNewWithin(sliceWindow(loggedAtMicros), sliceMinute(loggedAtMicros), judgement, missing);
  }

  /** Exceptions of new log records; those before the lateness horizon, like spans, are in no figure. */
  private foldExceptions(
    slice: LogSlice,
    decoded: Uint8Array,
    { loggedAtMicros, watermark: { floorHour } }: JudgedMessage,
    judgement: Judgement,
    missing: Set<number>,
  ): void {
    if (!this.countsLogged) return;
    const organization = uuidBytes(slice.organizationId);
    readExceptions(decoded, slice.encoding, loggedAtMicros, (exception) => {
      const { timeMicros, idBytes } = exception;
      if (eventHour(timeMicros) < floorHour) return;
      const ids = { idBytes, traceIdAt: 0, spanIdAt: 16 };
      if (this.isFirstReport(ids, exception, timeMicros, organization, judgement, missing))
        judgement.fold.addException(slice.organizationId, exception);
    });
  }

  /** False when an event of the same span, or a record that names it, has reported the exception before. */
  private isFirstReport(
    ids: { idBytes: Uint8Array; traceIdAt: number; spanIdAt: number },
    exception: { type: string; message: string },
    timeMicros: number,
    organization: Uint8Array,
    judgement: Judgement,
    missing: Set<number>,
  ): boolean {
    writeExceptionKey(this.key, organization, ids, exception, this.seed);
    const minute = exceptionMinute(timeMicros);
    return this.isNewWithin(exceptionWindow(minute), minute, judgement, missing);
  }

  /** Whether `this.key` is in no minute of the window; then it is of `minute` from now on. */
  private isNewWithin(window: readonly number[], minute: number, judgement: Judgement, missing: Set<number>): boolean {
    let known = false;
    for (const looked of window) {
      keysAt(this.windowLookups, looked).add(this.key, 0);
      const committed = this.committed.find(looked);
      if (committed === undefined) missing.add(looked);
      known ||= committed?.has(this.key, 0) === true || judgement.newKeys.get(looked)?.has(this.key, 0) === true;
    }
    return !known && keysAt(judgement.newKeys, minute).add(this.key, 0);
  }

  private isNew(
    span: SpanRecord,
    minute: number,
    organization: Uint8Array,
    judgement: Judgement,
    missing: Set<number>,
  ): boolean {
    if (span.traceIdAt < 0 || span.spanIdAt < 0) throw new Error('a span has no valid ids');
    writeSpanKey(this.key, 0, organization, span.idBytes, span.traceIdAt, span.spanIdAt, this.seed);
    const committed = this.committed.find(minute);
    if (committed === undefined) missing.add(minute);
    else if (committed.has(this.key, 0)) return false;
    return keysAt(judgement.newKeys, minute).add(this.key, 0);
  }
}

function keysAt(sets: Map<number, KeySet>, minute: number): KeySet {
  let keys = sets.get(minute);
  if (keys === undefined) sets.set(minute, (keys = new KeySet()));
  return keys;
}

function entryOf(entries: Map<string, LedgerEntry>, message: JudgedMessage, slice: LogSlice): LedgerEntry {
  const { organizationId, signal } = slice;
  const key = `${organizationId} ${signal}`;
  let entry = entries.get(key);
  if (entry === undefined) {
    const { seq, loggedAtMicros } = message;
    const nothing = { bytes: 0, received: 0, counted: 0, duplicate: 0, late: 0, dead: 0 };
    entry = { seq, loggedAtMicros, organizationId, signal, ...nothing };
    entries.set(key, entry);
  }
  return entry;
}
