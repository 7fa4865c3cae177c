/** Who uses a connector: a connector with referrers cannot be deleted (specification 3, decisions 4.5). */
import { conflict, invalidArgument } from '@spanwise/contracts/errors';
import type { PoolClient } from 'pg';

export type ReferrerKind = 'policy' | 'default_route';

const MAX_NAMED = 10;

/** Throws `conflict` with the names of the referrers. The caller holds the lock of the connector's row. */
export async function refuseWhileReferenced(client: PoolClient, organizationId: string, id: string): Promise<void> {
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
    [organizationId, id, MAX_NAMED + 1],
  );
  if (rows.length === 0) return;
  const named = rows.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = rows.length > MAX_NAMED ? ' and others' : '';
  throw conflict(`The connector is still used by: ${named.join(', ')}${more}. Move these first.`);
}

/** Replaces what a referrer names. Throws `invalid_argument` when one of the connectors is not there. */
export async function writeReferences(
  client: PoolClient,
  organizationId: string,
  kind: ReferrerKind,
  referrerId: string,
  connectorIds: string[],
): Promise<void> {
  await client.query(
    'delete from connector_references where organization_id = $1 and referrer_kind = $2 and referrer_id = $3',
    [organizationId, kind, referrerId],
  );
  const wanted = [...new Set(connectorIds)];
  if (wanted.length === 0) return;
  // The key-share lock keeps a delete that runs at the same time waiting, and then refused.
  const { rows } = await client.query<{ id: string }>(
    'select id from connectors where organization_id = $1 and id = any($2) for key share',
    [organizationId, wanted],
  );
  const found = new Set(rows.map((row) => row.id));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined) {
    throw invalidArgument(`There is no connector ${missing}.`, [{ field: 'connector_id', reason: 'is not known' }]);
  }
  await client.query(
    'insert into connector_references (organization_id, connector_id, referrer_kind, referrer_id) select $1, unnest($2::uuid[]), $3, $4',
    [organizationId, wanted, kind, referrerId],
  );
}
