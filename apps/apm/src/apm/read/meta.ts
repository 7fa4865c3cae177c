/** `meta` of an answer: every value is of the same snapshot as the rows. */
import type { Gap, Meta } from '@spanwise/contracts/apm/apm';
import type { RedTotals } from '@spanwise/span-model/red';
import { CLOCK_SKEW, SeriesKind } from '@spanwise/span-model/series';
import { MICROS, type QueryRange } from '../range/query-range.js';
import { sumTotals } from './grouping.js';
import { readRange } from './series-rows.store.js';
import type { Coverage } from './meta.store.js';
import type { Snapshot } from './snapshot.js';

/** Worst relative error of the latency sketch, half a bucket's width (64 buckets to the octave), rounded up. */
export const QUANTILE_RELATIVE_ERROR = 0.01;
/** A projection further behind the clock than this makes every answer partial (APM-23). */
export const BEHIND_LIMIT_MICROS = MICROS.minute;

export interface MetaInputs {
  range: QueryRange;
  coverage: Coverage;
  /** The projector has not yet committed up to the log position that it saw at its start. */
  replaying: boolean;
  gaps: Gap[];
  overflowDimensions: string[];
  clockSkew: number;
  nowMicros: number;
  lateGraceMicros: number;
  sampling: Meta['accuracy']['sampling'];
}

/** Pure: what a reader must know of how far the answer can be trusted. */
export function composeMeta(inputs: MetaInputs): Meta {
  const { range, coverage } = inputs;
  const activationBoundary = range.fromMicros < coverage.projectionStartedMicros;
  const behind =
    coverage.streamTimeMicros === undefined || inputs.nowMicros - coverage.streamTimeMicros > BEHIND_LIMIT_MICROS;
  return {
    range: { from: range.fromMicros, to: range.toMicros },
    resolution: range.resolution,
    projection_started_at: coverage.projectionStartedMicros,
    last_complete_bucket_at: lastCompleteBucket(coverage, range.bucketMicros, inputs.lateGraceMicros),
    data_quality: {
      partial: activationBoundary || range.clipped || behind || inputs.replaying || inputs.gaps.length > 0,
      gaps: inputs.gaps,
      overflow_dimensions: inputs.overflowDimensions,
      ...(inputs.clockSkew > 0 && { clock_skew: inputs.clockSkew }),
    },
    activation_boundary: activationBoundary,
    accuracy: { quantile_relative_error: QUANTILE_RELATIVE_ERROR, sampling: inputs.sampling },
  };
}

/** Start of the newest bucket whose end plus late grace has passed in stream time (APM-22). */
export function lastCompleteBucket(coverage: Coverage, bucketMicros: number, lateGraceMicros: number): number {
  const streamTime = coverage.streamTimeMicros ?? coverage.projectionStartedMicros;
  return Math.max(0, Math.floor((streamTime - lateGraceMicros) / bucketMicros) * bucketMicros - bucketMicros);
}

/** Spans of the organization that ended before they began. */
export async function readClockSkew(snapshot: Snapshot, range: QueryRange): Promise<number> {
  const skewed = await readRange(snapshot, [SeriesKind.Spans], { detail: CLOCK_SKEW }, range);
  return sumTotals(skewed.map(({ totals }) => totals)).sampled;
}

/** Shares of the spans behind an answer by what is known of their sampling; all zero without spans. */
export function samplingShares(red: RedTotals): Meta['accuracy']['sampling'] {
  if (red.sampled === 0) return { exact: 0, adjusted: 0, unknown: 0 };
  const exact = red.sampledExact / red.sampled;
  const adjusted = red.sampledAdjusted / red.sampled;
  return { exact, adjusted, unknown: (red.sampled - red.sampledExact - red.sampledAdjusted) / red.sampled };
}
