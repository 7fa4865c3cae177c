/** PROTO-9 to PROTO-11: everything that a batch changes, in one fenced transaction. */
import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { SLICE_SIGNALS } from '@spanwise/contracts/log/log-message';
import { DELTA_PARTITIONS } from '@spanwise/contracts/log/projector';
import { FencedError } from '@spanwise/postgres/fenced-error';
import { inTransaction } from '@spanwise/postgres/transaction';
import { encodeDelta } from '@spanwise/span-model/delta-codec';
import type { DeadSlice, BatchResult } from '../dedup/batch-result.js';
import { keyBytes } from '../dedup/key-set.js';
import { hourOfMinute } from '../dedup/watermark.js';
import type { ShardPosition } from './shard-state.store.js';

/** What was processed is worthless: it may hold something of an organization that was deleted meanwhile. */
export class OrganizationDeleted extends Error {
  constructor() {
    super('an organization was deleted since the batch was processed');
  }
}

export interface Commit {
  /** Position that the memory of this writer stands at. */
  from: ShardPosition;
  /** Position after the batch; `n` is taken from the offset row, one higher. */
  to: Omit<ShardPosition, 'n'>;
  result: BatchResult;
  /** How many organizations the processing knew to be deleted. */
  deletedCount: number;
  /** Nothing of a client is in the batch: what is done with it is not traced. */
  own?: boolean;
  /** More statements of the same transaction, such as the move of a dead letter's ledger row. */
  also?: (client: PoolClient) => Promise<void>;
}

/** Commits and returns the new position. After any failure the outcome is unknown: the caller drops its memory. */
export async function commitBatch(pool: Pool, commit: Commit): Promise<ShardPosition> {
  return inTransaction(pool, {}, async (client) => {
    const n = await checkFence(client, commit.from, commit.deletedCount);
    const { result, to } = commit;
    await writeKeys(client, to.shard, n, result);
    await writeLedger(client, to, n, result);
    await writeMarks(client, to, result);
    for (const dead of result.dead) await writeDeadLetter(client, to, dead);
    await writeOutbox(client, to, n, result);
    await commit.also?.(client);
    await client.query(
      `update shard_offsets set epoch = $2, seq = $3, n = $4, watermark_micros = $5, floor_hour = $6, stream_created = $7,
              anchor_seq = $8, anchor_micros = $9, anchor_digest = $10, common_seq = $11
        where shard = $1`,
      [
        to.shard,
        to.epoch,
        to.seq,
        n,
        to.watermark.micros,
        to.watermark.floorHour,
        to.streamCreated,
        to.anchor?.seq ?? null,
        to.anchor?.loggedAtMicros ?? null,
        to.anchor?.digest ?? null,
        to.commonSeq,
      ],
    );
    return { ...to, n };
  });
}

/** A writer that was paused inside its transaction loses it, so that another one can go on. */
const IDLE_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 20_000;

/**
 * Takes the lock of the shard's offset row; throws `Fenced` when the row is not where memory stands, and
 * `OrganizationDeleted` when there are more deletions than memory knows of.
 */
export async function checkFence(client: PoolClient, from: ShardPosition, deletedCount?: number): Promise<number> {
  // Several statements in one round trip: the driver answers with one result each.
  const results = (await client.query(
    `set local lock_timeout = '${LOCK_TIMEOUT_MS}ms';
     set local idle_in_transaction_session_timeout = '${IDLE_TIMEOUT_MS}ms';
     select lineage, epoch, seq, n, (select count(*) from deleted_organizations) as deleted
       from shard_offsets where shard = ${Math.trunc(from.shard)} for update`,
  )) as unknown as QueryResult<{ lineage: string; epoch: number; seq: string; n: string; deleted: string }>[];
  const row = results.at(-1)?.rows[0];
  const holds =
    row !== undefined &&
    row.lineage === from.lineage &&
    row.epoch === from.epoch &&
    Number(row.seq) === from.seq &&
    Number(row.n) === from.n;
  if (!holds) throw new FencedError();
  if (deletedCount !== undefined && Number(row.deleted) !== deletedCount) throw new OrganizationDeleted();
  return from.n + 1;
}

async function writeKeys(client: PoolClient, shard: number, n: number, { newKeys }: BatchResult): Promise<void> {
  if (newKeys.size === 0) return;
  await client.query(
    `insert into dedupe_keys (shard, hour, minute, n, keys, with_side)
     select $1, hour, minute, $2, keys, true from unnest($3::int[], $4::int[], $5::bytea[]) as fresh (hour, minute, keys)`,
    [
      shard,
      n,
      [...newKeys.keys()].map(hourOfMinute),
      [...newKeys.keys()],
      [...newKeys.values()].map((keys) => keyBytes(keys.toWords())),
    ],
  );
}

async function writeLedger(client: PoolClient, to: Commit['to'], n: number, { ledger }: BatchResult): Promise<void> {
  if (ledger.length === 0) return;
  const column = <Member extends keyof (typeof ledger)[number]>(member: Member) => ledger.map((entry) => entry[member]);
  await client.query(
    `insert into ledger (shard, epoch, seq, organization_id, logged_at_micros, received, counted, duplicate, late, dead, signal,
                         bytes, from_micros, to_micros, n)
     select $1, $2, *, $15::bigint from unnest($3::bigint[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
                                  $11::smallint[], $12::bigint[], $13::bigint[], $14::bigint[])`,
    [
      to.shard,
      to.epoch,
      column('seq'),
      column('organizationId'),
      column('loggedAtMicros'),
      column('received'),
      column('counted'),
      column('duplicate'),
      column('late'),
      column('dead'),
      column('signal').map((signal) => SLICE_SIGNALS.indexOf(signal)),
      column('bytes'),
      column('times').map(({ range }) => range?.fromMicros ?? null),
      column('times').map(({ range }) => range?.toMicros ?? null),
      n,
    ],
  );
}

async function writeMarks(client: PoolClient, to: Commit['to'], { marks }: BatchResult): Promise<void> {
  if (marks.length === 0) return;
  await client.query(
    `insert into judgements (shard, epoch, seq, slice, whole, duplicate, late)
     select $1, $2, * from unnest($3::bigint[], $4::int[], $5::bool[], $6::bytea[], $7::bytea[])`,
    [
      to.shard,
      to.epoch,
      marks.map(({ seq }) => seq),
      marks.map(({ slice }) => slice),
      marks.map(({ whole }) => whole),
      marks.map(({ duplicate }) => duplicate),
      marks.map(({ late }) => late),
    ],
  );
}

async function writeDeadLetter(client: PoolClient, to: Commit['to'], dead: DeadSlice): Promise<void> {
  const { slice, index, poison } = dead.batchSlice;
  await client.query(
    `insert into dead_letters (id, shard, epoch, seq, slice, organization_id, logged_at_micros, span_count, floor_hour,
                               encoding, coding, stream, bytes, reason, signal, dedupe_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      randomUUID(),
      to.shard,
      to.epoch,
      dead.seq,
      index,
      slice.organizationId,
      dead.loggedAtMicros,
      slice.recordCount,
      dead.floorHour,
      slice.encoding,
      slice.coding,
      storable(slice.stream),
      slice.bytes,
      storable(poison === undefined ? '' : `${poison.reason}: ${poison.detail}`),
      SLICE_SIGNALS.indexOf(slice.signal),
      slice.dedupeKey ?? null,
    ],
  );
}

/** PostgreSQL's text holds no NUL; a header that was damaged can, and must not stop the shard. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** One row per partition, empty ones too: n has no gaps in any of them. */
async function writeOutbox(client: PoolClient, to: Commit['to'], n: number, { fold }: BatchResult): Promise<void> {
  const deltas = encodeDelta(fold, DELTA_PARTITIONS).map((delta) => Buffer.from(delta));
  await client.query(
    `insert into outbox (shard, part, n, stream_time_micros, delta)
     select $1, part - 1, $2, $3, delta from unnest($4::bytea[]) with ordinality as made (delta, part)`,
    [to.shard, n, to.watermark.micros, deltas],
  );
}
