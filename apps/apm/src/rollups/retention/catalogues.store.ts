import type { PoolClient } from 'pg';
import { HOUR_MICROS, MINUTE_MICROS } from '@spanwise/span-model/time-units';

/** Minutes of gateways live as long as minutes of figures: nothing older is evaluated. */
export async function forgetGatewayMinutes(client: PoolClient, oldestMicros: number): Promise<void> {
  const oldestMinute = Math.floor(oldestMicros / MINUTE_MICROS);
  await client.query('delete from gateway_minutes where minute < $1', [oldestMinute]);
  await client.query('delete from refused_minutes where minute < $1', [oldestMinute]);
}

/** Deletes what only figures older than `oldestMicros` refer to, and source maps older than `oldestMapMicros`. */
export async function forgetCatalogues(
  client: PoolClient,
  oldestMicros: number,
  oldestMapMicros: number,
): Promise<void> {
  const oldestHour = Math.floor(oldestMicros / HOUR_MICROS);
  await client.query('delete from instances where hour < $1', [oldestHour]);
  await client.query('delete from name_candidates where hour < $1', [oldestHour]);
  await client.query('delete from overflow where hour < $1', [oldestHour]);
  await client.query('delete from rollup_revisions where hour < $1', [oldestHour]);
  await client.query('delete from gaps where minute < $1', [oldestHour * 60]);
  await client.query('delete from error_groups where last_seen_micros < $1', [oldestMicros]);
  await client.query('delete from deployments where deployed_at_micros < $1', [oldestMicros]);
  await client.query('delete from callees where last_seen_micros < $1', [oldestMicros]);
  await client.query('delete from source_maps where created_at_micros < $1', [oldestMapMicros]);
  // A series that is seen again after all is written as a whole again: the writer keeps its id.
  await client.query('delete from series where last_seen_micros < $1', [oldestMicros]);
}
