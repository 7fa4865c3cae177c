import type { PoolClient } from 'pg';

/** Ids; there is one at most. */
export async function activePlatformIncidents(client: PoolClient, organizationId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from incidents where organization_id = $1 and rule_id is null and status <> 'resolved' order by id`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}
