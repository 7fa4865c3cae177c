/** How far what one organization has sent is stored (QUERY-15, ADR 0031). */
import { ArrayMaxSize, IsInt, IsUUID, Max, Min } from 'class-validator';
import type { SliceSignal } from './log-message.js';
import { IsListOf, Optional } from '../base/members.js';
import { READS, rpc } from '../authz/rpc.js';

const IsCount = () => IsInt();

/** What apm has of a shard, and what of it the read is about. */
export class ShardAsked {
  @IsCount() @Min(0) @Max(63) shard: number;
  /** Newest manifest that apm has entered. */
  @IsCount() @Min(0) @Max(Number.MAX_SAFE_INTEGER) entered: number;
  /** End of the log when the read began, as the first answer has said it; absent: where it ends now. */
  @Optional() @IsCount() @Min(0) @Max(Number.MAX_SAFE_INTEGER) epoch?: number;
  @Optional() @IsCount() @Min(0) @Max(Number.MAX_SAFE_INTEGER) seq?: number;
  /** Newest manifest that can have something of that, once an answer has said that no later one will. */
  @Optional() @IsCount() @Min(0) @Max(Number.MAX_SAFE_INTEGER) manifest?: number;
}

export class ReadStoredState {
  @IsUUID() organization_id: string;
  @IsListOf(() => ShardAsked) @ArrayMaxSize(64) shards: ShardAsked[];
}

/** Something that was acknowledged and cannot be read yet. */
export interface NotStored {
  /** Absent: any. */
  signal?: SliceSignal;
  /** When its records are of, microseconds, both inclusive; absent: any time. */
  fromMicros?: number;
  toMicros?: number;
  /** The log has received nothing of it before. */
  sinceMicros: number;
}

export interface ShardStored {
  shard: number;
  /** End of the log that the answer is about. */
  epoch: number;
  seq: number;
  /** Newest manifest that can have something of the log up to there; absent while the log up to there is not stored. */
  manifest?: number;
  notStored: NotStored[];
}

export interface StoredState {
  shards: ShardStored[];
}

/** Asked beside every read: an answer that takes longer than this is none. */
const TIMEOUT_MS = 2_000;

export const readStoredState = rpc<StoredState>()('svc.projector.stored', ReadStoredState, 'internal', {
  ...READS,
  timeoutMs: TIMEOUT_MS,
});
