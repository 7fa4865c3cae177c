/**
 * Which buckets answer a query: the effective range and the resolution (APM-20).
 * Pure: the clock is an argument. All times are microseconds since the epoch.
 */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { Resolution } from '@spanwise/contracts/apm/apm';

export const MICROS = { minute: 60_000_000, hour: 3_600_000_000, day: 86_400_000_000 } as const;

export interface RangeLimits {
  maxRangeMicros: number;
  minuteRetentionMicros: number;
  hourRetentionMicros: number;
}

export interface QueryRange {
  resolution: Resolution;
  bucketMicros: number;
  /** Effective range, whole buckets, half-open. */
  fromMicros: number;
  toMicros: number;
  /** True when the asked range reaches further back than what is kept: the answer is partial. */
  clipped: boolean;
}

export interface AskedRange {
  from?: number;
  to?: number;
  resolution?: 'auto' | Resolution;
}

/** Minutes are promised this much beyond their retention, so that "the last 24 hours" asked a little late still fits. */
const RETENTION_SLACK_MICROS = MICROS.hour;

/** From when on figures by minute and by hour are promised. */
export const keptFrom = (nowMicros: number, limits: RangeLimits): { minuteMicros: number; hourMicros: number } => ({
  minuteMicros: nowMicros - limits.minuteRetentionMicros - RETENTION_SLACK_MICROS,
  hourMicros: nowMicros - limits.hourRetentionMicros - RETENTION_SLACK_MICROS,
});

export function resolveRange(asked: AskedRange, nowMicros: number, limits: RangeLimits): QueryRange {
  const to = asked.to ?? nowMicros;
  const from = asked.from ?? Math.max(0, to - MICROS.day);
  if (to < from) throw invalidArgument('The range ends before it starts: `to` must not be less than `from`.');
  if (to - from > limits.maxRangeMicros) {
    const days = limits.maxRangeMicros / MICROS.day;
    throw invalidArgument(`The range from \`from\` to \`to\` is longer than the maximum of ${days} days.`);
  }
  const kept = keptFrom(nowMicros, limits);
  const oldestMinute = kept.minuteMicros;
  const fitsMinutes = to - from <= MICROS.day && from >= oldestMinute;
  const resolution =
    asked.resolution === 'minute' || asked.resolution === 'hour' ? asked.resolution : fitsMinutes ? 'minute' : 'hour';
  return alignRange(from, to, resolution, resolution === 'minute' ? oldestMinute : kept.hourMicros);
}

function alignRange(from: number, to: number, resolution: Resolution, oldestMicros: number): QueryRange {
  const bucketMicros = MICROS[resolution];
  const oldestBucket = Math.ceil(oldestMicros / bucketMicros) * bucketMicros;
  const clipped = from < oldestBucket;
  const flooredFrom = Math.floor(from / bucketMicros) * bucketMicros;
  const ceiledTo = Math.ceil(to / bucketMicros) * bucketMicros;
  // `to` = `from` on a bucket's edge still answers the bucket that contains it.
  const toMicros = ceiledTo === flooredFrom ? ceiledTo + bucketMicros : ceiledTo;
  return {
    resolution,
    bucketMicros,
    fromMicros: clipped ? Math.min(oldestBucket, toMicros) : flooredFrom,
    toMicros,
    clipped,
  };
}

/** Starts of the buckets of a range that are not in the future, ascending (APM-21). */
export function bucketStarts(range: QueryRange, nowMicros: number): number[] {
  const end = Math.min(
    range.toMicros,
    Math.floor(nowMicros / range.bucketMicros) * range.bucketMicros + range.bucketMicros,
  );
  const count = Math.max(0, (end - range.fromMicros) / range.bucketMicros);
  return Array.from({ length: count }, (_, index) => range.fromMicros + index * range.bucketMicros);
}

/** One table and the half-open bucket numbers to read of it. */
export interface BucketSpan {
  table: 'rollup_minutes' | 'rollup_hours';
  from: number;
  to: number;
}

/** All buckets of the range, in its own resolution. */
export const wholeSpan = (range: QueryRange): BucketSpan => ({
  table: range.resolution === 'minute' ? 'rollup_minutes' : 'rollup_hours',
  from: range.fromMicros / range.bucketMicros,
  to: range.toMicros / range.bucketMicros,
});

/** Whether `cheapestSpans` are all buckets of the range in its own resolution. */
export const isReadWhole = (range: QueryRange): boolean =>
  range.resolution === 'hour' || Math.floor(range.toMicros / MICROS.hour) <= Math.ceil(range.fromMicros / MICROS.hour);

/**
 * The fewest rows that add up to the range: an hour row is the exact merge of its minutes, so whole hours inside a
 * minute range are read as hours.
 */
export function cheapestSpans(range: QueryRange): BucketSpan[] {
  const { fromMicros, toMicros } = range;
  if (isReadWhole(range)) return [wholeSpan(range)];
  const firstHour = Math.ceil(fromMicros / MICROS.hour);
  const endHour = Math.floor(toMicros / MICROS.hour);
  const minutes = (from: number, to: number): BucketSpan => ({
    table: 'rollup_minutes',
    from: from / MICROS.minute,
    to: to / MICROS.minute,
  });
  const spans: BucketSpan[] = [
    minutes(fromMicros, firstHour * MICROS.hour),
    { table: 'rollup_hours', from: firstHour, to: endHour },
    minutes(endHour * MICROS.hour, toMicros),
  ];
  return spans.filter((span) => span.to > span.from);
}
