import type { PoolClient } from 'pg';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import type { IncidentRow } from './incident-rows.js';

/** Of one incident; the newest ones where there are more. */
const MAX_DELIVERIES = 200;

export interface IncidentDelivery extends DeliveryRow {
  connector_name: string | null;
  connector_type: string | null;
}

export async function deliveriesOf(
  client: PoolClient,
  organizationId: string,
  incidentId: string,
): Promise<IncidentDelivery[]> {
  const { rows } = await client.query<IncidentDelivery>(
    `select d.*, c.name as connector_name, c.connector_type from deliveries d
       left join connectors c on c.organization_id = d.organization_id and c.id = d.connector_id
      where d.organization_id = $1 and d.group_key = $2 order by d.created_at desc, d.id desc limit $3`,
    [organizationId, incidentId, MAX_DELIVERIES],
  );
  return rows;
}

export interface UndeliveredEvent {
  event_id: string;
  event_type: string;
  created_at: Date;
  /** Its recipients are still looked for. */
  is_waiting: boolean;
}

/** Published events of which no delivery was made: no policy is about them, or their recipients are not known yet. */
export async function undeliveredEvents(
  client: PoolClient,
  { organization_id: organizationId, id, events }: Pick<IncidentRow, 'organization_id' | 'id' | 'events'>,
): Promise<UndeliveredEvent[]> {
  const numbers = Array.from({ length: Math.min(events, MAX_DELIVERIES) }, (_, back) => events - 1 - back);
  const eventIds = numbers.flatMap((number) =>
    ['triggered', 'acknowledged', 'resolved'].map((kind) => `incident:${id}:${kind}:${number}`),
  );
  const { rows } = await client.query<UndeliveredEvent>(
    `select event_id, event_type, created_at, exists (
         select from unresolved_events u where u.organization_id = $1 and u.event_id = e.event_id) as is_waiting
       from events e where organization_id = $1 and event_id = any ($2) and not exists (
         select from deliveries d where d.organization_id = $1 and d.event_id = e.event_id)
      order by created_at, event_id`,
    [organizationId, eventIds],
  );
  return rows;
}
