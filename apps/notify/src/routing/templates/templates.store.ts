import type { TemplateView } from '@spanwise/contracts/notify/routing';
import type { PoolClient } from 'pg';
import { existing } from '../../db/named-things.js';

export type TemplateRow = Omit<TemplateView, 'fault' | 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
};

/** Undefined for one that is gone, and where none is named. */
export async function templateText(
  client: PoolClient,
  organizationId: string,
  id: string | null,
): Promise<Pick<TemplateView, 'body' | 'format'> | undefined> {
  if (id === null) return undefined;
  const { rows } = await client.query<Pick<TemplateView, 'body' | 'format'>>(
    'select body, format from templates where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return rows[0];
}

export async function templateRows(client: PoolClient, organizationId: string, limit: number): Promise<TemplateRow[]> {
  const { rows } = await client.query<TemplateRow>(
    'select * from templates where organization_id = $1 order by created_at, id limit $2',
    [organizationId, limit],
  );
  return rows;
}

/** Throws `not_found`, as the others do. */
export async function templateRow(client: PoolClient, organizationId: string, id: string): Promise<TemplateRow> {
  const { rows } = await client.query<TemplateRow>('select * from templates where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return existing(rows, 'template');
}

export async function addTemplate(
  client: PoolClient,
  row: Omit<TemplateRow, 'created_at' | 'updated_at'>,
): Promise<TemplateRow> {
  const { rows } = await client.query<TemplateRow>(
    `insert into templates (id, organization_id, name, body, format, category) values ($1, $2, $3, $4, $5, $6) returning *`,
    [row.id, row.organization_id, row.name, row.body, row.format, row.category],
  );
  return rows[0]!;
}

/** What is undefined stays. */
export async function changeTemplate(
  client: PoolClient,
  organizationId: string,
  id: string,
  change: Pick<TemplateRow, 'name' | 'body'> & Partial<Pick<TemplateRow, 'format' | 'category'>>,
): Promise<TemplateRow> {
  const { rows } = await client.query<TemplateRow>(
    `update templates set name = $3, body = $4, format = coalesce($5, format), category = coalesce($6, category),
       updated_at = now() where organization_id = $1 and id = $2 returning *`,
    [organizationId, id, change.name, change.body, change.format ?? null, change.category ?? null],
  );
  return existing(rows, 'template');
}

export async function removeTemplate(client: PoolClient, organizationId: string, id: string): Promise<TemplateRow> {
  const { rows } = await client.query<TemplateRow>(
    'delete from templates where organization_id = $1 and id = $2 returning *',
    [organizationId, id],
  );
  return existing(rows, 'template');
}
