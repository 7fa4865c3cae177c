/** Slices that could not be read: kept whole until they are replayed or given up (exactly-once rule 15). */
import type { Pool, PoolClient } from 'pg';
import { conflict, notFound } from '@spanwise/contracts/errors';
import {
  SLICE_SIGNALS,
  sliceDigest,
  type LogSlice,
  type SliceCoding,
  type SliceEncoding,
} from '@spanwise/contracts/log-message';
import type { DeadLetterView } from '@spanwise/contracts/projector';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { LedgerEntry } from '../judge/batch-judge.js';
import { openSlice } from '../judge/open-message.js';
import type { SliceMarks } from '../judge/slice-marks.js';
import type { Shard } from '../shard/shard.js';

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

/**
 * Judges an open letter again, by the floor that was stored with it, and moves its records in the ledger from dead to what
 * they turn out to be, in a transaction of the shard's own sequence: nothing is published anew, so `received` stays.
 * A letter that still cannot be read stays open; `discard` leaves its records in the ledger as dead for good.
 */
export async function resolveLetter(
  pool: Pool,
  shards: Shard[],
  id: string,
  action: 'replay' | 'discard',
): Promise<DeadLetterView> {
  const letter = await findOpen(pool, id);
  if (action === 'discard') return close(pool, letter, 'discarded');
  const shard = shards.find((one) => one.number === letter.shard);
  if (shard === undefined)
    throw conflict(`The shard ${letter.shard} of this dead letter is not projected by this process.`);
  return shard.enqueue(() => replay(pool, shard, letter));
}

async function replay(pool: Pool, shard: Shard, letter: DeadLetterRow): Promise<DeadLetterView> {
  const position = shard.position;
  if (position === undefined) throw conflict('The shard is loading; try again.');
  const judgedSlice = openSlice(sliceOf(letter), letter.slice);
  const watermark = { micros: position.watermark.micros, floorHour: letter.floor_hour };
  const message = {
    seq: Number(letter.seq),
    loggedAtMicros: Number(letter.logged_at_micros),
    watermark,
    slices: [judgedSlice],
  };
  const judgement = await shard.judge([message]);
  if (judgedSlice.poison !== undefined) throw conflict(`The dead letter still cannot be read: ${judgedSlice.poison}.`);
  const [entry] = judgement.ledger;
  await shard.commit({
    from: position,
    to: position,
    // The log's position of the letter was passed long ago: what is to be stored of it is kept with it.
    judgement: { ...judgement, ledger: [], marks: [] },
    also: async (client) => {
      await moveInLedger(client, letter, entry);
      await askToStore(client, letter, position.n + 1, judgement.marks[0]);
    },
  });
  return viewOf((await pool.query<DeadLetterRow>('select * from dead_letters where id = $1', [letter.id])).rows[0]);
}

async function moveInLedger(client: PoolClient, letter: DeadLetterRow, entry: LedgerEntry): Promise<void> {
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
async function askToStore(
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

async function findOpen(pool: Pool, id: string): Promise<DeadLetterRow> {
  const { rows } = await pool.query<DeadLetterRow>('select * from dead_letters where id = $1', [id]);
  if (rows.length === 0) throw notFound('There is no such dead letter.');
  if (rows[0].state !== 'open') throw conflict(`The dead letter is already ${rows[0].state}.`);
  return rows[0];
}

async function close(pool: Pool, letter: DeadLetterRow, state: DeadLetterView['state']): Promise<DeadLetterView> {
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
  signal: SLICE_SIGNALS[letter.signal],
  ...(letter.dedupe_key && { dedupeKey: letter.dedupe_key }),
  encoding: letter.encoding,
  coding: letter.coding,
  recordCount: Number(letter.span_count),
  // What an operator replays is what is stored: the digest that failed is the reason why it is here.
  sha256: sliceDigest(letter.bytes),
  bytes: letter.bytes,
});

const viewOf = (row: DeadLetterRow): DeadLetterView => ({
  id: row.id,
  shard: row.shard,
  seq: Number(row.seq),
  slice: row.slice,
  organization_id: row.organization_id,
  signal: SLICE_SIGNALS[row.signal],
  span_count: Number(row.span_count),
  reason: row.reason,
  state: row.state,
});
