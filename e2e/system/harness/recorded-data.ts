import { join } from 'node:path';
import { ROOT } from './product.js';

/** Recorded telemetry with answers; not part of a checkout. `--data FOLDER` of a scenario names another place. */
export const RECORDED_DATA = join(ROOT, '..', 'shared', 'data');
