import type { GatewayHealth } from '@spanwise/contracts/base/gateway-health';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import type { Watermark } from './watermark.js';

/** Why a record is marked as poison (`poison-marks.ts`). */
export type PoisonReason = 'over_budget' | 'ends_process';

/** Why a slice or a record of it is a dead letter. */
export type DeadReason =
  'unreadable_message' | 'wrong_digest' | 'not_inflatable' | 'not_decodable' | 'wrong_count' | PoisonReason;

export interface Poison {
  reason: DeadReason;
  /** For operators alone. */
  detail: string;
}

/** A slice of a log message; `poison` is why it cannot be counted, once that is known. */
export interface BatchSlice {
  slice: LogSlice;
  index: number;
  poison: Poison | undefined;
  /** Set once processing it has used up its time, or records of it are known. */
  watch?: Watch;
}

/** A slice that is processed alone, with its records timed. */
export interface Watch {
  /** Records that are dead letters of their own, by place. */
  dead: Map<number, PoisonReason>;
  patience: number;
}

export interface BatchMessage {
  seq: number;
  loggedAtMicros: number;
  watermark: Watermark;
  slices: BatchSlice[];
  gatewayHealth?: GatewayHealth;
}
