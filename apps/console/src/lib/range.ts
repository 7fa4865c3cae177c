/** The range of time that a screen is about; pure. Times are microseconds since the epoch. */

export const LAST_MINUTES = {
  '15m': 15,
  '1h': 60,
  '3h': 180,
  '6h': 360,
  '24h': 1_440,
  '7d': 10_080,
  '30d': 43_200,
} as const;
export type LastRange = keyof typeof LAST_MINUTES;
export const DEFAULT_RANGE: LastRange = '1h';

const MINUTE_MICROS = 60_000_000;
/** What the API answers at most. */
export const MAX_RANGE_MICROS = LAST_MINUTES['30d'] * MINUTE_MICROS;

export interface Window {
  from: number;
  to: number;
}

/** A window that moves on with the clock, or one that stands. */
export type Range = { last: LastRange } | Window;

export const isLast = (range: Range): range is { last: LastRange } => 'last' in range;

/** Up to whole seconds, so that what is asked twice within one is asked once. */
export function windowOf(range: Range, nowMs: number): Window {
  if (!isLast(range)) return range;
  const to = Math.floor(nowMs / 1_000) * 1_000_000;
  return { from: to - LAST_MINUTES[range.last] * MINUTE_MICROS, to };
}

/** The window of the same length before it, which begins and ends with whole buckets of the answer that is compared. */
export const windowBefore = ({ from, to }: Window): Window => ({ from: from - (to - from), to: from });

export const isLastRange = (text: string): text is LastRange => Object.hasOwn(LAST_MINUTES, text);
