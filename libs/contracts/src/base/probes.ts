/** Bodies of the unauthenticated probes (API-8, API-9). */
import type { SubsystemState } from './heartbeat.js';
import type { Integer } from './integer.js';

/** `edition` is the raw value `oss` or `enterprise`. */
export interface VersionInfo {
  version: string;
  commit: string;
  branch: string;
  build_epoch_secs: Integer;
  build_id: string;
  release_channel: string;
  edition: 'oss' | 'enterprise';
}

/** Health of the whole product. `reason` names the first part that is wrong; `log_sync` says when the log is synced to disk. */
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

/** Settings of the sign-in page before sign-in. */
export interface InstanceInfo {
  external_url: string;
  signup_enabled: boolean;
  version: string;
  release_channel: string;
}
