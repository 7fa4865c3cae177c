import type { GatewayHealth } from '@spanwise/contracts/base/gateway-health';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import type { Watermark } from './watermark.js';

/** What a verdict says of a record (`verdict.ts`). */
export type VerdictReason = 'over_budget' | 'ends_process';

/** Why a slice or a record of it is a dead letter. */
export type DeadReason =
  'unreadable_message' | 'wrong_digest' | 'not_inflatable' | 'not_decodable' | 'wrong_count' | VerdictReason;

export interface Poison {
  reason: DeadReason;
  /** For operators alone. */
  detail: string;
}

/** A slice of a log message; `poison` is why it cannot be counted, once that is known. */
export interface JudgedSlice {
  slice: LogSlice;
  index: number;
  poison: Poison | undefined;
  /** Set once judging it has used up its time, or records of it are known. */
  watch?: Watch;
}

/** A slice that is judged alone, with its records timed. */
export interface Watch {
  /** Records that are dead letters of their own, by place. */
  dead: Map<number, VerdictReason>;
  patience: number;
}

export interface JudgedMessage {
  seq: number;
  loggedAtMicros: number;
  watermark: Watermark;
  slices: JudgedSlice[];
  gatewayHealth?: GatewayHealth;
}
