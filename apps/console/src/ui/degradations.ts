import type { Key } from '../i18n/i18n.js';
import type { Schemas } from '../lib/api.js';

/** Why figures are not up to date, in words. */
export const DEGRADATIONS: Record<Schemas['ApmHealth']['degraded_reasons'][number], Key> = {
  projector_silent: 'degradedSilent',
  replaying: 'degradedReplaying',
  lagging: 'degradedLagging',
  rollup_stopped: 'degradedStopped',
  telemetry_lost: 'degradedLost',
};
