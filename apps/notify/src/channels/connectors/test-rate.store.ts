import type { PoolClient } from 'pg';

/** How far the tests of a connector are used up, for this transaction alone. */
export async function lockTestRate(
  client: PoolClient,
  organizationId: string,
  connectorId: string,
): Promise<{ free_at_ms: number | null; now_ms: number }> {
  await client.query(
    'insert into connector_health (organization_id, connector_id) values ($1, $2) on conflict do nothing',
    [organizationId, connectorId],
  );
  const { rows } = await client.query<{ free_at_ms: number | null; now_ms: number }>(
    `select extract(epoch from test_free_at)::float8 * 1000 as free_at_ms,
       extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
     from connector_health where organization_id = $1 and connector_id = $2 for update`,
    [organizationId, connectorId],
  );
  return rows[0]!;
}

export async function useTestRate(
  client: PoolClient,
  organizationId: string,
  connectorId: string,
  freeAtMs: number,
): Promise<void> {
  await client.query(
    `update connector_health set test_free_at = to_timestamp($3::float8 / 1000)
     where organization_id = $1 and connector_id = $2`,
    [organizationId, connectorId, freeAtMs],
  );
}
