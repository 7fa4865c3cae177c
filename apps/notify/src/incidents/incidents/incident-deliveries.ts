/** What was sent of an incident, to whom, and what became of it (ALERT-170). Pure. */
import type { Incident, TimelineEntry } from '@spanwise/contracts/alerting/incidents';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import type { IncidentDelivery, UndeliveredEvent } from './incident-deliveries.store.js';
import { maskedTarget } from '../../channels/providers/masked-target.js';

/** As an entry of the timeline, at the moment of its outcome. Without secrets: the target is masked. */
export function deliveryEntry(row: IncidentDelivery): TimelineEntry {
  return {
    id: row.id,
    at: microsOf(row.delivered_at ?? row.sent_at ?? row.created_at),
    kind: 'delivery',
    details: {
      event_type: row.event_type,
      status: row.status,
      stage: row.stage,
      ...(row.connector_name !== null && { connector: row.connector_name, channel: row.connector_type }),
      ...(row.recipient_user_id !== null && { recipient_user_id: row.recipient_user_id }),
      ...(row.connector_id !== null && { target: maskedTarget(row.target_value) }),
      ...(row.error_code !== null && { reason: row.error_code }),
    },
  };
}

export const undeliveredEntry = ({
  event_id: id,
  event_type,
  created_at,
  is_waiting,
}: UndeliveredEvent): TimelineEntry => ({
  id,
  at: microsOf(created_at),
  kind: 'delivery',
  details: { event_type, ...(is_waiting ? { status: 'pending' } : { status: 'skipped', reason: 'no_policy' }) },
});

/** In the order of time, and of their ids. */
export const inOrderOfTime = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

/** What became of its notifications; undefined where none was due yet. */
export function notifiedState(
  deliveries: readonly Pick<DeliveryRow, 'status' | 'connector_id'>[],
  undelivered: readonly Pick<UndeliveredEvent, 'is_waiting'>[],
): Incident['notified'] | undefined {
  const sent = deliveries.filter(({ connector_id: connector }) => connector !== null);
  const has = (...of: DeliveryRow['status'][]) => sent.some(({ status }) => of.includes(status));
  if (has('success', 'acknowledged')) return 'delivered';
  if (has('pending', 'sending') || undelivered.some(({ is_waiting: isWaiting }) => isWaiting)) return 'pending';
  if (has('failed')) return 'failed';
  return deliveries.length + undelivered.length === 0 ? undefined : 'no_recipient';
}
