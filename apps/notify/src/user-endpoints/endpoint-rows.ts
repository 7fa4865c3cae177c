import { notFound } from '@spanwise/contracts/errors';
import type { ConnectorType } from '@spanwise/contracts/notify';
import type { UserEndpointView } from '@spanwise/contracts/notify-recipients';
import type { PoolClient } from 'pg';
import { micros } from '../db/organization-transactions.js';

export interface EndpointRow {
  id: string;
  organization_id: string;
  user_id: string;
  connector_id: string;
  connector_type: ConnectorType;
  external_identity: string;
  display_name: string | null;
  metadata: Record<string, unknown>;
  verified: boolean;
  enabled: boolean;
  code_hmac: Buffer | null;
  code_sent_at: Date | null;
  code_tries: number;
  created_at: Date;
  updated_at: Date;
}

const SELECT = `select e.*, c.connector_type from user_endpoints e join connectors c on c.id = e.connector_id
  where e.organization_id = $1`;
const MAX_LISTED = 5_000;

export async function endpointRows(client: PoolClient, organizationId: string, userId: string): Promise<EndpointRow[]> {
  const { rows } = await client.query<EndpointRow>(`${SELECT} and e.user_id = $2 order by e.created_at, e.id`, [
    organizationId,
    userId,
  ]);
  return rows;
}

export async function endpointRowsOfAll(client: PoolClient, organizationId: string): Promise<EndpointRow[]> {
  const { rows } = await client.query<EndpointRow>(`${SELECT} order by e.user_id, e.created_at, e.id limit $2`, [
    organizationId,
    MAX_LISTED,
  ]);
  return rows;
}

export async function endpointRow(
  client: PoolClient,
  organizationId: string,
  userId: string,
  id: string,
  lock: '' | 'for update of e' = '',
): Promise<EndpointRow> {
  const { rows } = await client.query<EndpointRow>(`${SELECT} and e.user_id = $2 and e.id = $3 ${lock}`, [
    organizationId,
    userId,
    id,
  ]);
  if (rows.length === 0) throw notFound('There is no such endpoint.');
  return rows[0];
}

export const endpointView = (row: EndpointRow): UserEndpointView => ({
  id: row.id,
  organization_id: row.organization_id,
  user_id: row.user_id,
  connector_id: row.connector_id,
  provider_type: row.connector_type,
  external_identity: row.external_identity,
  ...(row.display_name !== null && { display_name: row.display_name }),
  metadata: row.metadata,
  verified: row.verified,
  enabled: row.enabled,
  created_at: micros(row.created_at),
  updated_at: micros(row.updated_at),
});
