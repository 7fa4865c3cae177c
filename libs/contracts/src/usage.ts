/** What organizations send, by day, from the projector's ledger. */
import { IsOptional, Matches } from 'class-validator';
import { Empty, rpc } from './rpc.js';

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Days of UTC, both included; the last thirty without them. */
export class UsageQuery {
  @IsOptional() @Matches(DAY, { message: 'must be a day such as 2026-11-21' }) from?: string;
  @IsOptional() @Matches(DAY, { message: 'must be a day such as 2026-11-21' }) to?: string;
}

export interface SignalUsage {
  /** As they came and lie in the log: compressed where the client has compressed them. */
  bytes: number;
  /** Spans, log records or data points: all that were taken, and those that were neither repeated, late nor unreadable. */
  received: number;
  counted: number;
}

export interface UsageDay {
  organization_id: string;
  /** By the log's own time, UTC. */
  day: string;
  bytes: number;
  traces: SignalUsage;
  logs: SignalUsage;
  metrics: SignalUsage;
}

/** Of the caller's organization; in `_sys` of every one. Newest day first. */
export const usageDays = rpc<UsageDay[]>()('svc.projector.usage.days', UsageQuery, {
  organization: 'org.billing.read',
  system: 'sys.organizations.manage',
});

export interface UsageToday {
  day: string;
  /** Bytes by organization. */
  bytes: Record<string, number>;
}

export const usageToday = rpc<UsageToday>()('svc.projector.usage.today', Empty, 'internal');

export const DAY_MICROS = 86_400_000_000;
export const dayText = (day: number): string => new Date((day * DAY_MICROS) / 1_000).toISOString().slice(0, 10);
export const dayOfMicros = (micros: number): number => Math.floor(micros / DAY_MICROS);
