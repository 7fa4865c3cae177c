/** Slices that could not be read: kept whole until they are replayed or given up (PROTO-15). */
import type { Pool, PoolClient } from 'pg';
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import {
  SLICE_SIGNALS,
  sliceDigest,
  type LogSlice,
  type SliceCoding,
  type SliceEncoding,
} from '@spanwise/contracts/log/log-message';
import type { DeadLetterView } from '@spanwise/contracts/log/projector';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { LedgerEntry } from '../dedup/batch-result.js';
import type { SliceMarks } from '../dedup/slice-marks.js';

export interface DeadLetterRow {
  id: string;
  shard: number;
  epoch: number;
  seq: string;
  slice: number;
  organization_id: string;
  logged_at_micros: string;
  span_count: string;
  floor_hour: number;
  encoding: SliceEncoding;
  coding: SliceCoding;
  stream: string;
  signal: number;
  dedupe_key: Buffer | null;
  /** Of the delta that counted the letter's records, once it is replayed. */
  n: string | null;
  bytes: Buffer;
  reason: string;
  state: DeadLetterView['state'];
}

const MAX_LISTED = 200;

export async function listLetters(pool: Pool): Promise<DeadLetterView[]> {
  const { rows } = await pool.query<DeadLetterRow>('select * from dead_letters order by created_at desc, id limit $1', [
    MAX_LISTED,
  ]);
  return rows.map(viewOf);
}

export async function moveInLedger(client: PoolClient, letter: DeadLetterRow, entry: LedgerEntry): Promise<void> {
  const claimed = await client.query("update dead_letters set state = 'replayed' where id = $1 and state = 'open'", [
    letter.id,
  ]);
  if (claimed.rowCount !== 1) throw conflict('The dead letter was resolved meanwhile.');
  const moved = await client.query(
    `update ledger set counted = counted + $5, duplicate = duplicate + $6, late = late + $7, dead = dead - $8
      where shard = $1 and epoch = $2 and seq = $3 and organization_id = $4 and signal = $9`,
    [
      letter.shard,
      letter.epoch,
      letter.seq,
      letter.organization_id,
      entry.counted,
      entry.duplicate,
      entry.late,
      letter.span_count,
      letter.signal,
    ],
  );
  if (moved.rowCount !== 1) throw new Error('the ledger row of a dead letter is missing');
}

/** The store writer takes the letter's records from here, as it takes those of the log from the log. */
export async function askToStore(
  client: PoolClient,
  letter: DeadLetterRow,
  n: number,
  marks: SliceMarks | undefined,
): Promise<void> {
  await client.query('update dead_letters set unstored = $2, duplicate = $3, late = $4, n = $5 where id = $1', [
    letter.id,
    !(marks?.whole ?? false),
    marks?.duplicate ?? null,
    marks?.late ?? null,
    n,
  ]);
}

export async function findOpen(pool: Pool, id: string): Promise<DeadLetterRow> {
  const { rows } = await pool.query<DeadLetterRow>('select * from dead_letters where id = $1', [id]);
  if (rows.length === 0) throw notFound('There is no such dead letter.');
  if (rows[0]!.state !== 'open') throw conflict(`The dead letter is already ${rows[0]!.state}.`);
  return rows[0]!;
}

export async function closeLetter(
  pool: Pool,
  letter: DeadLetterRow,
  state: DeadLetterView['state'],
): Promise<DeadLetterView> {
  return inTransaction(pool, {}, async (client) => {
    const { rowCount } = await client.query("update dead_letters set state = $2 where id = $1 and state = 'open'", [
      letter.id,
      state,
    ]);
    if (rowCount !== 1) throw conflict('The dead letter was resolved meanwhile.');
    return viewOf({ ...letter, state });
  });
}

export const sliceOf = (letter: DeadLetterRow): LogSlice => ({
  organizationId: letter.organization_id,
  stream: letter.stream,
  signal: SLICE_SIGNALS[letter.signal]!,
  ...(letter.dedupe_key && { dedupeKey: letter.dedupe_key }),
  encoding: letter.encoding,
  coding: letter.coding,
  recordCount: Number(letter.span_count),
  // What an operator replays is what is stored: the digest that failed is the reason why it is here.
  sha256: sliceDigest(letter.bytes),
  bytes: letter.bytes,
});

/** The letter as it is now, whatever became of it. */
export async function readLetter(pool: Pool, id: string): Promise<DeadLetterView> {
  return viewOf((await pool.query<DeadLetterRow>('select * from dead_letters where id = $1', [id])).rows[0]!);
}

const viewOf = (row: DeadLetterRow): DeadLetterView => ({
  id: row.id,
  shard: row.shard,
  seq: Number(row.seq),
  slice: row.slice,
  organization_id: row.organization_id,
  signal: SLICE_SIGNALS[row.signal]!,
  span_count: Number(row.span_count),
  reason: row.reason,
  state: row.state,
});
