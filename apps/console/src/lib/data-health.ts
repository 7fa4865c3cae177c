/** State of the data: sums over the parts that count, and the range that can be counted again. Pure; times in microseconds. */
import type { Schemas } from '@spanwise/api-client/client';
import type { Window } from './range.js';

type Shard = Schemas['ShardRuntime'];
type Boundaries = Schemas['Boundaries'];

export const COUNTERS = ['received', 'counted', 'duplicates', 'late', 'dead'] as const;
export type Counter = (typeof COUNTERS)[number];

export const sumsOf = (shards: readonly Pick<Shard, Counter>[]): Record<Counter, number> =>
  Object.fromEntries(
    COUNTERS.map((counter) => [counter, shards.reduce((sum, shard) => sum + shard[counter], 0)]),
  ) as Record<Counter, number>;

/** Of the worst part, in seconds. */
export const lagSeconds = (shards: readonly Pick<Shard, 'lag_seconds'>[]): number =>
  Math.max(0, ...shards.map(({ lag_seconds: lag }) => lag));

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The newest part of a window that is complete and that figures are kept of: whole minutes, whole hours where minutes are
 * not kept any more, at most 24 hours. Undefined where there is none.
 */
export function closedPart({ from, to }: Window, boundaries: Boundaries): Window | undefined {
  const { last_complete_minute_at: newest, minutes_kept_from: minutes, hours_kept_from: hours } = boundaries;
  const end = Math.min(to, newest + MINUTE);
  return whole(Math.max(from, end - DAY, minutes), end, MINUTE) ?? whole(Math.max(from, end - DAY, hours), end, HOUR);
}

function whole(from: number, to: number, bucket: number): Window | undefined {
  const closed = { from: Math.ceil(from / bucket) * bucket, to: Math.floor(to / bucket) * bucket };
  return closed.from < closed.to ? closed : undefined;
}

/** How many requests and errors more the figures say than the stored spans do. */
export function differenceOf({ rollups, recount }: Pick<Schemas['ReconciledService'], 'rollups' | 'recount'>) {
  return { requests: rollups.requests - recount.requests, errors: rollups.errors - recount.errors };
}
