import type { VersionInfo } from '@spanwise/contracts/base/probes';
import type { ServiceConfig } from './config.js';

export const PRODUCT_VERSION = '0.1.0';

export const versionInfo = (config: ServiceConfig): VersionInfo => ({
  version: PRODUCT_VERSION,
  commit: config.commit,
  branch: config.branch,
  build_epoch_secs: config.buildEpochSecs,
  build_id: `${PRODUCT_VERSION}+${config.commit.slice(0, 12)}`,
  release_channel: 'stable',
  edition: 'oss',
});
