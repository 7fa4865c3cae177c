import type { ChangeRecord } from '@spanwise/contracts/iam-audit';
import { poolOf } from '@spanwise/postgres/database';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { lockOrganization } from '../db/organization-transactions.js';

/** Locks the organization. */
export async function addRecord(client: PoolClient, record: ChangeRecord): Promise<void> {
  const { id, organization_id: organizationId } = record;
  await lockOrganization(client, organizationId);
  await client.query('insert into audit_outbox (id, organization_id, record) values ($1, $2, $3)', [
    id,
    organizationId,
    JSON.stringify(record),
  ]);
  await client.query('update organizations set audit_waiting = true where id = $1', [organizationId]);
}

/** Ids of organizations with records that iam does not have yet. */
export async function waitingOrganizations(source: DataSource, limit: number): Promise<string[]> {
  const { rows } = await poolOf(source).query<{ id: string }>(
    'select id from organizations where audit_waiting limit $1',
    [limit],
  );
  return rows.map(({ id }) => id);
}

export async function oldestRecords(
  client: PoolClient,
  organizationId: string,
  limit: number,
): Promise<ChangeRecord[]> {
  const { rows } = await client.query<{ record: ChangeRecord }>(
    'select record from audit_outbox where organization_id = $1 order by id limit $2',
    [organizationId, limit],
  );
  return rows.map(({ record }) => record);
}

/** Locks the organization. */
export async function removeRecords(client: PoolClient, organizationId: string, ids: string[]): Promise<void> {
  await lockOrganization(client, organizationId);
  await client.query('delete from audit_outbox where organization_id = $1 and id = any($2)', [organizationId, ids]);
  await client.query(
    `update organizations set audit_waiting = exists (select from audit_outbox where organization_id = $1) where id = $1`,
    [organizationId],
  );
}
