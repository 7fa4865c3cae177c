/** What an attempt comes to, and what follows from it: pure. */
import type { DeliveryFault } from '../../channels/egress/delivery-fault.js';
import { isFaultOfConnector } from '../../channels/circuit-breakers/circuit-rules.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import type { Outcome } from '../../channels/outbox/outcome.js';
import { retryWaitMs } from './retry-schedule.js';
import type { Leased } from './take.js';

const ORPHAN: Outcome = {
  status: 'skipped',
  errorCode: 'superseded',
  errorMessage: 'superseded: the message that this one ends could not be delivered',
};
/** A worker was lost in the attempt, and the event acknowledged since: the attempt is not repeated. */
const TAKEN_OVER: Outcome = { status: 'pending' };
const UNUSABLE: Outcome = {
  status: 'failed',
  errorCode: 'connector_disabled',
  errorMessage: 'connector_disabled: the connector is disabled or deleted',
};

/** Why nothing is to be sent; undefined where something is, and there the connector is known. */
export function unsent({ row, connector, orphan }: Leased): Outcome | undefined {
  if (row.acknowledged_at !== null) return TAKEN_OVER;
  if (orphan) return ORPHAN;
  return connector === undefined || !connector.enabled ? UNUSABLE : undefined;
}

/** `retryScale` shortens the schedule, not what the receiver asked for. */
export function outcomeOfFault(fault: DeliveryFault, attempt: number, latencyMs: number, retryScale: number): Outcome {
  const waitMs = retryWaitMs(attempt, fault);
  return {
    status: waitMs === undefined ? 'failed' : 'pending',
    fault,
    errorCode: fault.category,
    errorMessage: fault.message,
    latencyMs,
    ...(waitMs !== undefined && { waitMs: Math.max(waitMs * retryScale, fault.retryAfterMs ?? 0) }),
  };
}

/** The next route after a failure; time to acknowledge once there is no next one. */
export function followUpOf(row: DeliveryRow, status: Outcome['status']): 'next route' | 'timer' | undefined {
  if (row.policy_id === null) return undefined;
  // Where an orphan is not sent, the next place may be the one that heard of the fault.
  if ((status === 'failed' || status === 'skipped') && row.fallbacks.length > 0) return 'next route';
  return status === 'success' || status === 'failed' ? 'timer' : undefined;
}

/** What an attempt says of its connector. */
export function connectorStateAfter({ status, fault }: Outcome): 'works' | 'gone' | 'fails' | undefined {
  if (status === 'success') return 'works';
  if (fault?.category === 'http_410') return 'gone';
  return fault !== undefined && isFaultOfConnector(fault.category) ? 'fails' : undefined;
}
