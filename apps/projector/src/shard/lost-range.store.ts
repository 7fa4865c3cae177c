import type { Pool } from 'pg';
import { DAY_MICROS } from '@spanwise/span-model/time-units';
import type { ShardPosition } from './shard-state.store.js';

/** Organizations that a lost part of the log may have carried spans of: all that the ledger knows of the last day. */
export async function recentOrganizations(pool: Pool, shard: number, position: ShardPosition): Promise<string[]> {
  const { rows } = await pool.query<{ organization_id: string }>(
    `select organization_id from ledger where shard = $1 and logged_at_micros > $2
     union select organization_id from ledger_days where shard = $1 and day >= $2 / $3::bigint
     except select id from deleted_organizations`,
    [shard, position.watermark.micros - DAY_MICROS, DAY_MICROS],
  );
  return rows.map((row) => row.organization_id);
}
