/**
 * Timers of escalations: rows that wait until their event is acknowledged or their time is up. A transaction that locks several kinds
 * of rows locks escalations before deliveries and the organization last.
 */
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import type { Attributes } from '../policies/matchers.js';
import type { Message } from '../../channels/providers/provider.js';

export interface EscalationRow {
  event_id: string;
  policy_id: string;
  event_type: string;
  attributes: Attributes;
  message: Message;
  group_key: string | null;
}

export interface NewEscalation extends EscalationRow {
  ack_timeout_seconds: number;
}

/** A timer that does not run yet. */
export async function addTimer(client: PoolClient, organizationId: string, timer: NewEscalation): Promise<void> {
  await client.query(
    `insert into escalations (organization_id, event_id, policy_id, event_type, attributes, message, group_key, ack_timeout_seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      organizationId,
      timer.event_id,
      timer.policy_id,
      timer.event_type,
      storableJson(timer.attributes),
      storableJson(timer.message),
      timer.group_key,
      timer.ack_timeout_seconds,
    ],
  );
}

/** Lets the timer run from now on; one that runs already is left alone. */
export async function startTimer(
  client: PoolClient,
  organizationId: string,
  eventId: string,
  policyId: string,
): Promise<void> {
  await client.query(
    `update escalations set due_at = now() + make_interval(secs => ack_timeout_seconds)
     where organization_id = $1 and event_id = $2 and policy_id = $3 and status = 'waiting' and due_at is null`,
    [organizationId, eventId, policyId],
  );
}

/** A user has acknowledged the event. */
export async function acknowledgeTimers(client: PoolClient, organizationId: string, eventId: string): Promise<void> {
  await client.query(
    `update escalations set status = 'acknowledged' where organization_id = $1 and event_id = $2 and status = 'waiting'`,
    [organizationId, eventId],
  );
}

const ENDING = /\.(resolved|acknowledged)$/;

/** An incident that is over, or acknowledged, escalates no more. */
export async function endTimersOfIncident(
  client: PoolClient,
  organizationId: string,
  eventType: string,
  groupKey: string | null,
): Promise<void> {
  const ending = ENDING.exec(eventType);
  if (ending === null || groupKey === null) return;
  await client.query(
    `update escalations set status = $3 where organization_id = $1 and group_key = $2 and status = 'waiting'`,
    [organizationId, groupKey, ending[1] === 'resolved' ? 'cancelled' : 'acknowledged'],
  );
}

/** Takes a timer whose time is up, for this transaction alone: another worker passes over it. */
export async function takeDueTimer(client: PoolClient, organizationId: string): Promise<EscalationRow | undefined> {
  const { rows } = await client.query<EscalationRow>(
    `select event_id, policy_id, event_type, attributes, message, group_key from escalations
     where organization_id = $1 and status = 'waiting' and due_at <= now()
     order by due_at limit 1 for update skip locked`,
    [organizationId],
  );
  return rows[0];
}

export async function endTimer(
  client: PoolClient,
  organizationId: string,
  timer: EscalationRow,
  status: 'escalated' | 'cancelled',
): Promise<void> {
  await client.query(
    `update escalations set status = $4 where organization_id = $1 and event_id = $2 and policy_id = $3`,
    [organizationId, timer.event_id, timer.policy_id, status],
  );
}

/** Puts off what cannot be escalated at the moment, so that it does not hold up everything else. */
export async function putOffDueTimers(client: PoolClient, organizationId: string, seconds: number): Promise<void> {
  await client.query(
    `update escalations set due_at = now() + make_interval(secs => $2)
     where organization_id = $1 and status = 'waiting' and due_at <= now()`,
    [organizationId, seconds],
  );
}

/** What still waits is never removed. */
export async function removeOldTimers(client: PoolClient, organizationId: string, olderThanMs: number): Promise<void> {
  await client.query(
    `delete from escalations where organization_id = $1 and status <> 'waiting'
       and created_at < now() - make_interval(secs => $2::float8 / 1000)`,
    [organizationId, olderThanMs],
  );
}
