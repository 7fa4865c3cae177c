import type { Provider } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import type { Host } from '@spanwise/host/service';
import type { SegmentFiles, TelemetryCatalogue } from '@spanwise/segments/catalogue';
import type { ApmVariables } from '../../config.js';
import type { QueryCounts } from '../usage/query-counts.store.js';
import { LostTimes } from '../../rollups/lost-time/lost-times.js';
import { StoredReads, type StoredPorts } from '../../store/stored-state/stored-reads.js';
import { Admission, placesOf } from './admission.js';
import { EnginePool } from './engine-pool.js';
import { processBytesOf } from './process-memory.js';
import { Queries } from './queries.js';
import { QueryMetrics } from './query-metrics.js';
import { RunningQueries } from './running-queries.js';
import { SlowQueries } from './slow-queries.js';

/** A query that waited longer is refused: its caller has long given up. */
const LONGEST_WAIT_MS = 30_000;

/** Makes the engine over what the catalogue knows; its processes end with the host. */
export function queryEngineProviders(
  config: ApmVariables,
  host: Host,
  catalogue: TelemetryCatalogue,
  files: SegmentFiles,
  counts: QueryCounts,
  stored: StoredPorts,
): Provider[] {
  const pool = new EnginePool({
    threads: config.queryThreads,
    memoryBytes: config.queryMemoryBytes,
    processBytes: processBytesOf(config.queryMemoryBytes),
  });
  const admission = new Admission({
    ...placesOf(config.queriesRunning, config.queriesPerOrganization),
    waitingPerOrganization: config.queriesWaiting,
    waiting: 10 * config.queriesWaiting,
    longestWaitMs: LONGEST_WAIT_MS,
  });
  const metrics = new QueryMetrics(host.registry, admission, host.logger);
  // The first query does not wait for the start of a process.
  pool
    .warm()
    .catch((error: unknown) => host.logger.warn(describeError(error), 'query engine: failed to start a process'));
  host.shutdown.onStop('workers', 'query engine', () => pool.close());
  const queries = new Queries({
    catalogue,
    files,
    pool,
    admission,
    running: new RunningQueries(),
    slow: new SlowQueries(),
    maxScannedRows: config.queryScannedRows,
    metrics,
    counts,
  });
  return [
    { provide: Queries, useValue: queries },
    { provide: StoredReads, useValue: new StoredReads(stored) },
    LostTimes,
  ];
}
