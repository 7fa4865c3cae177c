import type { PoolClient } from 'pg';
import type { GatewayMinute } from '@spanwise/span-model/gateway-minutes';

/**
 * Every shard brings the record of a minute, and may bring it twice: the first one is kept, the others say the same
 * (PROTO-32). Writers of the one partition that has them take turns, so none waits for another in a circle.
 */
export async function writeGatewayMinutes(client: PoolClient, minutes: readonly GatewayMinute[]): Promise<void> {
  if (minutes.length === 0) return;
  await client.query(
    `insert into gateway_minutes (minute, gateway_id, since_micros, left_micros, refused_others)
     select * from unnest($1::int[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) on conflict do nothing`,
    [
      minutes.map(({ minute }) => minute),
      minutes.map(({ gatewayId }) => gatewayId),
      minutes.map(({ sinceMicros }) => sinceMicros),
      minutes.map(({ leftMicros }) => leftMicros ?? null),
      minutes.map(({ refused }) =>
        refused.reduce((sum, one) => sum + (one.organizationId === undefined ? one.requests : 0), 0),
      ),
    ],
  );
  const refused = minutes.flatMap(({ gatewayId, minute, refused: ofMinute }) =>
    ofMinute.flatMap(({ organizationId, reason, requests }) =>
      organizationId === undefined ? [] : [{ organizationId, minute, gatewayId, reason, requests }],
    ),
  );
  if (refused.length === 0) return;
  await client.query(
    `insert into refused_minutes (organization_id, minute, gateway_id, reason, requests)
     select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[], $5::bigint[]) on conflict do nothing`,
    [
      refused.map(({ organizationId }) => organizationId),
      refused.map(({ minute }) => minute),
      refused.map(({ gatewayId }) => gatewayId),
      refused.map(({ reason }) => reason),
      refused.map(({ requests }) => requests),
    ],
  );
}
