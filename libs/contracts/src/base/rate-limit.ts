import type { RateLimitPolicy } from './errors.js';

/**
 * The generic cell rate algorithm. A key is free again at one moment, which is all that is remembered of it: each admitted
 * request moves that moment on by `window / quota`, and a request is admitted while it lies at most `burst` such steps
 * ahead. Pure.
 */
export interface RateLimit extends RateLimitPolicy {
  /** Requests that are admitted at once; afterwards they are admitted at the pace of the quota. */
  burst: number;
}

export const stepMs = (limit: RateLimit): number => Math.ceil((limit.windowSeconds * 1_000) / limit.quota);
/** How far the free moment may lie ahead for a request to be admitted. */
export const toleranceMs = (limit: RateLimit): number => stepMs(limit) * (limit.burst - 1);

export interface Admitted {
  freeAtMs: number;
  /** 0 when the request was admitted. */
  retryAfterMs: number;
}

/** Clocks of processes that count together differ by less. */
export const CLOCK_SLACK_MS = 60_000;
/** What lies further ahead was remembered by a clock that has been set back since: it is taken for as full as it can be. */
export const farthestMs = (limit: RateLimit): number => toleranceMs(limit) + stepMs(limit) + CLOCK_SLACK_MS;

export function admit(limit: RateLimit, freeAtMs: number | undefined, nowMs: number): Admitted {
  const ahead = Math.max((freeAtMs ?? nowMs) - nowMs, 0);
  const from = nowMs + (ahead > farthestMs(limit) ? toleranceMs(limit) : ahead);
  const waitMs = from - nowMs - toleranceMs(limit);
  return waitMs > 0 ? { freeAtMs: from, retryAfterMs: waitMs } : { freeAtMs: from + stepMs(limit), retryAfterMs: 0 };
}

export const retryAfterSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1_000));
