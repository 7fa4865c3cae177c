/** Notifies others of an event that was not acknowledged in time, once (DELIVERY-17). */
import { describeError, type Logger } from '@spanwise/host/logger';
import { within, type Turn } from '../../db/organization-transactions.js';
import {
  endTimer,
  putOffDueTimers,
  takeDueTimer,
  type EscalationRow,
} from '../../routing/ack-timeouts/ack-timeouts.store.js';
import { bringForward, markEscalated } from '../../channels/outbox/outbox.store.js';
import { policyNow } from '../../routing/policies/policies.store.js';
import { escalationPolicy, type Policy } from '../../routing/policies/policy-rules.js';
import type { Notice } from './notice.js';
import { plan } from './plan.js';
import type { Stage } from './stage.js';

/** In one pass: an organization with more has its turn again at once. */
const MAX_AT_ONCE = 32;
const PUT_OFF_SECONDS = 30;

/** Runs the timers whose time is up. Never throws: what fails is tried again later. */
export const escalateStage =
  (logger: Logger): Stage<void, void> =>
  async (turn) => {
    try {
      for (let count = 0; count < MAX_AT_ONCE; count++) if (!(await escalateNext(turn))) return;
    } catch (error) {
      logger.warn(describeError(error), 'ack timeouts: escalation failed');
      await putOff(turn).catch(() => undefined);
    }
  };

/**
 * The timer, the deliveries it makes and its end are one transaction: a worker that is killed in between leaves the timer as
 * it was. False when no time is up.
 */
const escalateNext = ({ organizationId, transaction }: Turn): Promise<boolean> =>
  transaction(async (client) => {
    const timer = await takeDueTimer(client, organizationId);
    if (timer === undefined) return false;
    const definition = await policyNow(client, organizationId, timer.policy_id);
    const policy = definition && escalationPolicy(definition);
    // Before others are notified: a transaction that locks several kinds of rows locks escalations before deliveries.
    await endTimer(client, organizationId, timer, policy === undefined ? 'cancelled' : 'escalated');
    if (policy !== undefined) await markEscalated(client, organizationId, timer.event_id, timer.policy_id);
    await plan(within(organizationId, client), policy === undefined ? [] : [noticeOf(timer, policy)]);
    return true;
  });

const putOff = ({ organizationId, transaction }: Turn): Promise<void> =>
  transaction(async (client) => {
    await putOffDueTimers(client, organizationId, PUT_OFF_SECONDS);
    await bringForward(client, organizationId);
  });

/** Who is in a team is found out by itself. */
const noticeOf = (timer: EscalationRow, policy: Policy): Notice => ({
  event: {
    eventId: timer.event_id,
    eventType: timer.event_type,
    policyId: timer.policy_id,
    attributes: timer.attributes,
    message: timer.message,
    groupKey: timer.group_key,
  },
  policy,
  escalation: true,
});
