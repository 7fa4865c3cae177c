/** Who uses a connector: rows of references, and names of referrers. */
import type { PoolClient } from 'pg';

export type ReferrerKind = 'policy' | 'default_route';

/** At most `limit` of them, as a person knows them. */
export async function referrerNames(
  client: PoolClient,
  organizationId: string,
  id: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('user endpoint %s', coalesce(quote_ident(display_name), id::text)) as name
       from user_endpoints where organization_id = $1 and connector_id = $2
     union all
     select format('policy %s', quote_ident(p.name))
       from connector_references r join policies p on p.id = r.referrer_id
       where r.organization_id = $1 and r.connector_id = $2 and r.referrer_kind = 'policy'
     union all
     select format('%s default route %s', case when d.team_id is null then 'organization' else 'team ' || d.team_id end, d.category)
       from connector_references r join default_routes d on d.id = r.referrer_id
       where r.organization_id = $1 and r.connector_id = $2 and r.referrer_kind = 'default_route'
     limit $3`,
    [organizationId, id, limit],
  );
  return rows.map(({ name }) => name);
}

export async function removeReferences(
  client: PoolClient,
  organizationId: string,
  kind: ReferrerKind,
  referrerId: string,
): Promise<void> {
  await client.query(
    'delete from connector_references where organization_id = $1 and referrer_kind = $2 and referrer_id = $3',
    [organizationId, kind, referrerId],
  );
}

/** The key-share lock keeps a delete that runs at the same time waiting, and then refused. */
export async function keptConnectors(client: PoolClient, organizationId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'select id from connectors where organization_id = $1 and id = any($2) for key share',
    [organizationId, ids],
  );
  return new Set(rows.map((row) => row.id));
}

export async function addReferences(
  client: PoolClient,
  organizationId: string,
  kind: ReferrerKind,
  referrerId: string,
  connectorIds: string[],
): Promise<void> {
  await client.query(
    'insert into connector_references (organization_id, connector_id, referrer_kind, referrer_id) select $1, unnest($2::uuid[]), $3, $4',
    [organizationId, connectorIds, kind, referrerId],
  );
}
