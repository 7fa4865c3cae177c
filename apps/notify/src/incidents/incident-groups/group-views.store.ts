/** Groups of incidents as they are shown: their state is that of their incidents (ALERT-126). */
import type { GroupState, IncidentGroup } from '@spanwise/contracts/alerting/grouping';
import { SEVERITIES } from '@spanwise/contracts/alerting/alert-conditions';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PoolClient } from 'pg';
import { existing } from '../../db/named-things.js';

interface GroupRow {
  id: string;
  organization_id: string;
  rule_id: string | null;
  semantic_group_id: string | null;
  name: string;
  labels: Record<string, string>;
  fingerprint: string;
  first_at: Date;
  last_at: Date;
  state: GroupState;
  severity: number;
  incident_count: number;
  acked_by: string | null;
  acked_at: Date | null;
  resolved_at: Date | null;
}

const RANK = `array_position(array[${SEVERITIES.map((one) => `'${one}'`).join(', ')}], severity)`;
const SHOWN = `
  select g.*, i.* from incident_groups g cross join lateral (
    select count(*)::int as incident_count,
      case when bool_or(status = 'open') then 'open' when bool_or(status = 'acknowledged') then 'acked' else 'resolved' end as state,
      coalesce(max(${RANK}) filter (where status <> 'resolved'), max(${RANK})) as severity,
      (array_agg(acknowledged_by order by acknowledged_at desc nulls last))[1] as acked_by,
      max(acknowledged_at) as acked_at, max(resolved_at) as resolved_at
    from incidents where organization_id = g.organization_id and group_id = g.id) i
  where g.organization_id = $1 and incident_count > 0`;

/** Those with the newest incidents first. */
export async function groupViews(
  client: PoolClient,
  organizationId: string,
  state: GroupState | undefined,
  limit: number,
): Promise<IncidentGroup[]> {
  const { rows } = await client.query<GroupRow>(
    `${SHOWN} and ($2::text is null or state = $2) order by g.last_at desc, g.id desc limit $3`,
    [organizationId, state ?? null, limit],
  );
  return rows.map(viewOf);
}

/** Ids of incidents of a status, in the order in which they are locked; throws `not_found` where there is no such group. */
export async function membersOf(
  client: PoolClient,
  organizationId: string,
  groupId: string,
  statuses: readonly string[],
): Promise<string[]> {
  const { rows: groups } = await client.query('select id from incident_groups where organization_id = $1 and id = $2', [
    organizationId,
    groupId,
  ]);
  existing(groups, 'group of incidents');
  const { rows } = await client.query<{ id: string }>(
    'select id from incidents where organization_id = $1 and group_id = $2 and status = any($3) order by id',
    [organizationId, groupId, statuses],
  );
  return rows.map(({ id }) => id);
}

const viewOf = (row: GroupRow): IncidentGroup => ({
  id: row.id,
  org_id: row.organization_id,
  ...(row.rule_id !== null && { alert_rule_id: row.rule_id }),
  ...(row.semantic_group_id !== null && { semantic_group_id: row.semantic_group_id }),
  name: row.name,
  labels: row.labels,
  fingerprint: row.fingerprint,
  state: row.state,
  severity: SEVERITIES[row.severity - 1]!,
  incident_count: row.incident_count,
  first_at_micros: microsOf(row.first_at),
  last_at_micros: microsOf(row.last_at),
  ...(row.state !== 'open' && row.acked_by !== null && { acked_by: row.acked_by }),
  ...(row.state !== 'open' && row.acked_at !== null && { acked_at_micros: microsOf(row.acked_at) }),
  ...(row.state === 'resolved' && row.resolved_at !== null && { resolved_at_micros: microsOf(row.resolved_at) }),
});
