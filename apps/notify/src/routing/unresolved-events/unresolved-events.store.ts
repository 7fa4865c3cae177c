/** Rows of events whose recipients are not known yet. All in a transaction of their organization. */
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import type { Policy } from '../policies/policy-rules.js';
import type { RoutedEvent } from '../../channels/outbox/chains.js';

/** In one pass. */
const MAX_AT_ONCE = 64;

export interface UnresolvedEvent {
  id: string;
  event: RoutedEvent;
  escalation: boolean;
  /** As the policy is now; null for one that is gone or disabled. */
  policy: Policy | null;
}

export async function addUnresolved(
  client: PoolClient,
  organizationId: string,
  event: RoutedEvent,
  escalation: boolean,
): Promise<void> {
  await client.query(
    `insert into unresolved_events (id, organization_id, event_id, policy_id, event_type, attributes, message, group_key, escalation)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      uuidv7(),
      organizationId,
      event.eventId,
      event.policyId,
      event.eventType,
      storableJson(event.attributes),
      storableJson(event.message),
      event.groupKey,
      escalation,
    ],
  );
}

/** What comes after one that waits has to wait too: an end must not overtake its beginning. */
export async function isIncidentUnresolved(
  client: PoolClient,
  organizationId: string,
  groupKey: string | null,
): Promise<boolean> {
  if (groupKey === null) return false;
  const { rowCount } = await client.query(
    'select from unresolved_events where organization_id = $1 and group_key = $2 limit 1',
    [organizationId, groupKey],
  );
  return rowCount !== 0;
}

/** Whether recipients of it are still to be found. */
export async function isEventUnresolved(client: PoolClient, organizationId: string, eventId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from unresolved_events where organization_id = $1 and event_id = $2 limit 1',
    [organizationId, eventId],
  );
  return rowCount !== 0;
}

/** The oldest ones, in their order, as soon as one of them is due. */
export async function dueUnresolved(client: PoolClient, organizationId: string): Promise<UnresolvedEvent[]> {
  const { rows } = await client.query<RoutedEvent & Omit<UnresolvedEvent, 'event'>>(
    `select u.id, u.event_id as "eventId", u.policy_id as "policyId", u.event_type as "eventType", u.attributes, u.message,
       u.group_key as "groupKey", u.escalation, p.definition as policy
     from unresolved_events u
     left join policies p on p.organization_id = u.organization_id and p.id = u.policy_id and p.enabled
     where u.organization_id = $1
       and exists (select from unresolved_events d where d.organization_id = $1 and d.next_at <= now())
     order by u.id limit ${MAX_AT_ONCE}`,
    [organizationId],
  );
  return rows.map(({ id, escalation, policy, ...event }) => ({ id, escalation, policy, event }));
}

/** Takes one for good; false when another worker has, or when its event has been acknowledged. */
export async function takeUnresolved(client: PoolClient, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from unresolved_events where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return rowCount === 1;
}

export async function putOffUnresolved(client: PoolClient, organizationId: string, seconds: number): Promise<void> {
  await client.query(
    'update unresolved_events set next_at = now() + make_interval(secs => $2) where organization_id = $1',
    [organizationId, seconds],
  );
}

/** A user has acknowledged the event: no other user is to be notified. */
export async function forgetUnresolved(client: PoolClient, organizationId: string, eventId: string): Promise<void> {
  await client.query('delete from unresolved_events where organization_id = $1 and event_id = $2', [
    organizationId,
    eventId,
  ]);
}
