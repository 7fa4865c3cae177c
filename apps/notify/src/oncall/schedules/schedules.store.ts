import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { existing } from '../../db/named-things.js';
import type { Schedule } from './schedule-rules.js';

export interface ScheduleRow {
  id: string;
  organization_id: string;
  definition: Schedule;
  /** Rises with every change. */
  revision: number;
  created_by: string | null;
  updated_by: string | null;
  created_at: Date;
  updated_at: Date;
  /** What was notified of gaps and unreachable members (ALERT-65). */
  notified: Notified | null;
}

export interface Notified {
  revision: number;
  /** Up to this moment gaps were looked for, in microseconds. */
  until: number;
  /** Gaps as they were foreseen then. */
  gaps: [from: number, to: number][];
  unreachable: string[];
}

const COLUMNS =
  'id, organization_id, definition, revision, created_by, updated_by, created_at, updated_at, told as notified';

export async function scheduleRows(client: PoolClient, organizationId: string, limit: number): Promise<ScheduleRow[]> {
  const { rows } = await client.query<ScheduleRow>(
    `select ${COLUMNS} from schedules where organization_id = $1 order by name, id limit $2`,
    [organizationId, limit],
  );
  return rows;
}

export async function findSchedule(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<ScheduleRow | undefined> {
  const { rows } = await client.query<ScheduleRow>(
    `select ${COLUMNS} from schedules where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0];
}

export async function enabledSchedules(client: PoolClient, organizationId: string): Promise<ScheduleRow[]> {
  const { rows } = await client.query<ScheduleRow>(
    `select ${COLUMNS} from schedules where organization_id = $1 and (definition ->> 'enabled')::boolean order by id`,
    [organizationId],
  );
  return rows;
}

/** Others that lock or change it wait for this transaction. */
export async function lockSchedule(client: PoolClient, organizationId: string, id: string): Promise<void> {
  await client.query('select from schedules where organization_id = $1 and id = $2 for update', [organizationId, id]);
}

/** Throws `not_found`, as the others do. */
export async function scheduleRow(
  client: PoolClient,
  organizationId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<ScheduleRow> {
  const { rows } = await client.query<ScheduleRow>(
    `select ${COLUMNS} from schedules where organization_id = $1 and id = $2 ${lock}`,
    [organizationId, id],
  );
  return existing(rows, 'schedule');
}

export async function addSchedule(
  client: PoolClient,
  organizationId: string,
  id: string,
  definition: Schedule,
  userId: string,
): Promise<ScheduleRow> {
  const { rows } = await client.query<ScheduleRow>(
    `insert into schedules (organization_id, id, name, definition, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    [organizationId, id, definition.name, storableJson(definition), userId],
  );
  return rows[0]!;
}

export async function setSchedule(
  client: PoolClient,
  organizationId: string,
  id: string,
  definition: Schedule,
  userId: string,
): Promise<ScheduleRow> {
  const { rows } = await client.query<ScheduleRow>(
    `update schedules set name = $3, definition = $4, revision = revision + 1, updated_by = $5, updated_at = now()
     where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id, definition.name, storableJson(definition), userId],
  );
  return existing(rows, 'schedule');
}

export async function removeSchedule(client: PoolClient, organizationId: string, id: string): Promise<ScheduleRow> {
  const { rows } = await client.query<ScheduleRow>(
    `delete from schedules where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id],
  );
  return existing(rows, 'schedule');
}

/** Bytes of all definitions of the organization. */
export async function scheduleBytes(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select coalesce(sum(octet_length(definition::text)), 0)::float8 as bytes from schedules where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.bytes;
}

/** A link of the schedule; the one before ends. */
export async function setCalendarLink(
  client: PoolClient,
  organizationId: string,
  id: string,
  link: { hash: string; userId: string },
): Promise<Date> {
  const { rows } = await client.query<{ calendar_made_at: Date }>(
    `update schedules set calendar_hash = $3, calendar_user_id = $4, calendar_made_at = now()
     where organization_id = $1 and id = $2 returning calendar_made_at`,
    [organizationId, id, link.hash, link.userId],
  );
  return existing(rows, 'schedule').calendar_made_at;
}

/** False where there is none. */
export async function removeCalendarLink(client: PoolClient, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update schedules set calendar_hash = null, calendar_user_id = null, calendar_made_at = null
     where organization_id = $1 and id = $2 and calendar_hash is not null`,
    [organizationId, id],
  );
  return rowCount === 1;
}

export async function calendarLink(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<{ hash: string; userId: string } | undefined> {
  const { rows } = await client.query<{ hash: string; user_id: string }>(
    `select calendar_hash as hash, calendar_user_id as user_id from schedules
     where organization_id = $1 and id = $2 and calendar_hash is not null`,
    [organizationId, id],
  );
  return rows[0] && { hash: rows[0].hash, userId: rows[0].user_id };
}

export async function setNotified(
  client: PoolClient,
  organizationId: string,
  id: string,
  notified: Notified,
): Promise<void> {
  await client.query('update schedules set told = $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    storableJson(notified),
  ]);
}

/** Which of the people have an endpoint that is verified, enabled, and at a connector that is in use. */
export async function reachablePeople(
  client: PoolClient,
  organizationId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ user_id: string }>(
    `select distinct e.user_id from user_endpoints e
       join connectors c on c.organization_id = e.organization_id and c.id = e.connector_id and c.enabled
      where e.organization_id = $1 and e.user_id = any($2::uuid[]) and e.verified and e.enabled`,
    [organizationId, userIds],
  );
  return new Set(rows.map((row) => row.user_id));
}
