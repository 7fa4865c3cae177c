/** The second stage: notices become deliveries in the outbox, and in the log stands why somebody is not told. */
import type { PoolClient } from 'pg';
import { startTimer } from '../escalations/escalation-timers.store.js';
import { bringForward, enqueue, logUntold } from '../outbox/outbox.store.js';
import { addUnresolved } from '../unresolved-events/unresolved-events.store.js';
import { recipientPlans } from '../policies/recipient-plans.js';
import { usableConnectors } from '../policies/recipients.store.js';
import { NO_TEAMS } from '../policies/resolvers.js';
import { dispatchesOf } from './dispatches.js';
import { hasToWait, type Notice } from './notice.js';
import type { Stage } from './stage.js';

/** How many deliveries it made at once; a notice that has to wait for its recipients is resolved later. */
export const plan: Stage<Notice[], number> = ({ organizationId, transaction }, notices) =>
  transaction(async (client) => {
    let made = 0;
    for (const notice of notices) made += await planOne(client, organizationId, notice);
    await bringForward(client, organizationId);
    return made;
  });

async function planOne(client: PoolClient, organizationId: string, notice: Notice): Promise<number> {
  const { event } = notice;
  if (hasToWait(notice)) {
    await addUnresolved(client, organizationId, event, notice.escalation);
    return 0;
  }
  const made = await tell(client, organizationId, notice);
  // Where nobody can be told, others hear of it all the same.
  if (made === 0 && event.policyId !== null) await startTimer(client, organizationId, event.eventId, event.policyId);
  return made;
}

async function tell(client: PoolClient, organizationId: string, notice: Notice): Promise<number> {
  const { event, policy, teams = NO_TEAMS } = notice;
  const connectors = await usableConnectors(client, organizationId);
  const plans = await recipientPlans(client, organizationId, policy, event.attributes, connectors, teams);
  let made = 0;
  for (const { chain, untold, routes } of dispatchesOf(notice, plans)) {
    if (untold !== undefined) await logUntold(client, organizationId, chain, untold);
    for (const one of routes) made += await enqueue(client, organizationId, chain, one);
  }
  return made;
}
