import type { PoolClient } from 'pg';
import { HOUR_MICROS } from '@spanwise/span-model/time-units';

/**
 * Bytes that an organization has sent since the beginning of the hour that `fromMicros` lies in, by the log's time. Null where
 * hours were not counted from then on.
 */
export async function readIngestedBytes(
  client: PoolClient,
  organizationId: string,
  fromMicros: number,
): Promise<number | null> {
  const { rows } = await client.query<{ bytes: string | null }>(
    `select case when (select since_micros from ledger_hours_since) <= $2::bigint then
       (select coalesce(sum(bytes), 0) from (
          select bytes from ledger where organization_id = $1 and logged_at_micros >= $2::bigint / $3 * $3
          union all
          select bytes from ledger_hours where organization_id = $1 and hour >= $2::bigint / $3) as entries) end as bytes`,
    [organizationId, fromMicros, HOUR_MICROS],
  );
  const { bytes } = rows[0]!;
  return bytes === null ? null : Number(bytes);
}
