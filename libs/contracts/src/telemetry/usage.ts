/** What organizations send, by day, from the projector's ledger; and how many queries of theirs ran, from apm. */
import { ArrayMaxSize, IsArray, IsInt, IsUUID, Matches, Min } from 'class-validator';
import { invalidArgument } from '../base/errors.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { Empty, READS, rpc } from '../authz/rpc.js';
import { STREAM_READ_ACCESS } from './streams.js';

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Days of UTC, both included; the last thirty without them. */
export class UsageQuery {
  @Optional() @Matches(DAY, { message: 'must be a day such as 2026-11-21' }) from?: string;
  @Optional() @Matches(DAY, { message: 'must be a day such as 2026-11-21' }) to?: string;
}

export interface SignalUsage {
  /** As they came and lie in the log: compressed where the client has compressed them. */
  bytes: number;
  /** Spans, log records or data points: all that were taken, and those that were neither repeated, late nor unreadable. */
  received: number;
  counted: number;
}

/** What the ledger has of a day. */
export interface LedgerDay {
  organization_id: string;
  /** By the log's own time, UTC. */
  day: string;
  bytes: number;
  traces: SignalUsage;
  logs: SignalUsage;
  metrics: SignalUsage;
}

export interface QueryDay {
  organization_id: string;
  day: string;
  queries: number;
}

export interface UsageDay extends LedgerDay {
  /** Statements over stored telemetry that ran, for any caller: queries, search jobs, lists of traces and logs, shares. */
  queries: number;
}

export const USAGE_ACCESS = { organization: 'org.billing.read', system: 'sys.organizations.manage' } as const;

/** Of the caller's organization; in `_sys` of every one. Newest day first. */
export const usageDays = rpc<LedgerDay[]>()('svc.projector.usage.days', UsageQuery, USAGE_ACCESS, READS);
/** The same; days without a query are left out. */
export const queryDays = rpc<QueryDay[]>()('svc.apm.usage.query_days', UsageQuery, USAGE_ACCESS, READS);

export interface UsageToday {
  day: string;
  /** Bytes by organization. */
  bytes: Record<string, number>;
}

export const usageToday = rpc<UsageToday>()('svc.projector.usage.today', Empty, 'internal', READS);

export class IngestedSince {
  @IsInt() @Min(0) from_micros: number;
}

/** What the caller's organization has sent since the beginning of that hour; null where it was not counted by hours. */
export const ingestedBytes = rpc<{ bytes: number | null }>()(
  'svc.projector.usage.ingested',
  IngestedSince,
  STREAM_READ_ACCESS,
  READS,
);

export const MAX_STORED_BYTES_OF = 1_000;

export class StoredBytesOf {
  @IsArray() @ArrayMaxSize(MAX_STORED_BYTES_OF) @IsUUID(undefined, { each: true }) organization_ids: string[];
}

/** Bytes of stored segments by organization; one that has stored nothing is left out. */
export const storedBytes = rpc<Record<string, number>>()(
  'svc.apm.usage.stored_bytes',
  StoredBytesOf,
  'internal',
  READS,
);

export const DAY_MICROS = 86_400_000_000;
export const dayText = (day: number): string => new Date((day * DAY_MICROS) / 1_000).toISOString().slice(0, 10);
export const dayOfMicros = (micros: number): number => Math.floor(micros / DAY_MICROS);

/** Of the platform's view, which has a row for every organization. */
export const MAX_USAGE_ROWS = 50_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

export interface DayRange {
  from: Integer;
  to: Integer;
}

/** Days since the epoch. Throws `invalid_argument` for what is no day, no range or too long a one. */
export function dayRange({ from, to }: UsageQuery, nowMs: number): DayRange {
  const last = to === undefined ? Math.floor(nowMs / DAY_MS) : dayNumber(to, 'to');
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayNumber(from, 'from');
  if (first > last) throw invalidArgument('The day from must not lie behind the day to.');
  if (last - first >= MAX_DAYS) throw invalidArgument(`A request covers at most ${MAX_DAYS} days.`);
  return { from: first, to: last };
}

function dayNumber(text: string, field: string): number {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(day) || dayText(day) !== text) {
    throw invalidArgument('There is no such day.', [{ field, reason: 'is no day of the calendar' }]);
  }
  return day;
}
