import type { Pool } from 'pg';
import { emptyJudgement, type Judgement } from '../judge/batch-judge.js';
import type { ShardPosition } from './shard-state.js';

const DAY_MICROS = 86_400_000_000;
const MINUTE_MICROS = 60_000_000;

/** Organizations that a lost part of the log may have carried spans of: all that the ledger knows of the last day. */
export async function recentOrganizations(pool: Pool, shard: number, position: ShardPosition): Promise<string[]> {
  const { rows } = await pool.query<{ organization_id: string }>(
    `select organization_id from ledger where shard = $1 and logged_at_micros > $2
     union select organization_id from ledger_days where shard = $1 and day >= $2 / $3::bigint`,
    [shard, position.watermark.micros - DAY_MICROS, DAY_MICROS],
  );
  return rows.map((row) => row.organization_id);
}

/**
 * A batch of nothing but gaps: what was acknowledged and then lost by the log is said, at the minute of the log's time
 * (reason `flush_failed`: it was accepted and did not reach the figures). How many spans it was nobody knows.
 */
export function holeJudgement(organizationIds: string[], position: ShardPosition): Judgement {
  const judgement = emptyJudgement();
  const minute = Math.floor(position.watermark.micros / MINUTE_MICROS);
  for (const organizationId of organizationIds) judgement.fold.addGap(organizationId, minute, 'flush_failed', 0);
  return judgement;
}
