import type { PoolClient } from 'pg';

/** What the log has lost names organizations where it is known whose it was. Answers how many ranges named this one. */
export async function forgetLostRanges(client: PoolClient, organizationId: string): Promise<number> {
  const { rowCount } = await client.query(
    `update lost_ranges set lost = (
       select coalesce(jsonb_agg(part), '[]') from jsonb_array_elements(lost) as part
        where part ->> 'organizationId' is distinct from $1)
      where lost @> jsonb_build_array(jsonb_build_object('organizationId', $1::text))`,
    [organizationId],
  );
  return rowCount ?? 0;
}
