import type { ServiceConfig } from './config.js';

export const PRODUCT_VERSION = '0.1.0';

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

export const versionInfo = (config: ServiceConfig): VersionInfo => ({
  version: PRODUCT_VERSION,
  commit: config.commit,
  branch: config.branch,
  build_epoch_secs: config.buildEpochSecs,
  build_id: `${PRODUCT_VERSION}+${config.commit.slice(0, 12)}`,
  release_channel: 'stable',
  edition: 'oss',
});
