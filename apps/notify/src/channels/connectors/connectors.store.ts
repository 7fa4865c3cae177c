import { notFound } from '@spanwise/contracts/base/errors';
import type { PoolClient } from 'pg';
import type { ConnectorRow } from './connector-rows.js';

export async function connectorRows(
  client: PoolClient,
  organizationId: string,
  limit: number,
): Promise<ConnectorRow[]> {
  const { rows } = await client.query<ConnectorRow>(
    'select * from connectors where organization_id = $1 order by created_at, id limit $2',
    [organizationId, limit],
  );
  return rows;
}

export async function connectorIds(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<Pick<ConnectorRow, 'id'>>('select id from connectors order by id');
  return rows.map(({ id }) => id);
}

/** Throws `not_found` for the id of another organization as for one that was never given. */
export async function connectorRow(
  client: PoolClient,
  organizationId: string,
  id: string,
  lock: '' | 'for key share' | 'for update' = '',
): Promise<ConnectorRow> {
  const { rows } = await client.query<ConnectorRow>(
    `select * from connectors where id = $1 and organization_id = $2 ${lock}`,
    [id, organizationId],
  );
  if (rows.length === 0) throw notFound('There is no such connector.');
  return rows[0]!;
}

export async function connectorOrNothing(
  client: PoolClient,
  organizationId: string,
  id: string | null,
): Promise<ConnectorRow | undefined> {
  const { rows } = await client.query<ConnectorRow>('select * from connectors where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return rows[0];
}

/** The receiver is gone for good: it said so, or nothing went there for days. False for one that is disabled already. */
export async function disableConnector(client: PoolClient, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update connectors set enabled = false, status = 'error', version = version + 1, updated_at = now()
     where organization_id = $1 and id = $2 and enabled`,
    [organizationId, id],
  );
  return rowCount === 1;
}

export async function connectorTypesOf(
  client: PoolClient,
  organizationId: string,
  ids: string[],
): Promise<ConnectorRow['connector_type'][]> {
  const { rows } = await client.query<Pick<ConnectorRow, 'connector_type'>>(
    'select connector_type from connectors where organization_id = $1 and id = any($2)',
    [organizationId, ids],
  );
  return rows.map(({ connector_type: type }) => type);
}

export async function addConnector(
  client: PoolClient,
  row: Pick<
    ConnectorRow,
    'id' | 'organization_id' | 'name' | 'connector_type' | 'named_as' | 'config_sealed' | 'enabled'
  >,
): Promise<ConnectorRow> {
  const { rows } = await client.query<ConnectorRow>(
    `insert into connectors (id, organization_id, name, connector_type, config_sealed, enabled, named_as)
     values ($1, $2, $3, $4, $5, $6, $7) returning *`,
    [row.id, row.organization_id, row.name, row.connector_type, row.config_sealed, row.enabled, row.named_as],
  );
  return rows[0]!;
}

/** What is undefined stays. */
export async function changeConnector(
  client: PoolClient,
  { id, organization_id: organizationId }: Pick<ConnectorRow, 'id' | 'organization_id'>,
  change: { name?: string; named_as?: ConnectorRow['named_as']; config_sealed: Buffer; enabled?: boolean },
): Promise<ConnectorRow> {
  const { rows } = await client.query<ConnectorRow>(
    `update connectors set name = coalesce($3, name), config_sealed = $4, enabled = coalesce($5, enabled),
       named_as = coalesce($6, named_as), version = version + 1, updated_at = now()
     where id = $1 and organization_id = $2 returning *`,
    [id, organizationId, change.name ?? null, change.config_sealed, change.enabled ?? null, change.named_as ?? null],
  );
  return rows[0]!;
}

/** The same secrets under another key: no change of the connector. */
export async function setSealed(client: PoolClient, id: string, sealed: Buffer): Promise<void> {
  await client.query('update connectors set config_sealed = $2 where id = $1', [id, sealed]);
}

/** Only what is still so is recorded: an update or a newer test in between wins. */
export async function setTested(
  client: PoolClient,
  row: Pick<ConnectorRow, 'id' | 'organization_id' | 'version'>,
  { error, testedAt }: { error: string | undefined; testedAt: Date },
): Promise<void> {
  await client.query(
    `update connectors set status = $4, last_test_status = $5, last_test_error = $6, last_tested_at = $7
     where id = $1 and organization_id = $2 and version = $3 and (last_tested_at is null or last_tested_at <= $7)`,
    [
      row.id,
      row.organization_id,
      row.version,
      error === undefined ? 'connected' : 'error',
      error === undefined ? 'success' : 'failed',
      error ?? null,
      testedAt,
    ],
  );
}

export async function removeConnector(client: PoolClient, organizationId: string, id: string): Promise<void> {
  await client.query('delete from connectors where id = $1 and organization_id = $2', [id, organizationId]);
}
