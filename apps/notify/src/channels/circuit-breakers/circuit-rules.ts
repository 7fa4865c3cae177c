/** When a connector is suspended (DELIVERY-13): pure. */
import type { FaultCategory } from '../egress/delivery-fault.js';
import type { RateLimit } from '@spanwise/contracts/base/rate-limit';

const SECOND = 1_000;
export const FAILURES_TO_OPEN = 5;
/** A connector is also suspended when of so many attempts within the window this share failed. */
export const RATE = { windowMs: 60 * SECOND, attempts: 10, failedShare: 0.5 };
const FIRST_REST_MS = 30 * SECOND;
const LONGEST_REST_MS = 600 * SECOND;
/** A connector that did nothing but fail for so long is disabled. */
export const HOPELESS_AFTER_MS = 5 * 24 * 3_600 * SECOND;

/** The n-th rest in a row, from 0. */
export const restMs = (openings: number): number =>
  Math.min(FIRST_REST_MS * 2 ** Math.min(openings, 10), LONGEST_REST_MS);

const OF_THE_CONNECTOR: readonly FaultCategory[] = [
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'timeout',
  'connection_lost',
  'answer_invalid',
  'blocked_address',
  'credentials_rejected',
  'smtp_tls_unavailable',
  'secret_unavailable',
];
const OF_THE_CONNECTOR_STATUSES = new Set([401, 403, 407, 408, 425]);

/** Whether another delivery would meet the same fault. 429 is the word of a receiver that works, 404 may be the target's. */
export function isFaultOfConnector(category: FaultCategory): boolean {
  if (!category.startsWith('http_')) return OF_THE_CONNECTOR.includes(category);
  const status = Number(category.slice('http_'.length));
  return status >= 500 || OF_THE_CONNECTOR_STATUSES.has(status);
}

export const TEST_RATE: RateLimit = { name: 'connector-tests', quota: 10, windowSeconds: 60, burst: 10 };
