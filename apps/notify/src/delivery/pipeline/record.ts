/** The last stage: what became of a delivery, and what follows from it. */
import { inSavepoint } from '@spanwise/postgres/savepoint';
import type { PoolClient } from 'pg';
import { recordOwnChange, type Change } from '../../platform/audit/audit-outbox.js';
import { recordFailure, recordSuccess } from '../../channels/circuit-breakers/circuits.store.js';
import { disableConnector } from '../../channels/connectors/connectors.store.js';
import { countFault } from '../../platform/faults/fault-metrics.js';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { startTimer } from '../../routing/ack-timeouts/ack-timeouts.store.js';
import type { Chain } from '../../channels/outbox/chains.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import type { Outcome } from '../../channels/outbox/outcome.js';
import { bringForward, enqueue, finish, noteFollowUpFault } from '../../channels/outbox/outbox.store.js';
import { supersede } from '../../channels/outbox/superseding.store.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import { followUpOf, connectorStateAfter } from './outcomes.js';
import type { Attempted } from './send.js';
import type { Stage } from './stage.js';

export interface RecordTools {
  metrics: DeliveryMetrics;
  retryScale: number;
}

/** Records nothing where another worker has taken the delivery over. */
export const recordStage =
  (tools: RecordTools): Stage<Attempted, void> =>
  ({ transaction }, { row, outcome }) =>
    transaction(async (client) => {
      const finished = await finish(client, row, outcome);
      if (finished === undefined) return;
      const followed = await inSavepoint(client, () => follow(client, tools, row, outcome, finished.acknowledged));
      // What was said is kept all the same: else it would be sent again for ever (ALERT-150).
      if ('fault' in followed) await noteFault(client, row, reasonOf(followed.fault));
      await bringForward(client, row.organization_id);
      if ('value' in followed && followed.value !== undefined)
        await recordOwnChange(client, row.organization_id, followed.value);
    });

/** What follows from it for others; the change to record where the connector is disabled. */
async function follow(
  client: PoolClient,
  tools: RecordTools,
  row: DeliveryRow,
  outcome: Outcome,
  isAcknowledged: boolean,
): Promise<Change | undefined> {
  if (!isAcknowledged) {
    if (outcome.status === 'pending') await supersede(client, row);
    await goOn(client, row, outcome);
  }
  return updateConnector(client, tools, row, outcome);
}

function noteFault(client: PoolClient, row: DeliveryRow, reason: string): Promise<void> {
  countFault('delivery');
  return noteFollowUpFault(client, row, reason);
}

async function goOn(client: PoolClient, row: DeliveryRow, { status }: Outcome): Promise<void> {
  const { organization_id: organizationId, policy_id: policyId } = row;
  if (policyId === null) return;
  const next = followUpOf(row, status);
  if (next === 'next route') await enqueue(client, organizationId, chainOf(row, policyId), row.fallbacks);
  if (next === 'timer') await startTimer(client, organizationId, row.event_id, policyId);
}

/** The change to record where the connector is disabled. */
async function updateConnector(
  client: PoolClient,
  { metrics, retryScale }: RecordTools,
  row: DeliveryRow,
  outcome: Outcome,
): Promise<Change | undefined> {
  switch (connectorStateAfter(outcome)) {
    case 'works':
      metrics.circuitChanged(row.connector_id, await recordSuccess(client, row, retryScale));
      return undefined;
    case 'gone':
      return disable(client, row, 'the receiver answered that it is gone for good');
    case 'fails': {
      const { change, hopeless } = await recordFailure(client, row, outcome.fault!.category, retryScale);
      metrics.circuitChanged(row.connector_id, change);
      return hopeless ? disable(client, row, 'every delivery failed for five days') : undefined;
    }
    case undefined:
      return undefined;
  }
}

async function disable(client: PoolClient, row: DeliveryRow, reason: string): Promise<Change | undefined> {
  const { organization_id: organizationId, connector_id: id } = row;
  if (id === null || !(await disableConnector(client, organizationId, id))) return undefined;
  return { action: 'connector.disable', target_kind: 'connector', target_id: id, payload: { reason } };
}

const chainOf = (row: DeliveryRow, policyId: string): Chain => ({
  eventId: row.event_id,
  eventType: row.event_type,
  policyId,
  userId: row.recipient_user_id ?? undefined,
  message: row.message,
  groupKey: row.group_key,
});
