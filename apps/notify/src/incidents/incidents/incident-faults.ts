import { inSavepoint } from '@spanwise/postgres/savepoint';
import type { PoolClient } from 'pg';
import { countFault } from '../../platform/faults/fault-metrics.js';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { noteFault } from '../../platform/faults/faults.store.js';
import { appendTimeline } from './incidents.store.js';

/** What failed of an incident stands on it, and in its timeline each time that it is something else (ALERT-150). */
export async function noteIncidentFault(
  client: PoolClient,
  organizationId: string,
  id: string | undefined,
  fault: unknown,
  at: Date,
): Promise<void> {
  if (id === undefined) return countFault('incident');
  const reason = reasonOf(fault);
  // What cannot even be written down must not keep others from being written.
  await inSavepoint(client, async () => {
    if (await noteFault(client, organizationId, { kind: 'incident', id }, reason))
      await appendTimeline(client, organizationId, id, { kind: 'failed', at, details: { reason } });
  });
}
