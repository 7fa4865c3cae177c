import type { Pool, PoolClient } from 'pg';
import type { GatewayRow } from './intake-health.js';

/**
 * What gateways said of minutes from and up to, the last one not included, of all organizations; `firstMinute` is that of the
 * first record that is kept.
 */
export async function readGatewayMinutes(
  client: Pool | PoolClient,
  fromMinute: number,
  toMinute: number,
): Promise<{ firstMinute: number | undefined; gateways: GatewayRow[] }> {
  const first = await client.query<{ minute: number | null }>('select min(minute) as minute from gateway_minutes');
  const { rows } = await client.query<{
    minute: number;
    gateway_id: string;
    since: string;
    left: string | null;
    others: boolean;
  }>(
    `select minute, gateway_id, since_micros as since, left_micros as left, refused_others > 0 as others
       from gateway_minutes where minute >= $1 and minute < $2`,
    [fromMinute, toMinute],
  );
  return {
    firstMinute: first.rows[0]!.minute ?? undefined,
    gateways: rows.map((row) => ({
      minute: row.minute,
      gatewayId: row.gateway_id,
      sinceMicros: Number(row.since),
      leftMicros: row.left === null ? undefined : Number(row.left),
      hasRefusedOthers: row.others,
    })),
  };
}
