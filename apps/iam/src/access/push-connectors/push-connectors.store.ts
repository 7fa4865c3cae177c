import type { PoolClient } from 'pg';
import type { PushKind } from '@spanwise/contracts/iam/push-connectors';
import type { SetQuotas } from '@spanwise/contracts/authz/quotas';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { BILLING_COLUMNS, type BillingRow } from '../../commerce/billing/billing.store.js';

export interface ConnectorRow {
  id: string;
  organization_id: string;
  name: string;
  kind: PushKind;
  target_stream: string;
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, organization_id, name, kind, target_stream, enabled, created_at, updated_at';

export async function readConnectors(
  client: PoolClient,
  organizationId: string,
  limit: number,
): Promise<ConnectorRow[]> {
  const { rows } = await client.query<ConnectorRow>(
    `select ${COLUMNS} from push_connectors where organization_id = $1 order by lower(name), id limit $2`,
    [organizationId, limit],
  );
  return rows;
}

export async function countConnectors(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ all: string }>(
    'select count(*) as all from push_connectors where organization_id = $1',
    [organizationId],
  );
  return Number(rows[0]!.all);
}

/** Undefined where the name is taken. */
export async function insertConnector(
  client: PoolClient,
  connector: {
    organizationId: string;
    name: string;
    kind: 'aws_kinesis_firehose' | 'cloudflare_logpush' | 'heroku_drain' | 'elasticsearch_bulk' | 'loki_push';
    targetStream: string;
    tokenHash: string;
    apiTokenId: string | null;
  },
): Promise<ConnectorRow | undefined> {
  const { rows } = await client.query<ConnectorRow>(
    `insert into push_connectors (id, organization_id, name, kind, target_stream, token_hash, api_token_id)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (organization_id, name) do nothing returning ${COLUMNS}`,
    [
      uuidv7(),
      connector.organizationId,
      connector.name,
      connector.kind,
      connector.targetStream,
      connector.tokenHash,
      connector.apiTokenId,
    ],
  );
  return rows[0];
}

export async function isNameTaken(
  client: PoolClient,
  organizationId: string,
  name: string | null,
  exceptId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from push_connectors where organization_id = $1 and name = $2 and id <> $3',
    [organizationId, name, exceptId],
  );
  return rowCount !== 0;
}

/** What is null stays as it is. */
export async function changeConnector(
  client: PoolClient,
  change: {
    id: string;
    organizationId: string;
    name: string | null;
    enabled: boolean | null;
    targetStream: string | null;
  },
): Promise<ConnectorRow | undefined> {
  const { rows } = await client.query<ConnectorRow>(
    `update push_connectors set name = coalesce($3, name), enabled = coalesce($4, enabled),
            target_stream = coalesce($5, target_stream), updated_at = now()
      where id = $1 and organization_id = $2 returning ${COLUMNS}`,
    [change.id, change.organizationId, change.name, change.enabled, change.targetStream],
  );
  return rows[0];
}

export async function replaceSecret(
  client: PoolClient,
  id: string,
  organizationId: string,
  tokenHash: string,
  apiTokenId: string | null,
): Promise<ConnectorRow | undefined> {
  const { rows } = await client.query<ConnectorRow>(
    `update push_connectors set token_hash = $3, api_token_id = $4, updated_at = now()
      where id = $1 and organization_id = $2 returning ${COLUMNS}`,
    [id, organizationId, tokenHash, apiTokenId],
  );
  return rows[0];
}

export async function removeConnector(client: PoolClient, id: string, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from push_connectors where id = $1 and organization_id = $2', [
    id,
    organizationId,
  ]);
  return rowCount !== 0;
}

/** Lets the transaction see the connector of one secret. */
export async function namePushSecret(client: PoolClient, tokenHash: string): Promise<void> {
  await client.query("select set_config('spanwise.push_hash', $1, true)", [tokenHash]);
}

export async function findConnectorOfSecret(
  client: PoolClient,
  tokenHash: string,
): Promise<(ConnectorRow & { api_token_id: string | null }) | undefined> {
  const { rows } = await client.query<ConnectorRow & { api_token_id: string | null }>(
    `select ${COLUMNS}, api_token_id from push_connectors where token_hash = $1 and enabled`,
    [tokenHash],
  );
  return rows[0];
}

export async function readReceiving(
  client: PoolClient,
  organizationId: string,
): Promise<BillingRow & { disabled: boolean; quotas: SetQuotas }> {
  const { rows } = await client.query<BillingRow & { disabled: boolean; quotas: SetQuotas }>(
    `select o.created_at, o.system, o.disabled, o.quotas, ${BILLING_COLUMNS} from organizations o where o.id = $1`,
    [organizationId],
  );
  return rows[0]!;
}
