/** What a timeline run writes down: what the sender knows, what was done to the product, and every answer. Times are milliseconds since the epoch. */

/** Spans that start at one moment. */
export interface SentBatch {
  /** Minute of the spans' start, since the epoch. */
  minute: number;
  spans: number;
  /** Older than the lateness horizon: kept as a gap, never counted. */
  late: boolean;
  /** When it was sent, and sent again: a late span is no longer known and counts as dropped each time. */
  attemptsMs: number[];
  /** When a client had the 200 in its hands; undefined while it has not. */
  ackedMs?: number;
}

export interface Disturbance {
  what: string;
  fromMs: number;
  toMs: number;
  /** The projector stood still until then. */
  silentToMs?: number;
}

interface Answered {
  askedMs: number;
  answeredMs: number;
  /** HTTP status; 0 when there was no answer. */
  status: number;
}

export interface GapShown {
  reason: string;
  dropped: number;
}

/** `/apm/overview` by minute over the run: what the figures contained, and what `meta` said of them. */
export interface OverviewSample extends Answered {
  kind: 'overview';
  figures?: {
    total: number;
    perMinute: ReadonlyMap<number, number>;
    partial: boolean;
    lastCompleteMs: number;
    gaps: GapShown[];
  };
}

/** `/apm/health` over a range that holds the late spans as well. */
export interface HealthSample extends Answered {
  kind: 'health';
  says?: {
    degraded: boolean;
    reasons: string[];
    projectorAnswers: boolean;
    replaying: boolean;
    lagSeconds: number;
    pendingDeltas: number;
    /** Of the shard and partition that is furthest behind. */
    streamTimeMs: number;
    lastCompleteMs: number;
    partial: boolean;
    gaps: GapShown[];
  };
}

export type Sample = OverviewSample | HealthSample;

export interface Timeline {
  endedMs: number;
  lateGraceMs: number;
  batches: SentBatch[];
  disturbances: Disturbance[];
  samples: Sample[];
}
