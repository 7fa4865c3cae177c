/** How far the figures of an answer can be trusted, as facts that are put into words beside them. Pure. */
import type { Schemas } from '@spanwise/api-client/client';

export type Meta = Schemas['Meta'];

/** Times are microseconds. */
export type TrustFact =
  | { kind: 'complete'; until: number }
  | { kind: 'open'; since: number; until: number }
  | { kind: 'begun'; at: number }
  | { kind: 'behind' }
  | { kind: 'gap'; from: number; to: number; reason: string; dropped: number }
  | { kind: 'overflow'; dimensions: string[] }
  | { kind: 'clock_skew'; spans: number }
  | { kind: 'quantiles'; error: number }
  | { kind: 'sampling'; exact: number; adjusted: number; unknown: number };

/** `partial`: something is missing for good or for now; `open`: the newest buckets still grow; else nothing is known to be. */
export type TrustLevel = 'partial' | 'open' | 'complete';

const BUCKET_MICROS = { minute: 60_000_000, hour: 3_600_000_000 } as const;

/** As much as a chart has to know of its answer. */
export type RangeMeta = Pick<Meta, 'range' | 'resolution' | 'last_complete_bucket_at' | 'data_quality'>;

export const bucketMicros = ({ resolution }: Pick<Meta, 'resolution'>): number => BUCKET_MICROS[resolution];

/** End of the newest bucket that does not grow any more. */
export const completeUntil = (meta: RangeMeta): number => meta.last_complete_bucket_at + bucketMicros(meta);

export function trustFacts(meta: Meta): TrustFact[] {
  const { range, data_quality: quality, accuracy, activation_boundary: boundary } = meta;
  const until = completeUntil(meta);
  const facts: TrustFact[] = [];
  if (boundary) facts.push({ kind: 'begun', at: meta.projection_started_at });
  if (until > range.from) facts.push({ kind: 'complete', until: Math.min(until, range.to) });
  if (until < range.to) facts.push({ kind: 'open', since: Math.max(until, range.from), until: range.to });
  // Partial for no reason that is listed: the projection does not keep up, or the range was cut.
  if (quality.partial && !boundary && quality.gaps.length === 0) facts.push({ kind: 'behind' });
  for (const gap of quality.gaps)
    facts.push({
      kind: 'gap',
      from: gap.range.start,
      to: gap.range.end,
      reason: gap.reason,
      dropped: gap.dropped_facts,
    });
  if (quality.overflow_dimensions.length > 0) facts.push({ kind: 'overflow', dimensions: quality.overflow_dimensions });
  if (quality.clock_skew !== undefined) facts.push({ kind: 'clock_skew', spans: quality.clock_skew });
  const { exact, adjusted, unknown } = accuracy.sampling;
  if (exact + adjusted + unknown > 0) facts.push({ kind: 'sampling', exact, adjusted, unknown });
  facts.push({ kind: 'quantiles', error: accuracy.quantile_relative_error });
  return facts;
}

export function trustLevel(meta: Meta): TrustLevel {
  if (meta.data_quality.partial) return 'partial';
  return completeUntil(meta) < meta.range.to ? 'open' : 'complete';
}
