/** The second stage: notices become deliveries in the outbox, and in the log stands why a user is not notified. */
import { inSavepoint } from '@spanwise/postgres/savepoint';
import type { PoolClient } from 'pg';
import { startTimer } from '../../routing/ack-timeouts/ack-timeouts.store.js';
import { endFaults, faultsOf } from '../../platform/faults/faults.store.js';
import { bringForward, enqueue, logUndeliverable } from '../../channels/outbox/outbox.store.js';
import { addUnresolved } from '../../routing/unresolved-events/unresolved-events.store.js';
import { recipientPlans } from '../../routing/policies/recipient-plans.js';
import { usableConnectors } from '../../routing/policies/recipients.store.js';
import { NO_TEAMS } from '../../routing/policies/resolvers.js';
import { dispatchesOf } from './dispatches.js';
import { hasToWait, type Notice } from './notice.js';
import { notePolicyFault } from './policy-faults.js';
import type { Stage } from './stage.js';

/** How many deliveries it made at once; a notice that has to wait for its recipients is resolved later. */
export const plan: Stage<Notice[], number> = ({ organizationId, transaction }, notices) =>
  transaction(async (client) => {
    if (notices.length === 0) return 0;
    let made = 0;
    const faults = await faultsOf(client, organizationId, 'policy');
    for (const notice of notices) made += await planInSavepoint(client, organizationId, notice, faults);
    await bringForward(client, organizationId);
    return made;
  });

/** A policy that fails keeps no other from notifying (ALERT-150). */
async function planInSavepoint(
  client: PoolClient,
  organizationId: string,
  notice: Notice,
  faults: ReadonlyMap<string, unknown>,
): Promise<number> {
  const { policyId } = notice.event;
  if (policyId === null) return planOne(client, organizationId, notice);
  const planned = await inSavepoint(client, () => planOne(client, organizationId, notice));
  if ('fault' in planned) {
    await notePolicyFault(client, organizationId, notice.event, planned.fault);
    return 0;
  }
  if (faults.has(policyId)) await endFaults(client, organizationId, { kind: 'policy' }, [policyId]);
  return planned.value;
}

async function planOne(client: PoolClient, organizationId: string, notice: Notice): Promise<number> {
  const { event } = notice;
  if (hasToWait(notice)) {
    await addUnresolved(client, organizationId, event, notice.escalation);
    return 0;
  }
  const made = await planNotice(client, organizationId, notice);
  // Where no user can be notified, others still are.
  if (made === 0 && event.policyId !== null) await startTimer(client, organizationId, event.eventId, event.policyId);
  return made;
}

async function planNotice(client: PoolClient, organizationId: string, notice: Notice): Promise<number> {
  const { event, policy, teams = NO_TEAMS } = notice;
  const connectors = await usableConnectors(client, organizationId);
  const plans = await recipientPlans(client, organizationId, policy, event.attributes, connectors, teams);
  let made = 0;
  for (const { chain, undeliverable, routes } of dispatchesOf(notice, plans)) {
    if (undeliverable !== undefined) await logUndeliverable(client, organizationId, chain, undeliverable);
    for (const one of routes) made += await enqueue(client, organizationId, chain, one);
  }
  return made;
}
