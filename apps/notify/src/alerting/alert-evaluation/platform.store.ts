import type { PoolClient } from 'pg';

/** One for each reason that is still active. */
export async function activePlatformIncidents(
  client: PoolClient,
  organizationId: string,
): Promise<{ id: string; reason: string | null }[]> {
  const { rows } = await client.query<{ id: string; reason: string | null }>(
    `select id, details->'labels'->>'reason' as reason from incidents
      where organization_id = $1 and rule_id is null and status <> 'resolved' order by id`,
    [organizationId],
  );
  return rows;
}
