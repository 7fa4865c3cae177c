/** What of the log is to be stored: slices with the marks of their judgement. */
import type { Pool } from 'pg';
import type { LogSlice } from '@spanwise/contracts/log-message';
import { deletedOrganizations } from '@spanwise/postgres/deleted-organizations';
import { decompress } from '@spanwise/otlp/decompress';
import { readLogRows, readMetricRows, readSpanRows } from '@spanwise/otlp/read-rows';
import type { RowLine, RowLines, RowPlace } from '@spanwise/segments/row-lines';
import { sliceOf, type DeadLetterRow } from '../dead-letters/dead-letters.store.js';
import { openMessage, type LogEntry } from '../judge/open-message.js';
import { isSameTime } from '../log/log-anchor.js';
import { HistoryChanged } from '../log/log-reader.js';
import { isMarked, type SliceMarks } from '../judge/slice-marks.js';

export interface StoredSlice {
  slice: LogSlice;
  place: Omit<RowPlace, 'index'>;
  marks: Pick<SliceMarks, 'duplicate' | 'late'> | undefined;
}

const NO_WATERMARK = { micros: 0, floorHour: 0 };

/**
 * Slices of committed messages that were counted at least in part, and whose organization is there. A message that nobody can
 * read has none. Throws `HistoryChanged` where the log has another message than the one that was judged.
 */
export async function slicesToStore(
  pool: Pool,
  shard: number,
  epoch: number,
  entries: readonly LogEntry[],
): Promise<StoredSlice[]> {
  const { rows } = await pool.query<Omit<SliceMarks, 'seq'> & { seq: string }>(
    'select seq, slice, whole, duplicate, late from judgements where shard = $1 and epoch = $2 and seq between $3 and $4',
    [shard, epoch, entries[0].seq, entries.at(-1)!.seq],
  );
  // One n for all organizations of a message: they were judged in one batch.
  const counted = await pool.query<{ seq: string; n: string | null; logged: string }>(
    'select distinct seq, n, logged_at_micros as logged from ledger where shard = $1 and epoch = $2 and seq between $3 and $4',
    [shard, epoch, entries[0].seq, entries.at(-1)!.seq],
  );
  const loggedAt = new Map(entries.map((entry) => [entry.seq, entry.loggedAtMicros]));
  // What was judged at this place is another message: the log has changed since.
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

/** Nothing of what was judged before deltas were noted. */
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

/** Lines of the records to store; returns how many bytes the slice inflates to. Throws when it cannot be read. */
export async function eachLine(
  { slice, place, marks }: StoredSlice,
  lines: RowLines,
  visit: (line: RowLine) => void,
): Promise<number> {
  const decoded = await decompress(slice.bytes, slice.coding);
  const keep = (index: number) => !isMarked(marks?.duplicate, index);
  const at = (index: number): RowPlace => ({ ...place, index });
  const { signal, encoding } = slice;
  if (signal === 'traces') {
    if (encoding === 'records') throw new Error('spans are not kept as records');
    readSpanRows(decoded, encoding, (row, index) => {
      if (keep(index)) visit(lines.spanLine(row, at(index), isMarked(marks?.late, index)));
    });
  } else if (signal === 'logs') {
    readLogRows(decoded, encoding, (row, index) => {
      if (keep(index)) visit(lines.logLine(row, at(index)));
    });
  } else {
    readMetricRows(decoded, encoding, (row, index) => {
      if (keep(index)) visit(lines.metricLine(row, at(index)));
    });
  }
  return decoded.length;
}
