/** Rows that nothing has to show any more (ALERT-143). In a transaction of their organization. */
import type { PoolClient } from 'pg';
import { removal } from '../../db/removal.js';

/** Incidents that are over for so long, with their timelines and pages. One that a user edits is kept for another pass. */
export const removeOldIncidents = removal(
  `delete from incidents where organization_id = $1 and id = any (array(
     select id from incidents
      where organization_id = $1 and status = 'resolved' and resolved_at < now() - make_interval(secs => $2::float8 / 1000)
      order by resolved_at limit $3 for update skip locked))`,
);

/** Groups without incidents that nothing has joined for so long. */
export const removeEmptyGroups = removal(
  `delete from incident_groups where organization_id = $1 and id = any (array(
     select g.id from incident_groups g
      where g.organization_id = $1 and g.last_at < now() - make_interval(secs => $2::float8 / 1000)
        and not exists (select from incidents i where i.organization_id = $1 and i.group_id = g.id)
      limit $3 for update skip locked))`,
);

/** Versions that ended so long ago and that no incident is of. */
export const removeOldVersions = removal(
  `delete from alert_rule_versions v using (
     select o.rule_id, o.version from alert_rule_versions o
      where o.organization_id = $1 and o.ended_at < now() - make_interval(secs => $2::float8 / 1000)
        and not exists (
          select from incidents i where i.organization_id = $1 and i.rule_id = o.rule_id
            and i.details->>'rule_version' = o.version::text)
      limit $3) as old
    where v.organization_id = $1 and v.rule_id = old.rule_id and v.version = old.version`,
);

/** Notes of versions that their rule has left behind, or that have no rule any more, that it is so from now on. */
export async function noteEndedVersions(client: PoolClient, organizationId: string, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `update alert_rule_versions v set ended_at = now() from (
       select o.rule_id, o.version from alert_rule_versions o
        where o.organization_id = $1 and o.ended_at is null and not exists (
          select from alert_rules r where r.organization_id = $1 and r.id = o.rule_id and r.version = o.version)
        limit $2) as ended
      where v.organization_id = $1 and v.rule_id = ended.rule_id and v.version = ended.version`,
    [organizationId, limit],
  );
  return rowCount ?? 0;
}
