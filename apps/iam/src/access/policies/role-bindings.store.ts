import type { PoolClient } from 'pg';
import type { RoleBindingView } from '@spanwise/contracts/iam/roles';
import { uuidv7 } from '@spanwise/contracts/base/uuid';

export type BindingRow = Omit<RoleBindingView, 'starts_at_micros' | 'expires_at_micros' | 'created_at_micros'> & {
  starts_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
};

export async function readBindings(client: PoolClient, organizationId: string, limit: number): Promise<BindingRow[]> {
  const { rows } = await client.query<BindingRow>(
    'select * from role_bindings where organization_id = $1 order by created_at, id limit $2',
    [organizationId, limit],
  );
  return rows;
}

export async function insertBinding(
  client: PoolClient,
  made: {
    organizationId: string;
    roleId: string;
    principalType: RoleBindingView['principal_type'];
    principalId: string;
    resourceType: RoleBindingView['resource_type'];
    resourceId: string;
    conditions: string;
    startsAtMicros: number | null;
    expiresAtMicros: number | null;
  },
): Promise<BindingRow> {
  const { rows } = await client.query<BindingRow>(
    `insert into role_bindings (id, organization_id, role_id, principal_type, principal_id, resource_type, resource_id,
                                conditions, starts_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8,
             to_timestamp($9::numeric / 1000000), to_timestamp($10::numeric / 1000000)) returning *`,
    [
      uuidv7(),
      made.organizationId,
      made.roleId,
      made.principalType,
      made.principalId,
      made.resourceType,
      made.resourceId,
      made.conditions,
      made.startsAtMicros,
      made.expiresAtMicros,
    ],
  );
  return rows[0]!;
}

export async function removeBinding(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<BindingRow | undefined> {
  const { rows } = await client.query<BindingRow>(
    'delete from role_bindings where organization_id = $1 and id = $2 returning *',
    [organizationId, id],
  );
  return rows[0];
}

export async function countBindings(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ all: string }>(
    'select count(*) as all from role_bindings where organization_id = $1',
    [organizationId],
  );
  return Number(rows[0]!.all);
}
