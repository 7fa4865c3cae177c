import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { existing } from '../../db/named-things.js';
import type { Escalation } from './escalation-rules.js';

export interface EscalationPolicyRow {
  id: string;
  organization_id: string;
  definition: Escalation;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, organization_id, definition, created_at, updated_at';

export async function escalationRows(
  client: PoolClient,
  organizationId: string,
  limit: number,
): Promise<EscalationPolicyRow[]> {
  const { rows } = await client.query<EscalationPolicyRow>(
    `select ${COLUMNS} from alert_escalations where organization_id = $1 order by name, id limit $2`,
    [organizationId, limit],
  );
  return rows;
}

/** Throws `not_found`, as the others do. */
export async function escalationRow(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<EscalationPolicyRow> {
  const { rows } = await client.query<EscalationPolicyRow>(
    `select ${COLUMNS} from alert_escalations where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return existing(rows, 'escalation policy');
}

/** What a rule names: by its id, else by its name. */
export async function escalationNamed(
  client: PoolClient,
  organizationId: string,
  idOrName: string,
): Promise<EscalationPolicyRow | undefined> {
  const { rows } = await client.query<EscalationPolicyRow>(
    `select ${COLUMNS} from alert_escalations where organization_id = $1 and (id::text = $2 or name = $2)
     order by id::text = $2 desc limit 1`,
    [organizationId, idOrName],
  );
  return rows[0];
}

export async function addEscalation(
  client: PoolClient,
  organizationId: string,
  id: string,
  definition: Escalation,
): Promise<EscalationPolicyRow> {
  const { rows } = await client.query<EscalationPolicyRow>(
    `insert into alert_escalations (organization_id, id, name, definition) values ($1, $2, $3, $4) returning ${COLUMNS}`,
    [organizationId, id, definition.name, storableJson(definition)],
  );
  return rows[0]!;
}

/** Replaces the whole policy. */
export async function setEscalation(
  client: PoolClient,
  organizationId: string,
  id: string,
  definition: Escalation,
): Promise<EscalationPolicyRow> {
  const { rows } = await client.query<EscalationPolicyRow>(
    `update alert_escalations set name = $3, definition = $4, updated_at = now()
     where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id, definition.name, storableJson(definition)],
  );
  return existing(rows, 'escalation policy');
}

export async function removeEscalation(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<EscalationPolicyRow> {
  const { rows } = await client.query<EscalationPolicyRow>(
    `delete from alert_escalations where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [organizationId, id],
  );
  return existing(rows, 'escalation policy');
}

export async function escalationBytes(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select coalesce(sum(octet_length(definition::text)), 0)::float8 as bytes from alert_escalations where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.bytes;
}
