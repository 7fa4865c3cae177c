import { notFound } from '@spanwise/contracts/base/errors';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import type { EndpointRow } from './endpoint-rows.js';

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
  return rows[0]!;
}

type Kept = 'connector_id' | 'external_identity' | 'display_name' | 'metadata' | 'verified' | 'enabled';

export async function addEndpoint(
  client: PoolClient,
  row: Pick<EndpointRow, Kept | 'id' | 'organization_id' | 'user_id'>,
): Promise<void> {
  await client.query(
    `insert into user_endpoints (id, organization_id, user_id, connector_id, external_identity, display_name, metadata,
       verified, enabled) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      row.organization_id,
      row.user_id,
      row.connector_id,
      row.external_identity,
      row.display_name,
      storableJson(row.metadata),
      row.verified,
      row.enabled,
    ],
  );
}

/** `keepsCode`: a code that is under way still counts. */
export async function setEndpoint(
  client: PoolClient,
  row: Pick<EndpointRow, Kept | 'id' | 'organization_id'>,
  keepsCode: boolean,
): Promise<void> {
  await client.query(
    `update user_endpoints set connector_id = $3, external_identity = $4, display_name = $5, metadata = $6,
       verified = $7, enabled = $8, updated_at = now(), code_hmac = case when $9 then code_hmac end
     where organization_id = $1 and id = $2`,
    [
      row.organization_id,
      row.id,
      row.connector_id,
      row.external_identity,
      row.display_name,
      storableJson(row.metadata),
      row.verified,
      row.enabled,
      keepsCode,
    ],
  );
}

/** False where there was none. */
export async function removeEndpoint(
  client: PoolClient,
  organizationId: string,
  userId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'delete from user_endpoints where organization_id = $1 and user_id = $2 and id = $3',
    [organizationId, userId, id],
  );
  return rowCount !== 0;
}

export async function setVerified(client: PoolClient, organizationId: string, id: string): Promise<void> {
  await client.query(
    `update user_endpoints set verified = true, code_hmac = null, updated_at = now() where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
}

export async function setCode(client: PoolClient, organizationId: string, id: string, hmac: Buffer): Promise<void> {
  await client.query(
    'update user_endpoints set code_hmac = $3, code_sent_at = now(), code_tries = 0 where organization_id = $1 and id = $2',
    [organizationId, id, hmac],
  );
}

/** A guess at the code: the right one verifies, and is used up. */
export async function countGuess(
  client: PoolClient,
  organizationId: string,
  id: string,
  isRight: boolean,
): Promise<void> {
  await client.query(
    `update user_endpoints set verified = verified or $3, code_tries = code_tries + 1,
       code_hmac = case when not $3 then code_hmac end, updated_at = now() where organization_id = $1 and id = $2`,
    [organizationId, id, isRight],
  );
}
