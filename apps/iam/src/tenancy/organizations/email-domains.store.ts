import type { PoolClient } from 'pg';

export async function insertDomain(client: PoolClient, organizationId: string, domain: string): Promise<void> {
  await client.query('insert into email_domains (organization_id, domain) values ($1, $2) on conflict do nothing', [
    organizationId,
    domain,
  ]);
}

export async function deleteDomain(client: PoolClient, organizationId: string, domain: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from email_domains where organization_id = $1 and domain = $2', [
    organizationId,
    domain,
  ]);
  return rowCount !== 0;
}

export async function readDomains(client: PoolClient, organizationId: string): Promise<string[]> {
  const { rows } = await client.query<{ domain: string }>(
    'select domain from email_domains where organization_id = $1 order by domain',
    [organizationId],
  );
  return rows.map((row) => row.domain);
}
