/**
 * Every service publishes its state once a second on `hb.<service>`; the gateway composes `/api/v1/healthz`,
 * `/api/v1/readyz` and its subsystem metrics from these (decisions 7).
 */
export const HEARTBEAT_SUBJECT = 'hb';
export const HEARTBEAT_INTERVAL_MS = 1_000;
/** A service that was silent for this long counts as down. */
export const HEARTBEAT_LIMIT_MS = 5_000;

export type ServiceName = 'gateway' | 'iam' | 'apm' | 'notify' | 'projector';

export interface SubsystemState {
  up: boolean;
  /** A short sentence without secrets, present when `up` is false. */
  reason?: string;
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
  /** True until the log position seen at the start is committed: the specification's "WAL replay". */
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
}
