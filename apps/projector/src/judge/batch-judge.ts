/**
 * Judges the spans of a batch of log messages: late, duplicate, dead or new, and folds the new ones. Nothing outside the
 * batch is changed: the committed keys are only read, the batch's own keys are kept apart until the commit is known.
 */
import { sliceDigest, uuidBytes, type LogSlice } from '@spanwise/contracts/log-message';
import { readTraces } from '@spanwise/otlp/read-traces';
import { DeltaFold } from '@spanwise/span-model/delta';
import type { SpanRecord } from '@spanwise/span-model/span';
import { writeSpanKey } from '@spanwise/span-model/span-key';
import type { CommittedKeys } from './committed-keys.js';
import { KeySet } from './key-set.js';
import { eventHour, type Watermark } from './watermark.js';

/** A slice of a log message with its bytes inflated, or the reason why it cannot be read. */
export interface JudgedSlice {
  slice: LogSlice;
  index: number;
  decoded: Uint8Array | undefined;
  poison: string | undefined;
}

export interface JudgedMessage {
  seq: number;
  loggedAtMicros: number;
  watermark: Watermark;
  slices: JudgedSlice[];
}

export interface LedgerEntry {
  seq: number;
  loggedAtMicros: number;
  organizationId: string;
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
  fold: DeltaFold;
  newKeys: Map<number, KeySet>;
  ledger: LedgerEntry[];
  dead: DeadSlice[];
}

/** The batch needs the keys of these hours first. */
export class MissingHours extends Error {
  constructor(readonly hours: ReadonlySet<number>) {
    super('keys are not loaded');
  }
}

const MINUTE_MICROS = 60_000_000;

export class BatchJudge {
  private readonly key = new Uint32Array(4);

  constructor(
    private readonly committed: CommittedKeys,
    private readonly seed: Uint32Array,
  ) {}

  /** Throws `MissingHours` when keys must be loaded; slices found to be poison on the way are marked in `messages`. */
  judge(messages: JudgedMessage[]): Judgement {
    for (;;) {
      const judgement = this.attempt(messages);
      // A slice that failed half way has left traces in the fold: the batch is judged anew without it.
      if (judgement !== undefined) return judgement;
    }
  }

  private attempt(messages: JudgedMessage[]): Judgement | undefined {
    const judgement: Judgement = { fold: new DeltaFold(), newKeys: new Map(), ledger: [], dead: [] };
    const missing = new Set<number>();
    for (const message of messages) {
      const entries = new Map<string, LedgerEntry>();
      for (const judged of message.slices) {
        const entry = entryOf(entries, message, judged.slice.organizationId);
        entry.received += judged.slice.spanCount;
        if (judged.poison !== undefined) {
          entry.dead += judged.slice.spanCount;
          const { seq, loggedAtMicros, watermark } = message;
          judgement.dead.push({ seq, loggedAtMicros, floorHour: watermark.floorHour, judged });
        } else if (!this.judgeSlice(judged, message.watermark.floorHour, entry, judgement, missing)) {
          return undefined;
        }
      }
      judgement.ledger.push(...entries.values());
    }
    if (missing.size > 0) throw new MissingHours(missing);
    return judgement;
  }

  /** False when the slice turned out to be poison; it is marked then. */
  private judgeSlice(
    judged: JudgedSlice,
    floorHour: number,
    entry: LedgerEntry,
    judgement: Judgement,
    missing: Set<number>,
  ): boolean {
    const { slice } = judged;
    const organization = uuidBytes(slice.organizationId);
    try {
      const count = readTraces(judged.decoded!, slice.encoding, (span) => {
        const hour = eventHour(span.startMicros);
        if (hour < floorHour) {
          entry.late++;
          judgement.fold.addGap(slice.organizationId, Math.floor(span.startMicros / MINUTE_MICROS), 'late_dropped', 1);
        } else if (this.isNew(span, hour, organization, judgement, missing)) {
          entry.counted++;
          judgement.fold.add(slice.organizationId, span);
        } else entry.duplicate++;
      });
      if (count === slice.spanCount) return true;
      judged.poison = `the slice announces ${slice.spanCount} spans and holds ${count}`;
    } catch (error) {
      judged.poison = `the slice cannot be decoded: ${(error as Error).message}`;
    }
    return false;
  }

  private isNew(
    span: SpanRecord,
    hour: number,
    organization: Uint8Array,
    judgement: Judgement,
    missing: Set<number>,
  ): boolean {
    if (span.traceIdAt < 0 || span.spanIdAt < 0) throw new Error('a span has no valid ids');
    writeSpanKey(this.key, 0, organization, span.idBytes, span.traceIdAt, span.spanIdAt, this.seed);
    const committed = this.committed.find(hour);
    if (committed === undefined) missing.add(hour);
    else if (committed.has(this.key, 0)) return false;
    let fresh = judgement.newKeys.get(hour);
    if (fresh === undefined) judgement.newKeys.set(hour, (fresh = new KeySet()));
    return fresh.add(this.key, 0);
  }
}

function entryOf(entries: Map<string, LedgerEntry>, message: JudgedMessage, organizationId: string): LedgerEntry {
  let entry = entries.get(organizationId);
  if (entry === undefined) {
    const { seq, loggedAtMicros } = message;
    entry = { seq, loggedAtMicros, organizationId, received: 0, counted: 0, duplicate: 0, late: 0, dead: 0 };
    entries.set(organizationId, entry);
  }
  return entry;
}

export function digestMatches(slice: LogSlice): boolean {
  return sliceDigest(slice.bytes).equals(slice.sha256);
}
