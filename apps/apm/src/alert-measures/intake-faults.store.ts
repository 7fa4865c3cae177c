/** What was wrong with intake in minutes of all organizations, by the writer's role, which sees them. */
import type { Pool } from 'pg';

/** Gateways that refused something of any organization, with the first minute of it. */
export async function readRefusing(
  writer: Pool,
  fromMinute: number,
  toMinute: number,
  limit: number,
): Promise<{ gatewayId: string; minute: number }[]> {
  const { rows } = await writer.query<{ id: string; minute: number }>(
    `select gateway_id as id, min(minute) as minute from (
       select gateway_id, minute from refused_minutes where minute >= $1 and minute < $2
       union all
       select gateway_id, minute from gateway_minutes where minute >= $1 and minute < $2 and refused_others > 0) as refused
     group by 1 order by 2, 1 limit $3`,
    [fromMinute, toMinute, limit],
  );
  return rows.map(({ id, minute }) => ({ gatewayId: id, minute }));
}

/** The first minute of which a part of the log was lost, or is not in the figures; what senders send too late is no fault of the platform. */
export async function readLostMinute(writer: Pool, fromMinute: number, toMinute: number): Promise<number | undefined> {
  const { rows } = await writer.query<{ minute: number | null }>(
    `select min(minute) as minute from (
       select minute from gaps where reason = 'flush_failed'
       union all select minute from delta_dead_letter_minutes) as lost
      where minute >= $1 and minute < $2`,
    [fromMinute, toMinute],
  );
  return rows[0]!.minute ?? undefined;
}
