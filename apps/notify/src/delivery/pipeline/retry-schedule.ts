/** When a delivery is tried again (DELIVERY-12): pure. */
import type { DeliveryFault } from '../../channels/egress/delivery-fault.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Wait after the n-th attempt that failed; dense at first, since an alert ages fast. */
const WAITS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];
export const MAX_ATTEMPTS = WAITS_MS.length + 1;
/** A refusal that a repeat will hardly change still gets these: receivers are misconfigured for minutes, too. */
const REFUSED_ATTEMPTS = 3;
const PASSING_STATUSES = new Set([408, 425, 429]);
const GONE = 'http_410';

const PASSING = [
  'blocked_address',
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'timeout',
  'connection_lost',
  'answer_invalid',
];

function isPassing(category: string): boolean {
  if (!category.startsWith('http_')) return PASSING.includes(category);
  const status = Number(category.slice('http_'.length));
  return status >= 500 || PASSING_STATUSES.has(status);
}

/**
 * Milliseconds to wait after attempt number `attempt`, or undefined when it was the last one. Every wait varies by a
 * fifth, so that deliveries that failed together do not come back together. `Retry-After` is a least wait.
 */
export function retryWaitMs(attempt: number, fault: DeliveryFault, random = Math.random): number | undefined {
  const { category } = fault;
  if (category === GONE) return undefined;
  const attempts = isPassing(category) ? MAX_ATTEMPTS : REFUSED_ATTEMPTS;
  if (attempt >= attempts) return undefined;
  const wait = WAITS_MS[attempt - 1]! * (0.8 + 0.4 * random());
  return Math.max(wait, fault.retryAfterMs ?? 0);
}
