import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import type { PoolClient } from 'pg';

/** False for one that is known already. */
export async function addEvent(client: PoolClient, organizationId: string, event: PublishEvent): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into events (organization_id, event_id, event_type, occurred_at)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000000)) on conflict do nothing`,
    [organizationId, event.event_id, event.event_type, event.occurred_at_micros],
  );
  return rowCount === 1;
}

export async function isKnownEvent(client: PoolClient, organizationId: string, eventId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from events where organization_id = $1 and event_id = $2', [
    organizationId,
    eventId,
  ]);
  return rowCount !== 0;
}

/** An event is remembered for as long as its producer may publish it again. */
export async function removeOldEvents(client: PoolClient, organizationId: string, olderThanMs: number): Promise<void> {
  await client.query(
    `delete from events where organization_id = $1 and created_at < now() - make_interval(secs => $2::float8 / 1000)`,
    [organizationId, olderThanMs],
  );
}
