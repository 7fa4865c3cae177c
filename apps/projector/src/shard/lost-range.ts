import { MINUTE_MICROS } from '@spanwise/span-model/time-units';
import { emptyJudgement, type Judgement } from '../judge/judgement.js';
import type { ShardPosition } from './shard-state.store.js';

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
