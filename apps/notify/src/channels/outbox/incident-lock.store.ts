import type { PoolClient } from 'pg';

/** Events of an incident are turned into deliveries one after the other: ids of deliveries then show which came first. */
export async function lockIncident(client: PoolClient, organizationId: string, incident: string): Promise<void> {
  const lock = `notify.incident ${organizationId} ${incident}`;
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
}
