/** What a "resolved" means for what was sent of its incident before (DELIVERY-15). */
import type { PoolClient } from 'pg';
import type { DeliveryRow } from './delivery-rows.js';

export type Place = Pick<DeliveryRow, 'organization_id' | 'group_key' | 'connector_id' | 'target_value'>;

const ENDING = '%.resolved';
/** Of pages by an escalation policy of alerts. */
export const PAGE_EVENT = 'alert.escalated';
export const endsIncident = (eventType: string): boolean => eventType.endsWith('.resolved');

/**
 * Of an incident and a place, what still waits is not sent any more once its end is there to be sent. What is under way
 * is left alone: its worker asks again if it has to wait.
 */
export async function supersede(client: PoolClient, place: Place): Promise<void> {
  if (place.group_key === null) return;
  await client.query(
    `with ended as (
       select d.id, (
         select r.event_id from deliveries r
         where r.organization_id = $1 and r.group_key = $2 and r.connector_id = $3 and r.target_value = $4
           and r.id > d.id and r.event_type like '${ENDING}' and r.status in ('pending', 'sending') limit 1) as by
       from deliveries d
       where organization_id = $1 and group_key = $2 and connector_id = $3 and target_value = $4
         and status = 'pending' and event_type not like '${ENDING}'
       for update skip locked)
     update deliveries set status = 'skipped', next_at = null, error_code = 'superseded',
       error_message = 'superseded: before it could be sent, the incident ended with ' || ended.by
     from ended where deliveries.id = ended.id and ended.by is not null`,
    [place.organization_id, place.group_key, place.connector_id, place.target_value],
  );
}

/** The end of an incident is not notified where the incident itself never could be: true there. */
export async function isOrphan(client: PoolClient, row: DeliveryRow): Promise<boolean> {
  if (row.group_key === null || !endsIncident(row.event_type)) return false;
  const { rows } = await client.query<{ heard: boolean; failed: boolean }>(
    // What the end itself superseded is notified by it.
    `select coalesce(bool_or(status in ('success', 'acknowledged') or
         (status = 'skipped' and event_type not like '${ENDING}')), false) as heard,
       coalesce(bool_or(status = 'failed'), false) as failed
     from deliveries where organization_id = $1 and group_key = $2 and connector_id = $3 and target_value = $4 and id < $5`,
    [row.organization_id, row.group_key, row.connector_id, row.target_value, row.id],
  );
  return rows[0]!.failed && !rows[0]!.heard;
}

/** Of pages of an incident that are not needed any more, what still waits is not sent (ALERT-84). */
export async function skipUnsentPages(client: PoolClient, organizationId: string, incidentId: string): Promise<void> {
  await client.query(
    `update deliveries set status = 'skipped', next_at = null, error_code = 'superseded',
       error_message = 'superseded: before it could be sent, the incident was acknowledged, silenced, notified again or resolved'
     where organization_id = $1 and group_key = $2 and event_type = '${PAGE_EVENT}' and status = 'pending'`,
    [organizationId, incidentId],
  );
}
