import { IsIn, IsInt, IsUUID, Max, Min } from 'class-validator';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { bytesRpc, Empty, READS, rpc } from '../authz/rpc.js';

/** Deltas of a shard wait in the projector's outbox until apm has committed past them (PROTO-16 to PROTO-19). */
export class FetchDeltas {
  @IsInt() @Min(0) @Max(63) shard: number;
  @IsInt() @Min(0) @Max(63) partition: number;
  /** apm's committed n of this shard and partition: the fetch cursor is the confirmation. */
  @IsInt() @Min(0) after: number;
  /** Lineage that apm has committed, absent before its first delta. */
  @Optional() @IsUUID() lineage?: string;
  /** Continue inside row `after + 1` from this byte: a row can exceed one reply. */
  @IsInt() @Min(0) fromByte: number;
}

export interface DeltaRowHead {
  n: number;
  /** Bytes of this row in the reply, which start at `fromByte` for the first row and at 0 for the others. */
  bytes: number;
  /** Whole size of the row's delta. */
  totalBytes: number;
  /** Stream time of the shard when the row was committed, microseconds: what finality of buckets follows from. */
  streamTimeMicros: number;
}

export interface DeltasHead {
  lineage: string;
  /** Lowest n that is still kept and newest n; `lowestN > after + 1` is a hole that apm must not jump. */
  lowestN: number;
  lastN: number;
  rows: DeltaRowHead[];
}

/** Of what one service copies from another. */
export const BETWEEN_SERVICES = {
  audit: { not: 'between services: what one has copied, the other need not keep' },
} as const;

export const fetchDeltas = bytesRpc<DeltasHead>()('svc.projector.deltas', FetchDeltas, BETWEEN_SERVICES);

/** Core NATS hint "shard s has n": only a hint, the poll is the guarantee. */
export const DELTA_HINT_SUBJECT = (shard: number): string => `evt.projector.delta.${shard}`;

/** Core NATS hint "shard s has stored something": only a hint, the poll is the guarantee. */
export const MANIFEST_HINT_SUBJECT = (shard: number): string => `evt.projector.manifest.${shard}`;

/** How many partitions a delta is cut into by hash of the organization; changing it needs a drained pipeline. */
export const DELTA_PARTITIONS = 2;

export interface ShardStatus {
  shard: number;
  lineage: string;
  epoch: number;
  committedSeq: number;
  n: number;
  replaying: boolean;
  lagMessages: number;
  lagSeconds: number;
  streamTimeMicros: number;
  dedupeKeys: number;
  lastFlushAtMicros: number | null;
  /** Spans. */
  received: number;
  counted: number;
  duplicate: number;
  late: number;
  dead: number;
  /** Log records and data points. */
  records: { received: number; counted: number; duplicate: number; dead: number };
  openDeadLetters: number;
  /** What the store writer has made segments of; `manifests` is the newest n of those that name them. */
  stored: { epoch: number; seq: number; manifests: number; unstoredLetters: number };
}

export interface ProjectorStatus {
  shards: ShardStatus[];
}

export const projectorStatus = rpc<ProjectorStatus>()('svc.projector.status', Empty, 'internal', BETWEEN_SERVICES);

export interface DeadLetterView {
  id: string;
  shard: number;
  seq: number;
  slice: number;
  organization_id: string;
  signal: 'traces' | 'logs' | 'metrics';
  /** Spans, or records of another signal. */
  span_count: Integer;
  reason: string;
  state: 'open' | 'replayed' | 'discarded';
}

export class ResolveDeadLetter {
  @IsUUID() id: string;
  @IsIn(['replay', 'discard']) action: 'replay' | 'discard';
}

export const listDeadLetters = rpc<DeadLetterView[]>()('svc.projector.dead_letters.list', Empty, 'internal', READS);
export const resolveDeadLetter = rpc<DeadLetterView>()(
  'svc.projector.dead_letters.resolve',
  ResolveDeadLetter,
  'internal',
  { audit: { not: 'by a command of the operator, who is no user of the product' } },
);
