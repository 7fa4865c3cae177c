/** Who is on call, inside a transaction that is open already: what pages ask at the moment at which they page. */
import type { PoolClient } from 'pg';
import { findSchedule } from './schedules.store.js';
import { onCallNowOf, onCallOf, type OnCallNow } from './shifts.js';

/** Null for no user, and for a schedule that is gone. */
export async function onCallAt(
  client: PoolClient,
  organizationId: string,
  scheduleId: string,
  atMicros: number,
): Promise<string | null> {
  const row = await findSchedule(client, organizationId, scheduleId);
  return row === undefined ? null : onCallOf(row.definition, atMicros);
}

/** Undefined for a schedule that is gone. */
export async function onCallNow(
  client: PoolClient,
  organizationId: string,
  scheduleId: string,
  atMicros: number,
): Promise<OnCallNow | undefined> {
  const row = await findSchedule(client, organizationId, scheduleId);
  return row && onCallNowOf(row.definition, atMicros);
}
