import type { TargetType } from '@spanwise/contracts/notify/notify';
import type { DeliveryStage } from '@spanwise/contracts/notify/routing';
import type { PoolClient } from 'pg';
import type { Route } from './chains.js';
import { PAGE_EVENT } from './superseding.store.js';

export interface PagedPlace {
  route: Route;
  /** That of the page. */
  policyId: string | null;
  userId: string | undefined;
}

/** Places that pages of an incident went to and that were not notified of an end since, as far as they can be notified of anything. */
export async function pagedPlaces(
  client: PoolClient,
  organizationId: string,
  incidentId: string,
): Promise<PagedPlace[]> {
  const { rows } = await client.query<{
    policy_id: string | null;
    user_id: string | null;
    connector_id: string;
    endpoint_id: string | null;
    target_type: TargetType;
    target_value: string;
    stage: DeliveryStage;
  }>(
    `select distinct on (p.connector_id, p.target_type, p.target_value)
       p.policy_id, p.recipient_user_id as user_id, p.connector_id, p.endpoint_id, p.target_type, p.target_value, p.stage
     from deliveries p
       join connectors c on c.organization_id = $1 and c.id = p.connector_id and c.enabled and c.status <> 'error'
     where p.organization_id = $1 and p.group_key = $2 and p.event_type = '${PAGE_EVENT}'
       and p.status in ('sending', 'success', 'acknowledged')
       and (p.endpoint_id is null or exists (
         select from user_endpoints e where e.organization_id = $1 and e.id = p.endpoint_id and e.verified and e.enabled))
       and not exists (
         select from deliveries r where r.organization_id = $1 and r.group_key = $2 and r.event_type like '%.resolved'
           and r.connector_id = p.connector_id and r.target_type = p.target_type and r.target_value = p.target_value
           and r.id > p.id)
     order by p.connector_id, p.target_type, p.target_value, p.id`,
    [organizationId, incidentId],
  );
  return rows.map((row) => ({
    policyId: row.policy_id,
    userId: row.user_id ?? undefined,
    route: {
      stage: row.stage,
      connector_id: row.connector_id,
      ...(row.endpoint_id !== null && { endpoint_id: row.endpoint_id }),
      target: { type: row.target_type, value: row.target_value },
    },
  }));
}
