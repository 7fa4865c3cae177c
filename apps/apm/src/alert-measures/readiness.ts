/** When a step can be measured (ALERT-4); pure. */
import { STEP_MICROS, type MeasureAlerts } from '@spanwise/contracts/alerting/measure';
import type { AppliedRow } from '../apm/health/health.store.js';
import { lastCompleteBucket } from '../apm/read/meta.js';

/** Of one shard, the deltas of one partition of the organizations. */
export interface DeltaPair {
  shard: number;
  partition: number;
}

/** Stream time that is applied for every shard and partition; undefined while one of them has applied nothing yet. */
export function appliedStreamTime(applied: readonly AppliedRow[], followed: readonly DeltaPair[]): number | undefined {
  const isMissing = ({ shard, partition }: DeltaPair) =>
    !applied.some((row) => row.shard === shard && row.part === partition);
  if (applied.length === 0 || followed.some(isMissing)) return undefined;
  return Math.min(...applied.map((row) => Number(row.stream_time)));
}

/** The final pass waits until the step's minute is complete (APM-22), the provisional one for the rules' time to settle. */
export function isReady(
  { pass, step, settle_micros }: Pick<MeasureAlerts, 'pass' | 'step' | 'settle_micros'>,
  streamTimeMicros: number,
  lateGraceMicros: number,
): boolean {
  if (pass === 'provisional') return streamTimeMicros >= step * STEP_MICROS + settle_micros;
  const coverage = { streamTimeMicros, projectionStartedMicros: 0 };
  return lastCompleteBucket(coverage, STEP_MICROS, lateGraceMicros) >= (step - 1) * STEP_MICROS;
}
