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

export function admit(limit: RateLimit, freeAtMs: number | undefined, nowMs: number): Admitted {
  const from = Math.max(freeAtMs ?? nowMs, nowMs);
  const waitMs = from - nowMs - toleranceMs(limit);
  return waitMs > 0 ? { freeAtMs: from, retryAfterMs: waitMs } : { freeAtMs: from + stepMs(limit), retryAfterMs: 0 };
}

export const retryAfterSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1_000));
