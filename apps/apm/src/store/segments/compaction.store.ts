import type { Pool } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { Signal } from '@spanwise/segments/columns';
import type { SegmentFile } from '@spanwise/segments/segment-engine';
import { awaitRemoval } from './removals.store.js';

/** Segments of this size are left alone. */
const LARGE_BYTES = 32 * 1024 * 1024;
/** Files of about one size in an hour that still grows: so many are merged, so that each byte is written a few times only. */
const FULL_TIER = 12;
const GROUPS_AT_ONCE = 20;
/** An hour is closed when it has ended and nothing was stored into it for this long. */
const QUIET_MICROS = 5 * 60_000_000;

export interface Group {
  organization_id: string;
  stream_id: string;
  signal: Signal;
  name: string;
  ids: string[];
  keys: string[];
  bytes: string[];
  rows: string[];
  checksums: (string | null)[];
}

/** Segments of one hour each that are worth merging, oldest first, up to a bound, without those of the ids `leftAlone`. */
export async function mergeableGroups(pool: Pool, nowMicros: number, leftAlone: readonly string[]): Promise<Group[]> {
  const { rows } = await pool.query<Group>(
    `with small as (
       select organization_id, stream_id, id, key, bytes, rows, checksum, stored_at_micros,
              from_micros / 3600000000 as hour, floor(log(4, greatest(bytes, 4096))) as tier
         from segments where bytes < $1 and id <> all ($6)
     ), hours as (
       select organization_id, stream_id, hour, count(*) as files,
              (hour + 1) * 3600000000 < $2 - $3::bigint and max(stored_at_micros) < $2 - $3::bigint as closed
         from small group by 1, 2, 3
     ), chosen as (
       select s.*, case when h.closed then -1 else s.tier end as part
         from small s join hours h using (organization_id, stream_id, hour) where h.files > 1
     )
     select c.organization_id, c.stream_id, t.signal, t.name, array_agg(c.id order by c.bytes, c.id) as ids,
            array_agg(c.key order by c.bytes, c.id) as keys, array_agg(c.bytes order by c.bytes, c.id) as bytes,
            array_agg(c.rows order by c.bytes, c.id) as rows,
            array_agg(c.checksum order by c.bytes, c.id) as checksums
       from chosen c join streams t on (t.organization_id, t.id) = (c.organization_id, c.stream_id)
      group by c.organization_id, c.stream_id, t.signal, t.name, c.hour, c.part
     having count(*) >= case when c.part = -1 then 2 else $4::int end
      order by c.hour limit $5`,
    [LARGE_BYTES, nowMicros, QUIET_MICROS, FULL_TIER, GROUPS_AT_ONCE, leftAlone],
  );
  return rows;
}

/** All or nothing: a query sees the old files or the new one. When one of them went meanwhile, nothing happens. */
export async function swapSegments(
  pool: Pool,
  group: Group,
  ids: readonly string[],
  keys: readonly string[],
  made: SegmentFile & { id: string; key: string },
  nowMicros: number,
): Promise<void> {
  const { organization_id: organizationId, stream_id: streamId } = group;
  await inTransaction(pool, {}, async (client) => {
    const removed = await client.query(
      'delete from segments where organization_id = $1 and stream_id = $2 and id = any ($3)',
      [organizationId, streamId, ids],
    );
    const kept = await client.query('delete from segment_removals where key = $1', [made.key]);
    if (removed.rowCount !== ids.length || kept.rowCount !== 1)
      throw new Error('segments were merged or removed meanwhile');
    await client.query(
      `insert into segments (organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, trace_filter, checksum, stored_at_micros)
       values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'base64'), $10, $11)`,
      [
        organizationId,
        streamId,
        made.id,
        made.key,
        made.bytes,
        made.rows,
        made.fromMicros,
        made.toMicros,
        made.traceFilter ?? null,
        made.checksum,
        nowMicros,
      ],
    );
    await awaitRemoval(client, organizationId, keys, nowMicros, { reason: 'merged', by: made.key });
  });
}
