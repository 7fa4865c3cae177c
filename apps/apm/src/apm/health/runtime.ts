/** The state of the projection from what its parts say; pure. */
import type { ApmHealth, RollupRuntime, ShardRuntime } from '@spanwise/contracts/apm/health';
import type { ShardStatus } from '@spanwise/contracts/log/projector';
import type { LostTime } from '@spanwise/contracts/telemetry/query';
import { BEHIND_LIMIT_MICROS } from '../read/meta.js';
import type { ProjectorAnswer } from './projector-runtime.js';

/** Committed position of apm in the deltas of one shard and partition. */
export interface AppliedOffset {
  shard: number;
  partition: number;
  n: number;
  streamTimeMicros: number;
  stopReason?: string;
}

export const shardRuntime = (status: ShardStatus): ShardRuntime => ({
  shard: status.shard,
  replaying: status.replaying,
  lag_messages: status.lagMessages,
  lag_seconds: status.lagSeconds,
  stream_time_at: status.streamTimeMicros,
  dedupe_keys: status.dedupeKeys,
  ...(status.lastFlushAtMicros !== null && { last_flush_at: status.lastFlushAtMicros }),
  received: status.received,
  counted: status.counted,
  duplicates: status.duplicate,
  late: status.late,
  dead: status.dead,
  open_dead_letters: status.openDeadLetters,
});

export function rollupRuntime(applied: AppliedOffset, shards: ShardStatus[]): RollupRuntime {
  const status = shards.find(({ shard }) => shard === applied.shard);
  return {
    shard: applied.shard,
    partition: applied.partition,
    applied_deltas: applied.n,
    ...(status !== undefined && { pending_deltas: Math.max(0, status.n - applied.n) }),
    stream_time_at: applied.streamTimeMicros,
    ...(applied.stopReason !== undefined && { stopped: applied.stopReason }),
  };
}

/** Why answers are worse than they could be. Lag counts from a minute on, as for `partial` (APM-23, APM-27). */
export function degradations(
  projector: ProjectorAnswer,
  applied: AppliedOffset[],
  nowMicros: number,
  lost: readonly LostTime[],
): ApmHealth['degraded_reasons'] {
  const { shards } = projector;
  const limitSeconds = BEHIND_LIMIT_MICROS / 1_000_000;
  const lagging =
    shards.some((shard) => shard.lagSeconds > limitSeconds) ||
    applied.some((offset) => nowMicros - offset.streamTimeMicros > BEHIND_LIMIT_MICROS);
  const reasons: ApmHealth['degraded_reasons'] = [];
  if (projector.reason !== undefined) reasons.push('projector_silent');
  if (shards.some((shard) => shard.replaying)) reasons.push('replaying');
  if (lagging) reasons.push('lagging');
  if (applied.some((offset) => offset.stopReason !== undefined)) reasons.push('rollup_stopped');
  if (lost.length > 0) reasons.push('telemetry_lost');
  return reasons;
}
