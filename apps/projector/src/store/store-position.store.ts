/** The store writer's own position, and the transaction that moves it (ADR 0012). */
import type { Pool, PoolClient } from 'pg';
import type { SegmentManifest } from '@spanwise/contracts/log/manifests';
import { inTransaction } from '@spanwise/postgres/transaction';
import { FencedError } from '@spanwise/postgres/fenced-error';
import type { KnownHistory } from '../log/log-reader.js';
import { anchorIn, type OffsetRow } from '../shard/shard-state.store.js';

/** What memory is compared with before a commit. */
export interface StorePosition {
  shard: number;
  lineage: string;
  epoch: number;
  /** Everything up to this sequence of the log is stored, or known to be lost. */
  seq: number;
  n: number;
}

export interface StoreProgress extends StorePosition {
  /** Position that the projection has committed: nothing behind it is processed yet. */
  committedEpoch: number;
  committedSeq: number;
  /** Up to here the log of the committed epoch is that of the epoch before, which has counted it. */
  commonSeq: number;
  /** Of the committed position: whatever lies before it is the same then. */
  history: KnownHistory;
}

/** Up to where the messages of the log are those that an epoch has processed. */
export const committedSeqIn = (epoch: number, { committedEpoch, committedSeq, commonSeq }: StoreProgress): number => {
  if (epoch === committedEpoch) return committedSeq;
  return epoch + 1 === committedEpoch ? commonSeq : 0;
};

/** Undefined while the shard has not seen its log for the first time. */
export async function loadProgress(pool: Pool, shard: number): Promise<StoreProgress | undefined> {
  const { rows } = await pool.query<OffsetRow & { committed_epoch: number; committed_seq: string }>(
    `select s.lineage, o.epoch, o.seq, o.n, s.epoch as committed_epoch, s.seq as committed_seq,
            s.stream_created, s.anchor_seq, s.anchor_micros, s.anchor_digest, s.common_seq
       from store_offsets o join shard_offsets s using (shard) where shard = $1 and s.stream_created is not null`,
    [shard],
  );
  const [row] = rows;
  return (
    row && {
      shard,
      lineage: row.lineage,
      epoch: row.epoch,
      seq: Number(row.seq),
      n: Number(row.n),
      committedEpoch: row.committed_epoch,
      committedSeq: Number(row.committed_seq),
      commonSeq: Number(row.common_seq),
      history: { streamCreated: row.stream_created, seq: Number(row.committed_seq), anchor: anchorIn(row) },
    }
  );
}

export interface StoreCommit {
  from: StorePosition;
  to: { epoch: number; seq: number };
  /** Absent when nothing but the position moves: then n stays. */
  manifest?: SegmentManifest;
  /** Replayed dead letters whose records are in the manifest's segments. */
  letterIds: readonly string[];
}

const LOCK_TIMEOUT_MS = 20_000;

/** Commits and returns the new position. After any failure the outcome is unknown: the caller drops its memory. */
export async function commitStored(pool: Pool, commit: StoreCommit): Promise<StorePosition> {
  return inTransaction(pool, {}, async (client) => {
    const { from, to } = commit;
    await checkFence(client, from);
    const n = commit.manifest === undefined ? from.n : from.n + 1;
    if (commit.manifest !== undefined) {
      const manifest = Buffer.from(JSON.stringify(commit.manifest));
      await client.query('insert into segment_manifests (shard, n, manifest) values ($1, $2, $3)', [
        from.shard,
        n,
        manifest,
      ]);
    }
    if (commit.letterIds.length > 0) await closeLetters(client, commit.letterIds);
    await client.query('delete from judgements where shard = $1 and (epoch, seq) <= ($2, $3)', [
      from.shard,
      to.epoch,
      to.seq,
    ]);
    await client.query('update store_offsets set epoch = $2, seq = $3, n = $4 where shard = $1', [
      from.shard,
      to.epoch,
      to.seq,
      n,
    ]);
    return { ...from, ...to, n };
  });
}

/** Takes the lock of the store position; throws `Fenced` when it is not where memory stands. */
export async function checkFence(client: PoolClient, from: StorePosition): Promise<void> {
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
  const { rows } = await client.query<{ lineage: string; epoch: number; seq: string; n: string }>(
    `select s.lineage, o.epoch, o.seq, o.n from store_offsets o join shard_offsets s using (shard)
      where o.shard = $1 for update of o`,
    [from.shard],
  );
  const [row] = rows;
  const holds =
    row !== undefined &&
    row.lineage === from.lineage &&
    row.epoch === from.epoch &&
    Number(row.seq) === from.seq &&
    Number(row.n) === from.n;
  if (!holds) throw new FencedError();
}

async function closeLetters(client: PoolClient, ids: readonly string[]): Promise<void> {
  const closed = await client.query(
    'update dead_letters set unstored = false, duplicate = null, late = null where id = any ($1) and unstored',
    [ids],
  );
  if (closed.rowCount !== ids.length) throw new Error('a replayed dead letter was stored meanwhile');
}

/** Sequences and log times, microseconds, all inclusive. */
export interface CountedRange {
  fromSeq: number;
  toSeq: number;
  fromMicros: number;
  untilMicros: number;
}

/** What an epoch of the shard has counted behind `seq` and up to `toSeq`; undefined where there is nothing. */
export async function countedAfter(
  pool: Pool,
  shard: number,
  epoch: number,
  seq: number,
  toSeq = Number.MAX_SAFE_INTEGER,
): Promise<CountedRange | undefined> {
  const { rows } = await pool.query<Record<'first' | 'last' | 'since' | 'until', string | null>>(
    `select min(seq) as first, max(seq) as last, min(logged_at_micros) as since, max(logged_at_micros) as until
       from ledger where shard = $1 and epoch = $2 and seq > $3 and seq <= $4`,
    [shard, epoch, seq, toSeq],
  );
  const { first, last, since, until } = rows[0]!;
  if (first === null) return undefined;
  return { fromSeq: Number(first), toSeq: Number(last), fromMicros: Number(since), untilMicros: Number(until) };
}
