import type { Pool } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import { DAY_MICROS, HOUR_MICROS } from '@spanwise/span-model/time-units';
import { sliceWindow } from '../dedup/slice-key.js';
import { hourOfMinute } from '../dedup/watermark.js';
import { checkFence } from './commit.store.js';
import type { ShardPosition } from './shard-state.store.js';

/** Longer than a first screen looks back. */
const HOURS_KEPT_MICROS = 8 * DAY_MICROS;

export interface SweepLimits {
  ledgerMicros: number;
  /** Open dead letters pin duplicate keys: after this they are given up and stay dead in the ledger. */
  deadLetterMicros: number;
}

/**
 * Removes what is not needed again: keys of hours below the floor, but not below the floor of an open dead letter,
 * whose replay needs them (PROTO-14, PROTO-15), and not of slices that may still be repeated; ledger rows of what
 * is stored fold into days and hours, so that totals stay exact. Throws `Fenced` for a writer that was fenced: neither its floor nor its position
 * in the log is to be acted on. Returns the sequence of the log up to which nothing is needed any more: it is committed and
 * stored.
 */
export async function sweepShard(pool: Pool, position: ShardPosition, limits: SweepLimits): Promise<number> {
  return inTransaction(pool, {}, async (client) => {
    await checkFence(client, position);
    await client.query(
      "update dead_letters set state = 'discarded' where shard = $1 and state = 'open' and logged_at_micros < $2",
      [position.shard, position.watermark.micros - limits.deadLetterMicros],
    );
    await client.query(
      `delete from dedupe_keys where shard = $1 and hour < least($2::int, $3::int,
         (select min(floor_hour) from dead_letters where shard = $1 and state = 'open'))`,
      [position.shard, position.watermark.floorHour, hourOfMinute(sliceWindow(position.watermark.micros)[0]!)],
    );
    await client.query('delete from verdicts where shard = $1 and logged_at_micros < $2', [
      position.shard,
      position.watermark.micros - limits.deadLetterMicros,
    ]);
    await client.query(
      `with old as (
         delete from ledger where shard = $1 and logged_at_micros < $2
          and (epoch, seq) <= (select epoch, seq from store_offsets o where o.shard = $1)
          and not exists (select from dead_letters d where d.shard = ledger.shard and d.epoch = ledger.epoch
                             and d.seq = ledger.seq and d.state = 'open')
         returning *
       ), hours as (
         insert into ledger_hours as total (shard, hour, organization_id, bytes)
         select shard, logged_at_micros / $4, organization_id, sum(bytes) from old group by 1, 2, 3
         on conflict (shard, hour, organization_id) do update set bytes = total.bytes + excluded.bytes
       )
       insert into ledger_days as total (shard, day, organization_id, signal, received, counted, duplicate, late, dead, bytes)
       select shard, logged_at_micros / $3, organization_id, signal, sum(received), sum(counted), sum(duplicate), sum(late), sum(dead), sum(bytes)
         from old group by 1, 2, 3, 4
       on conflict (shard, day, organization_id, signal) do update set
         received = total.received + excluded.received, counted = total.counted + excluded.counted,
         duplicate = total.duplicate + excluded.duplicate, late = total.late + excluded.late, dead = total.dead + excluded.dead,
         bytes = total.bytes + excluded.bytes`,
      [position.shard, position.watermark.micros - limits.ledgerMicros, DAY_MICROS, HOUR_MICROS],
    );
    await client.query('delete from ledger_hours where shard = $1 and hour < $2', [
      position.shard,
      Math.floor((position.watermark.micros - HOURS_KEPT_MICROS) / HOUR_MICROS),
    ]);
    const { rows } = await client.query<{ seq: string }>(
      'select seq from store_offsets where shard = $1 and epoch = $2',
      [position.shard, position.epoch],
    );
    return Math.min(position.seq, Number(rows[0]?.seq ?? 0));
  });
}
