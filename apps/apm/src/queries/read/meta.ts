/** `meta` of an answer (specification 2.1, decisions 3): every value read from the same snapshot as the rows. */
import type { Gap, Meta } from '@spanwise/contracts/apm';
import type { RedTotals } from '@spanwise/span-model/red';
import { MICROS, type QueryRange } from '../range/query-range.js';
import type { Snapshot } from './snapshot.js';

/** Worst relative error of the latency sketch, half a bucket's width (64 buckets to the octave), rounded up. */
export const QUANTILE_RELATIVE_ERROR = 0.01;
/** Gaps of one answer are bounded; the newest are kept and `partial` is true all the same. */
const MAX_GAPS = 500;
/** A projection further behind the clock than this makes every answer partial (decisions 3.13). */
export const BEHIND_LIMIT_MICROS = MICROS.minute;

export interface Coverage {
  projectionStartedMicros: number;
  /** Stream time that is applied for every shard; undefined before the first delta. */
  streamTimeMicros: number | undefined;
}

export async function readCoverage(snapshot: Snapshot): Promise<Coverage> {
  const { rows } = await snapshot.client.query<{ oldest: string | null; stream_time: string | null }>(
    `select (select oldest_start_micros from organizations where organization_id = $1) as oldest,
            (select min(stream_time_micros) from delta_offsets) as stream_time`,
    [snapshot.organizationId],
  );
  const oldest = rows[0].oldest === null ? Infinity : Number(rows[0].oldest);
  return {
    projectionStartedMicros: Math.min(snapshot.organizationCreatedMicros, oldest),
    streamTimeMicros: rows[0].stream_time === null ? undefined : Number(rows[0].stream_time),
  };
}

export interface MetaInputs {
  range: QueryRange;
  coverage: Coverage;
  /** The projector has not yet committed up to the log position that it saw at its start. */
  replaying: boolean;
  gaps: Gap[];
  overflowDimensions: string[];
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
    },
    activation_boundary: activationBoundary,
    accuracy: { quantile_relative_error: QUANTILE_RELATIVE_ERROR, sampling: inputs.sampling },
  };
}

/** Start of the newest bucket whose end plus late grace has passed in stream time (decisions 3.6). */
export function lastCompleteBucket(coverage: Coverage, bucketMicros: number, lateGraceMicros: number): number {
  const streamTime = coverage.streamTimeMicros ?? coverage.projectionStartedMicros;
  return Math.max(0, Math.floor((streamTime - lateGraceMicros) / bucketMicros) * bucketMicros - bucketMicros);
}

export async function readGaps(snapshot: Snapshot, range: QueryRange): Promise<Gap[]> {
  const { rows } = await snapshot.client.query<{ minute: number; reason: string; dropped: string; recorded: string }>(
    `select minute, reason, dropped, recorded_at_micros as recorded from gaps
      where organization_id = $1 and minute >= $2 and minute < $3 order by minute desc, reason limit $4`,
    [snapshot.organizationId, range.fromMicros / MICROS.minute, range.toMicros / MICROS.minute, MAX_GAPS],
  );
  return rows.map((row) => ({
    range: { start: row.minute * MICROS.minute, end: (row.minute + 1) * MICROS.minute - 1 },
    reason: row.reason,
    dropped_facts: Number(row.dropped),
    recorded_at: Number(row.recorded),
  }));
}

export async function readOverflow(snapshot: Snapshot, range: QueryRange): Promise<string[]> {
  const { rows } = await snapshot.client.query<{ dimension: string }>(
    `select distinct dimension from overflow where organization_id = $1 and hour >= $2 and hour < $3 order by dimension`,
    [snapshot.organizationId, Math.floor(range.fromMicros / MICROS.hour), Math.ceil(range.toMicros / MICROS.hour)],
  );
  return rows.map((row) => row.dimension);
}

/** Shares of the spans behind an answer by what is known of their sampling; all zero without spans. */
export function samplingShares(red: RedTotals): Meta['accuracy']['sampling'] {
  if (red.sampled === 0) return { exact: 0, adjusted: 0, unknown: 0 };
  const exact = red.sampledExact / red.sampled;
  const adjusted = red.sampledAdjusted / red.sampled;
  return { exact, adjusted, unknown: (red.sampled - red.sampledExact - red.sampledAdjusted) / red.sampled };
}
