/**
 * What a gateway says of itself in the log, once a minute and in every shard (PROTO-32): a message without slices, as that of
 * an idle shard, with the record in a header. A reader that does not know the header, or its version, reads an idle message.
 */
import type { Integer } from './integer.js';

export const GATEWAY_HEALTH_HEADER = 'Spanwise-Gateway-Health';

/**
 * Why the product took nothing of a request that was good: the log is full, away or has not acknowledged; what is in it is
 * counted too late; there is no room for more requests; another part of the product, which had to be asked, did not answer.
 */
export const REFUSAL_REASONS = ['log', 'processing', 'overload', 'dependency'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export interface RefusedRequests {
  /** Absent for those of organizations beyond the bound, or that are not known because iam did not answer. */
  organizationId?: string;
  reason: RefusalReason;
  requests: Integer;
}

/** One minute of one gateway. Times are those of the gateway's clock, microseconds. */
export interface GatewayHealth {
  /** Of the process; another one after a restart. */
  gatewayId: string;
  /** Since the epoch. */
  minute: Integer;
  /** Alive without a break since then. */
  sinceMicros: Integer;
  /** It has ended in order, in this minute. */
  leftMicros?: Integer;
  refused: RefusedRequests[];
}

/** Organizations that one record names; the requests of others are counted together. */
export const MAX_REFUSED_ORGANIZATIONS = 500;

const VERSION = 1;
const MINUTE_MICROS = 60_000_000;
/** A gateway whose clock is further ahead of the log's, or whose record has waited for longer, is not believed. */
const MAX_AHEAD_MICROS = 2 * MINUTE_MICROS;
const MAX_BEHIND_MICROS = 120 * MINUTE_MICROS;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** As it stands in a header: the counts of an organization in the order of `REFUSAL_REASONS`, under '' those of no known one. */
interface Written {
  v: number;
  id: string;
  minute: number;
  since: number;
  left?: number;
  refused: Record<string, number[]>;
}

export function encodeGatewayHealth({ gatewayId, minute, sinceMicros, leftMicros, refused }: GatewayHealth): string {
  const counts: Written['refused'] = {};
  for (const { organizationId = '', reason, requests } of refused) {
    const ofOne = (counts[organizationId] ??= REFUSAL_REASONS.map(() => 0));
    ofOne[REFUSAL_REASONS.indexOf(reason)]! += requests;
  }
  const written: Written = {
    v: VERSION,
    id: gatewayId,
    minute,
    since: sinceMicros,
    ...(leftMicros !== undefined && { left: leftMicros }),
    refused: counts,
  };
  return JSON.stringify(written);
}

/** Undefined for what this version does not understand or believe: it is read as an idle message. */
export function decodeGatewayHealth(text: string, loggedAtMicros: number): GatewayHealth | undefined {
  const written = parsed(text);
  if (written === undefined || written.v !== VERSION) return undefined;
  const { id, minute, since, left, refused } = written;
  const times = [minute, since, ...(left === undefined ? [] : [left])];
  if (typeof id !== 'string' || !UUID.test(id) || !times.every(isCount)) return undefined;
  const startMicros = minute * MINUTE_MICROS;
  if (startMicros > loggedAtMicros + MAX_AHEAD_MICROS || startMicros < loggedAtMicros - MAX_BEHIND_MICROS)
    return undefined;
  if (typeof refused !== 'object' || refused === null) return undefined;
  const entries = Object.entries(refused);
  if (entries.length > MAX_REFUSED_ORGANIZATIONS + 1 || !entries.every(isRefused)) return undefined;
  return {
    gatewayId: id,
    minute,
    sinceMicros: since,
    ...(left !== undefined && { leftMicros: left }),
    refused: entries.flatMap(refusedOf),
  };
}

function parsed(text: string): Written | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Written) : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isRefused = ([id, counts]: [string, unknown]): boolean =>
  (id === '' || UUID.test(id)) &&
  Array.isArray(counts) &&
  counts.length === REFUSAL_REASONS.length &&
  counts.every(isCount);

const refusedOf = ([id, counts]: [string, number[]]): RefusedRequests[] =>
  REFUSAL_REASONS.flatMap((reason, at) =>
    counts[at] === 0 ? [] : [{ ...(id !== '' && { organizationId: id }), reason, requests: counts[at]! }],
  );
