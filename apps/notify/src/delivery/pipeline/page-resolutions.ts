/** A user who was paged of an incident is notified of its end, where the page went (ALERT-144). */
import type { PoolClient } from 'pg';
import { bringForward, enqueue } from '../../channels/outbox/outbox.store.js';
import { pagedPlaces } from '../../channels/outbox/paged-places.store.js';
import { endsIncident } from '../../channels/outbox/superseding.store.js';
import { isEventUnresolved } from '../../routing/unresolved-events/unresolved-events.store.js';
import { messageOfEvent } from './event-message.js';
import type { SourceEvent } from './source-event.js';

/**
 * After everything else that is notified of the event: who was notified of the end already is not notified again. While recipients of
 * it are not known yet no notification is sent here; the caller that finds them calls it again.
 */
export async function notifyPagedOfResolution(
  client: PoolClient,
  organizationId: string,
  event: SourceEvent,
): Promise<void> {
  const incidentId = event.attributes.incident_id;
  if (!endsIncident(event.event_type) || typeof incidentId !== 'string') return;
  if (await isEventUnresolved(client, organizationId, event.event_id)) return;
  const places = await pagedPlaces(client, organizationId, incidentId);
  const message = messageOfEvent(event, undefined);
  for (const { route, policyId, userId } of places) {
    const chain = {
      eventId: event.event_id,
      eventType: event.event_type,
      policyId,
      userId,
      message,
      groupKey: incidentId,
    };
    await enqueue(client, organizationId, chain, [route]);
  }
  if (places.length > 0) await bringForward(client, organizationId);
}
