/** Bodies of the unauthenticated probes (specification 4.5, decisions 7). */
import type { SubsystemState } from './heartbeat.js';

/** Decisions 7.4; `edition` is the raw value `oss` or `enterprise`. */
export interface VersionInfo {
  version: string;
  commit: string;
  branch: string;
  build_epoch_secs: number;
  build_id: string;
  release_channel: string;
  edition: 'oss' | 'enterprise';
}

/** Health of the whole product. `reason` names the first part that is wrong; `log_sync` says when the log reaches the disk. */
export interface ProductHealthBody {
  status: 'ok' | 'degraded';
  reason?: string;
  log_sync: 'always' | 'interval' | 'unknown';
  subsystems: Record<string, SubsystemState>;
}

export interface ReadinessBody {
  status: 'ready' | 'not_ready';
  reason?: string;
}

/** Health of one process. */
export interface ProcessHealthBody {
  status: 'ok';
  subsystems: Record<string, SubsystemState>;
}

/** What a sign-in page needs to know before anybody has signed in (peer facts 2.2). */
export interface InstanceInfo {
  external_url: string;
  signup_enabled: boolean;
  version: string;
  release_channel: string;
}
