import { notFound } from '@spanwise/contracts/base/errors';
import type { DeliveryQuery } from '@spanwise/contracts/notify/deliveries';
import type { PoolClient } from 'pg';
import { removal } from '../../db/removal.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';

/** The newest first. */
export async function deliveryRows(
  client: PoolClient,
  organizationId: string,
  query: DeliveryQuery & { limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await client.query<DeliveryRow>(
    `select * from deliveries where organization_id = $1
       and ($2::text is null or event_id = $2) and ($3::uuid is null or policy_id = $3)
       and ($4::uuid is null or recipient_user_id = $4) and ($5::uuid is null or connector_id = $5)
       and ($6::text is null or status = $6) and ($7::text is null or stage = $7)
       and ($8::float8 is null or created_at >= to_timestamp($8::float8 / 1000000))
       and ($9::float8 is null or created_at <= to_timestamp($9::float8 / 1000000))
     order by created_at desc, id desc limit $10`,
    [
      organizationId,
      query.event_id ?? null,
      query.policy_id ?? null,
      query.user_id ?? null,
      query.connector_id ?? null,
      query.status ?? null,
      query.stage ?? null,
      query.from_micros ?? null,
      query.to_micros ?? null,
      query.limit,
    ],
  );
  return rows;
}

export async function deliveryRow(
  client: PoolClient,
  organizationId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<DeliveryRow> {
  const { rows } = await client.query<DeliveryRow>(
    `select * from deliveries where organization_id = $1 and id = $2 ${lock}`,
    [organizationId, id],
  );
  if (rows.length === 0) throw notFound('There is no such delivery.');
  return rows[0]!;
}

/** What was delivered, and what still waits and is not sent any more; what is under way is not sent again. Returns how many. */
export async function acknowledgeDeliveries(
  client: PoolClient,
  organizationId: string,
  eventId: string,
): Promise<number> {
  const { rowCount } = await client.query(
    `update deliveries set status = case when status = 'sending' then status else 'acknowledged' end,
       acknowledged_at = now(), next_at = null
     where organization_id = $1 and event_id = $2 and status in ('success', 'pending', 'sending')`,
    [organizationId, eventId],
  );
  return rowCount ?? 0;
}

/** With its whole schedule, and no other route behind it. */
export async function startAgain(client: PoolClient, organizationId: string, id: string): Promise<void> {
  await client.query(
    `update deliveries set status = 'pending', attempt = 0, next_at = now(), fallbacks = '[]', acknowledged_at = null
     where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
}

/** What still waits is never removed. */
export const removeOldDeliveries = removal(
  `delete from deliveries where id in (
     select id from deliveries where organization_id = $1 and status not in ('pending', 'sending')
       and created_at < now() - make_interval(secs => $2::float8 / 1000) limit $3)`,
);
