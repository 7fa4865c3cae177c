/** Rows of the groups that incidents are in (ALERT-124). All in a transaction of their organization. */
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { lockIncident } from '../../channels/outbox/incident-lock.store.js';

/** An incident that comes this long after the one before it makes another group. */
const WINDOW_SECS = 6 * 3_600;

export interface IncidentGroupKey {
  fingerprint: string;
  ruleId: string | null;
  semanticGroupId: string | null;
  name: string;
  labels: Record<string, string>;
}

/** The group that takes the incident; a transaction that opens another one of it waits for this transaction. */
export async function joinGroup(
  client: PoolClient,
  organizationId: string,
  { fingerprint, ruleId, semanticGroupId, name, labels }: IncidentGroupKey,
  at: Date,
): Promise<string> {
  // One lock for all: transactions that open several incidents would wait for each other in a circle.
  await lockIncident(client, organizationId, 'incident groups');
  const { rows } = await client.query<{ id: string }>(
    `update incident_groups set last_at = greatest(last_at, $3) where id = (
       select id from incident_groups where organization_id = $1 and fingerprint = $2
          and last_at >= $3::timestamptz - make_interval(secs => $4) order by last_at desc limit 1) returning id`,
    [organizationId, fingerprint, at, WINDOW_SECS],
  );
  if (rows.length > 0) return rows[0]!.id;
  const id = uuidv7();
  await client.query(
    `insert into incident_groups (organization_id, id, fingerprint, rule_id, semantic_group_id, name, labels, first_at, last_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [organizationId, id, fingerprint, ruleId, semanticGroupId, name, storableJson(labels), at],
  );
  return id;
}

/** Active incidents of a group as far as others wait for them. */
export interface GroupMember {
  id: string;
  severity: Severity;
  is_told: boolean;
  /** When it was opened, or opened again. */
  opened_at: Date;
}

export async function activeMembers(
  client: PoolClient,
  organizationId: string,
  groupId: string,
): Promise<GroupMember[]> {
  const { rows } = await client.query<GroupMember>(
    `select id, severity, is_told, coalesce(reopened_at, created_at) as opened_at from incidents
      where organization_id = $1 and group_id = $2 and status <> 'resolved' order by id`,
    [organizationId, groupId],
  );
  return rows;
}
