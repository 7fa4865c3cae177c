import { inSavepoint } from '@spanwise/postgres/savepoint';
import type { PoolClient } from 'pg';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { noteFault } from '../../platform/faults/faults.store.js';
import type { RoutedEvent } from '../../channels/outbox/chains.js';
import { logUndeliverable } from '../../channels/outbox/outbox.store.js';

/** A policy that fails says so itself, and in the log of deliveries of what it did not notify of (ALERT-150). */
export async function notePolicyFault(
  client: PoolClient,
  organizationId: string,
  event: RoutedEvent,
  fault: unknown,
): Promise<void> {
  const reason = reasonOf(fault);
  await noteFault(client, organizationId, { kind: 'policy', id: event.policyId! }, reason);
  const chain = { ...event, userId: undefined };
  // A failure to log must not stop the other notifications.
  await inSavepoint(client, () =>
    logUndeliverable(client, organizationId, chain, { stage: 'user_primary', code: 'policy_failed', reason }),
  );
}
