import type { Snapshot } from '../apm/read/snapshot.js';
import { readGatewayMinutes } from './gateway-minutes.store.js';
import type { IntakeRecords } from './intake-health.js';

/** What gateways said of the minutes from and up to, the last one not included, and of the one before. */
export async function readIntakeRecords(
  { client, organizationId }: Pick<Snapshot, 'client' | 'organizationId'>,
  fromMinute: number,
  toMinute: number,
): Promise<IntakeRecords> {
  const said = await readGatewayMinutes(client, fromMinute - 1, toMinute);
  const refused = await client.query<{ minute: number }>(
    'select distinct minute from refused_minutes where organization_id = $1 and minute >= $2 and minute < $3',
    [organizationId, fromMinute, toMinute],
  );
  return { fromMinute, toMinute, ...said, refusedMinutes: new Set(refused.rows.map(({ minute }) => minute)) };
}
