import type { Provider } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Host } from '@spanwise/host/service';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import type { ApmVariables } from '../../config.js';
import { Queries } from '../query-engine/queries.js';
import { awaitRemoval } from '../../store/segments/removals.store.js';
import { StoredReads } from '../../store/stored-state/stored-reads.js';
import { JobResults } from './job-results.js';
import { JobWorker } from './job-worker.js';
const LEASE_MS = 15_000;
const POLL_MS = 500;

export function searchJobsProviders(writer: Pool, host: Host, config: ApmVariables, store: ObjectStore): Provider[] {
  const results = new JobResults(store, (organizationId, key) => awaitRemoval(writer, organizationId, [key], 0));
  const settings = {
    timeLimitMs: config.queryStreamTimeoutMs,
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
    running: config.searchJobsRunning,
  };
  return [
    { provide: JobResults, useValue: results },
    {
      provide: JobWorker,
      useFactory: (queries: Queries, stored: StoredReads) =>
        new JobWorker(writer, queries, results, stored, host.logger, settings),
      inject: [Queries, StoredReads],
    },
  ];
}
