/** Rows of incidents and of their timelines. All in a transaction of their organization. */
import type { TimelineEntry, TimelineKind } from '@spanwise/contracts/alerting/incidents';
import { notFound } from '@spanwise/contracts/base/errors';
import { microsOf } from '@spanwise/contracts/base/micros';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import type { IncidentRow } from './incident-rows.js';

const WORST_FIRST = `array_position(array['critical', 'error', 'warning', 'info'], severity), id`;

export async function findIncident(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<IncidentRow | undefined> {
  const { rows } = await client.query<IncidentRow>('select * from incidents where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return rows[0];
}

/** Throws `not_found`. */
export async function incidentRow(client: PoolClient, organizationId: string, id: string): Promise<IncidentRow> {
  const found = await findIncident(client, organizationId, id);
  if (found === undefined) throw notFound('There is no such incident.');
  return found;
}

/** The newest of a label set, over or not. */
export async function latestOf(
  client: PoolClient,
  organizationId: string,
  fingerprint: string,
): Promise<IncidentRow | undefined> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and fingerprint = $2
     order by status <> 'resolved' desc, coalesce(resolved_at, created_at) desc, id desc limit 1`,
    [organizationId, fingerprint],
  );
  return rows[0];
}

/** In the order in which they are locked. */
export async function activeIdsOf(client: PoolClient, organizationId: string, ruleId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from incidents where organization_id = $1 and rule_id = $2 and status <> 'resolved' order by id`,
    [organizationId, ruleId],
  );
  return rows.map(({ id }) => id);
}

/** Active ones that are about a service, which a cause can be looked for. */
export async function activeOfServices(client: PoolClient, organizationId: string): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and status <> 'resolved'
       and details->'labels'->>'service' <> '' order by id`,
    [organizationId],
  );
  return rows;
}

/** About services and open, now or at a time, the most severe first. */
export async function openOfServices(
  client: PoolClient,
  organizationId: string,
  at: Date | undefined,
  most: number,
): Promise<IncidentRow[]> {
  const isOpen =
    at === undefined ? `status <> 'resolved'` : `created_at <= $3 and coalesce(resolved_at, 'infinity') > $3`;
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and details->'labels'->>'service' <> '' and ${isOpen}
      order by ${WORST_FIRST} limit $2`,
    [organizationId, most, ...(at === undefined ? [] : [at])],
  );
  return rows;
}

/** Active ones whose escalation policy pages the user who is on call in the schedule, the newest first; at most 1,000. */
export async function activeOfSchedule(
  client: PoolClient,
  organizationId: string,
  scheduleId: string,
): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select i.* from incidents i where i.organization_id = $1 and i.status <> 'resolved' and exists (
       select from alert_escalations e where e.organization_id = $1
         and (e.id::text = i.details->>'escalation_policy_id' or e.name = i.details->>'escalation_policy_id')
         and jsonb_path_exists(e.definition, '$.steps[*].targets[*] ? (@.schedule_id == $id)', jsonb_build_object('id', $2::text)))
     order by i.created_at desc, i.id desc limit 1000`,
    [organizationId, scheduleId],
  );
  return rows;
}

/** Those that began and ended while rules were not evaluated, the newest first. */
export async function unseenRows(client: PoolClient, organizationId: string): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and status = 'resolved'
       and details->'waits_for'->>'reason' = 'catching_up' order by id desc`,
    [organizationId],
  );
  return rows;
}

/** They have been notified of. */
export async function markSeen(client: PoolClient, organizationId: string, ids: readonly string[]): Promise<void> {
  await client.query(
    `update incidents set details = details - 'waits_for' where organization_id = $1 and id = any ($2)`,
    [organizationId, ids],
  );
}

/** Their notifications failed. */
export async function markUnseen(client: PoolClient, organizationId: string, ids: readonly string[]): Promise<void> {
  await client.query(
    `update incidents set details = jsonb_set(details, '{waits_for}', '{"reason": "catching_up"}')
      where organization_id = $1 and id = any ($2) and status = 'resolved'`,
    [organizationId, ids],
  );
}

/** Active ones that follow from an incident. */
export async function inhibitedBy(
  client: PoolClient,
  organizationId: string,
  rootId: string,
  limit: number,
): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and status <> 'resolved' and id <> $2
       and details->'inhibition'->>'root' = $2::text order by id limit $3`,
    [organizationId, rootId, limit],
  );
  return rows;
}

/** How many active ones follow from each. */
export async function followersOf(client: PoolClient, organizationId: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ root: string; followers: number }>(
    `select details->'inhibition'->>'root' as root, count(*)::int as followers from incidents
      where organization_id = $1 and status <> 'resolved' and details->'inhibition'->>'root' <> id::text group by 1`,
    [organizationId],
  );
  return new Map(rows.map(({ root, followers }) => [root, followers]));
}

/** Those that the moment has come for to be looked at, the worst first. */
export async function waitingUntil(client: PoolClient, organizationId: string, at: Date): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and waits and tell_at <= $2 order by ${WORST_FIRST}`,
    [organizationId, at],
  );
  return rows;
}

/** Those that are still open so long after a user was last notified of them. */
export async function repeatedRows(
  client: PoolClient,
  organizationId: string,
  toldBefore: Date,
  limit: number,
): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and status = 'open' and is_told and not waits and paged_at <= $2
     order by paged_at, id limit $3`,
    [organizationId, toldBefore, limit],
  );
  return rows;
}

/** Those of which a user has yet to be notified, the worst first. */
export async function waitingRows(client: PoolClient, organizationId: string): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1 and waits order by ${WORST_FIRST}`,
    [organizationId],
  );
  return rows;
}

const MUTABLE = [
  'status',
  'severity',
  'details',
  'reopened_at',
  'acknowledged_at',
  'acknowledged_by',
  'resolved_at',
  'resolved_by',
  'resolved_reason',
  'assignee',
  'feedback',
  'snoozed_until',
  'paged_at',
  'is_told',
  'waits',
  'events',
  'current_step',
  'current_loop',
  'current_step_started_at',
  'tell_at',
] as const satisfies readonly (keyof IncidentRow)[];
const FIXED = ['organization_id', 'id', 'rule_id', 'fingerprint', 'started_at', 'created_at', 'group_id'] as const;

const valuesOf = (row: IncidentRow, names: readonly (keyof IncidentRow)[]) =>
  names.map((name) => (name === 'details' ? storableJson(row.details) : row[name]));
const places = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `$${at + from}`).join(', ');

export async function addIncident(client: PoolClient, row: IncidentRow): Promise<void> {
  const names = [...FIXED, ...MUTABLE];
  await client.query(
    `insert into incidents (${names.join(', ')}) values (${places(names.length)})`,
    valuesOf(row, names),
  );
}

/** All that can change; the holder of its lock writes it. */
export async function setIncident(client: PoolClient, row: IncidentRow): Promise<void> {
  await client.query(
    `update incidents set (${MUTABLE.join(', ')}) = (${places(MUTABLE.length, 3)}) where organization_id = $1 and id = $2`,
    [row.organization_id, row.id, ...valuesOf(row, MUTABLE)],
  );
}

export interface MeasuredIncident {
  id: string;
  value: number;
  /** Low values breach. */
  isLow: boolean;
}

/**
 * The value of a step, and the worst one. To be called last in a transaction: it waits for no lock, and what another user
 * changes at the moment gets the value of the next step.
 */
export async function noteValues(
  client: PoolClient,
  organizationId: string,
  measured: readonly MeasuredIncident[],
  atMicros: number,
): Promise<void> {
  if (measured.length === 0) return;
  await client.query(
    `with given as (
       select * from unnest($2::uuid[], $3::float8[], $4::boolean[]) as given (id, value, is_low)
     ), free as (
       select i.id from incidents i join given using (id)
        where i.organization_id = $1 and i.details ? 'values' for update of i skip locked
     )
     update incidents i set details = jsonb_set(i.details, '{values}', i.details->'values' || jsonb_build_object(
         'now', value, 'at', $5::bigint,
         'peak', case when is_low then least((i.details->'values'->>'peak')::float8, value)
                      else greatest((i.details->'values'->>'peak')::float8, value) end))
       from given join free using (id) where i.organization_id = $1 and i.id = given.id`,
    [
      organizationId,
      measured.map(({ id }) => id),
      measured.map(({ value }) => value),
      measured.map(({ isLow }) => isLow),
      atMicros,
    ],
  );
}

/** The newest first. */
export async function incidentRows(
  client: PoolClient,
  organizationId: string,
  scope: 'active' | 'all',
  windowSecs: number,
  limit: number,
): Promise<IncidentRow[]> {
  const { rows } = await client.query<IncidentRow>(
    `select * from incidents where organization_id = $1
       and (status <> 'resolved' or ($2 = 'all' and created_at >= now() - make_interval(secs => $3)))
     order by created_at desc, id desc limit $4`,
    [organizationId, scope, windowSecs, limit],
  );
  return rows;
}

export interface NewEntry {
  kind: TimelineKind;
  at: Date;
  actor?: string | undefined;
  details?: Record<string, unknown>;
}

interface EntryRow {
  id: string;
  at: Date;
  kind: TimelineKind;
  actor: string | null;
  details: Record<string, unknown>;
}

/** Entries are never changed and never taken away alone. */
export async function appendTimeline(
  client: PoolClient,
  organizationId: string,
  incidentId: string,
  { kind, at, actor, details }: NewEntry,
): Promise<TimelineEntry> {
  const { rows } = await client.query<EntryRow>(
    `insert into incident_timeline (organization_id, id, incident_id, at, kind, actor, details)
     values ($1, $2, $3, $4, $5, $6, $7) returning *`,
    [organizationId, uuidv7(), incidentId, at, kind, actor ?? null, storableJson(details ?? {})],
  );
  return entryView(rows[0]!);
}

/** The newest ones, in their order. */
export async function timelineOf(
  client: PoolClient,
  organizationId: string,
  incidentId: string,
  limit: number,
): Promise<TimelineEntry[]> {
  const { rows } = await client.query<EntryRow>(
    `select * from (
       select * from incident_timeline where organization_id = $1 and incident_id = $2 order by id desc limit $3) as newest
     order by id`,
    [organizationId, incidentId, limit],
  );
  return rows.map(entryView);
}

/** What people wrote into it. */
export async function countByPeople(client: PoolClient, organizationId: string, incidentId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from incident_timeline
     where organization_id = $1 and incident_id = $2 and actor is not null`,
    [organizationId, incidentId],
  );
  return rows[0]!.count;
}

const entryView = ({ id, at, kind, actor, details }: EntryRow): TimelineEntry => ({
  id,
  at: microsOf(at),
  kind,
  ...(actor !== null && { actor }),
  details,
});
