import type { PoolClient } from 'pg';
import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import type { LostTime } from '@spanwise/contracts/telemetry/query';
import { MINUTE_MICROS } from '@spanwise/span-model/time-units';

/** Of one answer; the newest are listed. */
const MAX_LOST = 500;

/**
 * Parts of [fromMicros, toMicros) of which acknowledged telemetry is lost, an unknown amount (PROTO-33): what the log lost
 * before it was counted, and what was counted and is in no segment. Newest first.
 */
export async function readLostTime(
  client: PoolClient,
  organizationId: string,
  { fromMicros, toMicros }: { fromMicros: number; toMicros: number },
): Promise<LostTime[]> {
  const { rows } = await client.query<{ since: string; until: string }>(
    `select lower(part) as since, upper(part) as until
       from unnest((select range_agg(lost * int8range($1::bigint, $2::bigint)) from (
         select int8range(minute * $5::bigint, (minute + 1) * $5::bigint) as lost from gaps
          where organization_id in ($3::uuid, $4::uuid) and reason = 'flush_failed' and dropped = 0
            and minute >= $1::bigint / $5 and minute <= $2::bigint / $5
         union all
         -- A record is of a time before the log received it.
         select int8range((one->>'fromMicros')::bigint / $5 * $5 - $5, ((one->>'untilMicros')::bigint / $5 + 1) * $5)
           from lost_ranges, jsonb_array_elements(lost) as one
          where one ? 'fromMicros' and coalesce((one->>'organizationId')::uuid, $3::uuid) = $3::uuid) as parts)) as part
      where not isempty(part) order by 1 desc limit ${MAX_LOST}`,
    [fromMicros, toMicros, organizationId, ANY_ORGANIZATION, MINUTE_MICROS],
  );
  return rows.map(({ since, until }) => ({ from: Number(since), to: Number(until) }));
}
