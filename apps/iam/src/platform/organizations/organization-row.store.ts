/** The row of an organization itself, which every transaction sees. */
import type { PoolClient } from 'pg';
import { forbidden, notFound } from '@spanwise/contracts/base/errors';

export interface OrganizationRow {
  id: string;
  slug: string;
  name: string;
  system: boolean;
  disabled: boolean;
}

/** Of an organization `o`. */
export const ORGANIZATION_COLUMNS = 'o.id, o.slug, o.name, o.system, o.disabled';

/** Until the commit. Throws 404 where there is none, and 403 for the platform's own. */
export async function lockOrganization(client: PoolClient, id: string): Promise<OrganizationRow> {
  const { rows } = await client.query<OrganizationRow>(
    `select ${ORGANIZATION_COLUMNS} from organizations o where o.id = $1 and o.deleted_at is null for update`,
    [id],
  );
  if (rows.length === 0) throw notFound('There is no such organization.');
  if (rows[0]!.system) throw forbidden('The organization of the platform cannot be changed.');
  return rows[0]!;
}

export async function isSystem(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from organizations where id = $1 and system', [id]);
  return rowCount !== 0;
}

export async function systemOrganizationId(client: Pick<PoolClient, 'query'>): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from organizations where system limit 1');
  return rows[0]!.id;
}
