/** State of the projection (APM-27). Names that end in `_at` are microseconds since the epoch. */
import { APM_ACCESS, ApmQuery, APM_READ, type Gap, type Meta } from './apm.js';
import type { Integer } from '../base/integer.js';
import { rpc } from '../authz/rpc.js';

/** One shard of the log as the projector sees it; counters are of all organizations since the shard began. */
export interface ShardRuntime {
  shard: number;
  /** True until the log position seen at the projector's start is committed. */
  replaying: boolean;
  lag_messages: number;
  lag_seconds: number;
  stream_time_at: Integer;
  /** Spans remembered for recognising duplicates. */
  dedupe_keys: number;
  last_flush_at?: Integer;
  received: number;
  counted: number;
  duplicates: number;
  late: number;
  dead: number;
  open_dead_letters: number;
}

/** How far one partition of one shard has become figures. */
export interface RollupRuntime {
  shard: number;
  partition: number;
  applied_deltas: number;
  /** Known while the projector answers. */
  pending_deltas?: number;
  stream_time_at: Integer;
  /** Present when metrics are stale until an operator rebuilds them. */
  stopped?: string;
}

export interface ApmRuntime {
  projector: { answering: boolean; reason?: string; shards: ShardRuntime[] };
  rollups: RollupRuntime[];
  /** Occurrences folded into `__other__` in the range, by dimension. */
  overflow: Record<string, number>;
}

export interface Boundaries {
  projection_started_at: Integer;
  /** Figures by minute, or by hour, are kept from here on. */
  minutes_kept_from: number;
  hours_kept_from: number;
  last_complete_minute_at: Integer;
  last_complete_hour_at: Integer;
}

export const DEGRADATIONS = ['projector_silent', 'replaying', 'lagging', 'rollup_stopped', 'telemetry_lost'] as const;

export interface ApmHealth {
  enabled: boolean;
  degraded: boolean;
  degraded_reasons: (typeof DEGRADATIONS)[number][];
  runtime: ApmRuntime;
  boundaries: Boundaries;
  gaps: Gap[];
  meta: Meta;
}

export const apmHealth = rpc<ApmHealth>()('svc.apm.health', ApmQuery, APM_ACCESS, APM_READ);
