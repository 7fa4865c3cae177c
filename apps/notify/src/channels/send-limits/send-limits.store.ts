import type { PoolClient } from 'pg';

export interface LimitRow {
  key: string;
  free_at_ms: number;
  now_ms: number;
}

/** A row for each of the keys, in their order, for this transaction alone. */
export async function lockLimits(client: PoolClient, organizationId: string, keys: string[]): Promise<LimitRow[]> {
  await client.query(
    `insert into send_limits (organization_id, key, free_at)
     select $1, key, now() from unnest($2::text[]) as wanted (key) order by key on conflict do nothing`,
    [organizationId, keys],
  );
  const { rows } = await client.query<LimitRow>(
    `select key, extract(epoch from free_at)::float8 * 1000 as free_at_ms,
       extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
     from send_limits where organization_id = $1 and key = any($2) order by key for update`,
    [organizationId, keys],
  );
  return rows;
}

export async function useLimit(
  client: PoolClient,
  organizationId: string,
  key: string,
  freeAtMs: number,
): Promise<void> {
  await client.query(
    'update send_limits set free_at = to_timestamp($3::float8 / 1000) where organization_id = $1 and key = $2',
    [organizationId, key, freeAtMs],
  );
}

/** What is free again says nothing any more. */
export async function forgetFree(client: PoolClient, organizationId: string): Promise<void> {
  await client.query("delete from send_limits where organization_id = $1 and free_at < now() - interval '1 hour'", [
    organizationId,
  ]);
}
