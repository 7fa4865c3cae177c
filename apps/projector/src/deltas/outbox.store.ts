import type { Pool } from 'pg';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { DeltasHead, FetchDeltas } from '@spanwise/contracts/log/projector';
import { inTransaction } from '@spanwise/postgres/transaction';

/** One reply carries at most this much of deltas, below the largest message that the bus takes. */
const REPLY_BYTES = 4 * 1024 * 1024;

/**
 * Committed rows of a shard and partition after apm's committed n, in order (PROTO-19). The cursor is the
 * confirmation: what lies at or before it is deleted, unless it lies ahead of everything that was ever committed here.
 * Then one side was restored alone, nothing is touched, and the reply's `lastN` shows apm (PROTO-31).
 */
export async function fetchOutbox(pool: Pool, asked: FetchDeltas): Promise<{ head: DeltasHead; payload: Buffer }> {
  return inTransaction(pool, {}, async (client) => {
    const offset = await client.query<{ lineage: string; n: string }>(
      'select lineage, n from shard_offsets where shard = $1',
      [asked.shard],
    );
    const [row] = offset.rows;
    if (row === undefined) throw new ServiceError('not_found', `The shard ${asked.shard} has no deltas yet.`);
    if (asked.lineage !== undefined && asked.lineage !== row.lineage) {
      throw new ServiceError('conflict', 'The lineage of the deltas is another one: one side was restored alone.');
    }
    const lastN = Number(row.n);
    if (asked.lineage !== undefined && asked.fromByte === 0 && asked.after <= lastN) {
      await client.query('delete from outbox where shard = $1 and part = $2 and n <= $3', [
        asked.shard,
        asked.partition,
        asked.after,
      ]);
    }
    const { rows } = await client.query<{ n: string; stream_time_micros: string; bytes: number; delta: Buffer }>(
      `select n, stream_time_micros, octet_length(delta) as bytes,
              substring(delta from case when n = first then $4 + 1 else 1 end for ($5 - before)::int) as delta
         from (select *, min(n) over () as first,
                      sum(octet_length(delta)) over (order by n) - octet_length(delta) as before
                 from outbox where shard = $1 and part = $2 and n > $3 and n <= $6 order by n limit 256) kept
        where before < $5 order by n`,
      [asked.shard, asked.partition, asked.after, asked.fromByte, REPLY_BYTES, lastN],
    );
    const head: DeltasHead = {
      lineage: row.lineage,
      lowestN: rows.length > 0 ? Number(rows[0]!.n) : lastN + 1,
      lastN,
      rows: rows.map((kept) => ({
        n: Number(kept.n),
        bytes: kept.delta.length,
        totalBytes: kept.bytes,
        streamTimeMicros: Number(kept.stream_time_micros),
      })),
    };
    return { head, payload: Buffer.concat(rows.map((kept) => kept.delta)) };
  });
}
