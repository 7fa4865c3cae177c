/** What of the log is to be stored: slices with the marks of their processing. */
import type { Pool } from 'pg';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { deletedOrganizations } from '@spanwise/postgres/deleted-organizations';
import { decompress } from '@spanwise/otlp/decompress';
import { readLogRows, readMetricRows, readSpanRows } from '@spanwise/otlp/read-rows';
import type { RowLine, RowLines, RowPlace } from '@spanwise/segments/row-lines';
import { sliceOf, type DeadLetterRow } from '../dead-letters/dead-letters.store.js';
import { openMessage, type LogEntry } from '../dedup/open-message.js';
import { isSameTime } from '../log/log-anchor.js';
import { HistoryChanged } from '../log/log-reader.js';
import { isMarked, type SliceMarks } from '../dedup/slice-marks.js';

export interface StoredSlice {
  slice: LogSlice;
  place: Omit<RowPlace, 'index'>;
  marks: Pick<SliceMarks, 'duplicate' | 'late'> | undefined;
}

const NO_WATERMARK = { micros: 0, floorHour: 0 };

/**
 * Slices of committed messages that were counted at least in part, and whose organization is there. An unreadable message
 * has none. Throws `HistoryChanged` where the log has another message than the one that was processed.
 */
export async function slicesToStore(
  pool: Pool,
  shard: number,
  epoch: number,
  entries: readonly LogEntry[],
): Promise<StoredSlice[]> {
  const { rows } = await pool.query<Omit<SliceMarks, 'seq'> & { seq: string }>(
    'select seq, slice, whole, duplicate, late from judgements where shard = $1 and epoch = $2 and seq between $3 and $4',
    [shard, epoch, entries[0]!.seq, entries.at(-1)!.seq],
  );
  // One n for all organizations of a message: they were processed in one batch.
  const counted = await pool.query<{ seq: string; n: string | null; logged: string }>(
    'select distinct seq, n, logged_at_micros as logged from ledger where shard = $1 and epoch = $2 and seq between $3 and $4',
    [shard, epoch, entries[0]!.seq, entries.at(-1)!.seq],
  );
  const loggedAt = new Map(entries.map((entry) => [entry.seq, entry.loggedAtMicros]));
  // Another message was processed at this offset: the log has changed since.
  if (counted.rows.some((row) => !isSameTime(loggedAt.get(Number(row.seq)) ?? 0, Number(row.logged))))
    throw new HistoryChanged();
  const deleted = await deletedOrganizations(pool);
  const deltas = new Map(counted.rows.map((row) => [Number(row.seq), row.n]));
  const marks = new Map(rows.map((row) => [`${row.seq} ${row.slice}`, row]));
  return entries.flatMap((entry) =>
    openMessage(entry, NO_WATERMARK).slices.flatMap(({ slice, index, poison }) => {
      const marked = marks.get(`${entry.seq} ${index}`);
      if (poison !== undefined || marked?.whole || deleted.has(slice.organizationId)) return [];
      const { seq, loggedAtMicros } = entry;
      const place = { shard, epoch, seq, slice: index, loggedAtMicros, ...deltaIn(deltas.get(seq)) };
      return [{ slice, place, marks: marked }];
    }),
  );
}

/** Nothing of what was processed before deltas were noted. */
const deltaIn = (n: string | null | undefined): { delta?: number } => (n == null ? {} : { delta: Number(n) });

const LETTERS_AT_ONCE = 16;

/** Replayed dead letters that are not stored yet, with the marks of their replay. */
export async function lettersToStore(pool: Pool, shard: number): Promise<(StoredSlice & { letterId: string })[]> {
  const { rows } = await pool.query<DeadLetterRow & Pick<SliceMarks, 'duplicate' | 'late'>>(
    'select * from dead_letters where shard = $1 and unstored order by id limit $2',
    [shard, LETTERS_AT_ONCE],
  );
  return rows.map((row) => ({
    letterId: row.id,
    slice: sliceOf(row),
    place: {
      shard,
      epoch: row.epoch,
      seq: Number(row.seq),
      slice: row.slice,
      loggedAtMicros: Number(row.logged_at_micros),
      ...deltaIn(row.n),
    },
    marks: row,
  }));
}

/** Takes the lines of a slice. */
export interface LineVisitor {
  /** Whether more lines are wanted now. */
  take: (line: RowLine) => boolean;
  /** A record that cannot be made into a line, or with the index of the first all that are left of a slice. */
  refuse: (records: { fromIndex: number; toIndex?: number }, error: unknown) => void;
}

class Enough {
  constructor(readonly index: number) {}
}

/**
 * Visits the lines of the records to store from the `first` on. Returns the index of the record to go on with where `take`
 * wants no more, and undefined at the end. Throws for a fault of this machine alone.
 */
export async function eachLine(
  stored: StoredSlice,
  lines: RowLines,
  { take, refuse }: LineVisitor,
  first = 0,
): Promise<number | undefined> {
  let next = 0;
  const visit = (index: number, lineAt: (place: RowPlace) => RowLine) => {
    next = index + 1;
    if (index < first || isMarked(stored.marks?.duplicate, index)) return;
    let isWanted = true;
    try {
      isWanted = take(lineAt({ ...stored.place, index }));
    } catch (error) {
      if (isFaultOfMachine(error)) throw error;
      refuse({ fromIndex: index, toIndex: index }, error);
    }
    if (!isWanted) throw new Enough(next);
  };
  try {
    await readLines(stored, lines, visit);
  } catch (error) {
    if (error instanceof Enough) return error.index;
    if (isFaultOfMachine(error)) throw error;
    refuse({ fromIndex: Math.max(first, next) }, error);
  }
  return undefined;
}

async function readLines(
  { slice, marks }: StoredSlice,
  lines: RowLines,
  visit: (index: number, lineAt: (place: RowPlace) => RowLine) => void,
): Promise<void> {
  const { signal, encoding } = slice;
  const decoded = await decompress(slice.bytes, slice.coding);
  if (signal === 'traces') {
    if (encoding === 'records') throw new Error('spans are not kept as records');
    readSpanRows(decoded, encoding, (row, index) =>
      visit(index, (at) => lines.spanLine(row, at, isMarked(marks?.late, index))),
    );
  } else if (signal === 'logs') {
    readLogRows(decoded, encoding, (row, index) => visit(index, (at) => lines.logLine(row, at)));
  } else {
    readMetricRows(decoded, encoding, (row, index) => visit(index, (at) => lines.metricLine(row, at)));
  }
}

/** Of the disk, or for want of memory: nothing is wrong with the slice. */
const isFaultOfMachine = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).syscall !== undefined ||
  /allocation failed|out of memory|insufficient memory/i.test(error instanceof Error ? error.message : '');
