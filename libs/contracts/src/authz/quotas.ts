/**
 * What an organization may use at most: the platform sets it, and without a set value the default holds. A quota of how many
 * rows there are is enforced by iam, which counts them. One of how much comes in travels in the context, and the gateway
 * enforces it; its default is a setting of the gateway. Pure data.
 */
export interface Quota {
  /** What can be set: for rows no more than their lists show (API-6). */
  max: number;
  default?: number;
  inContext: boolean;
}

const MAX_ROWS = 1_000;
const MAX_RATE = 1_000_000_000;

const rows = { max: MAX_ROWS, default: MAX_ROWS, inContext: false } satisfies Quota;

export const QUOTA_KEYS = [
  'members',
  'api_tokens',
  'requests_per_minute',
  'ingest_bytes_per_day',
  'stored_bytes',
] as const;
export type QuotaKey = (typeof QUOTA_KEYS)[number];

export const QUOTAS = {
  members: rows,
  api_tokens: rows,
  /** Of one gateway process, as all limits of requests. */
  requests_per_minute: { max: MAX_RATE, inContext: true },
  /** Of all processes together, by the ledger; a day of UTC. */
  ingest_bytes_per_day: { max: Number.MAX_SAFE_INTEGER, inContext: true },
  /** Of the stored segments of all streams, compressed as they lie in the object store. */
  stored_bytes: { max: Number.MAX_SAFE_INTEGER, inContext: true },
} satisfies Record<QuotaKey, Quota>;

/** Values that the platform has set. */
export type SetQuotas = Partial<Record<QuotaKey, number>>;

/** Those that the gateway enforces; undefined when none is set. */
export function contextQuotas(set: SetQuotas): SetQuotas | undefined {
  const edge = Object.entries(set).filter(([key]) => QUOTAS[key as QuotaKey]?.inContext);
  return edge.length === 0 ? undefined : Object.fromEntries(edge);
}
