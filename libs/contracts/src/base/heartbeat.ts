/**
 * Every service publishes its state once a second on `hb.<service>`; the gateway composes `/api/v1/healthz`,
 * `/api/v1/readyz` and its subsystem metrics from these (API-8).
 */
export const HEARTBEAT_SUBJECT = 'hb';
export const HEARTBEAT_INTERVAL_MS = 1_000;
/** A service that was silent for this long counts as down. */
export const HEARTBEAT_LIMIT_MS = 5_000;

export type ServiceName = 'gateway' | 'iam' | 'apm' | 'notify' | 'projector';

/** Everything that may be said of what does not work: every client sees it, so no path and no word of a driver is in it. */
export const SUBSYSTEM_REASONS = [
  'not connected',
  'not reachable',
  'no sign of life',
  'not running',
  'delta_hole',
  'manifest_hole',
  'lineage_changed',
  'disk full',
  'disk read-only',
  'permission denied',
  'folder missing',
  'store does not answer',
  'store of another installation',
  'deletion of files is held',
  'database does not answer',
  'log does not answer',
  'other number of shards',
  'internal fault',
] as const;
export type SubsystemReason = (typeof SUBSYSTEM_REASONS)[number];

export interface SubsystemState {
  up: boolean;
  /** Present when `up` is false. */
  reason?: SubsystemReason;
}

export interface Heartbeat {
  service: ServiceName;
  instance: string;
  /** This process can serve: its own `/readyz` answers 200. */
  ready: boolean;
  subsystems: Record<string, SubsystemState>;
  /** Projector only. */
  projection?: ProjectionHeartbeat;
}

export interface ProjectionHeartbeat {
  /** True until the log position seen at the start is committed (PROTO-8). */
  replaying: boolean;
  lagMessages: number;
  /** Age of the oldest message that is not committed, 0 when there is none; never too little, also while the log is out of reach. */
  lagSeconds: number;
  /** Share of the log's byte limit in use, 0..1. */
  logFullness: number;
  /** Rows that apm has not confirmed yet. */
  outboxRows: number;
  /** received - counted - duplicate - late - dead over the ledger; anything but 0 is a defect. */
  ledgerImbalance: number;
  /** `SPANWISE_INGEST_SHARDS` of the projector; an older one does not say it. */
  shards?: number;
}
