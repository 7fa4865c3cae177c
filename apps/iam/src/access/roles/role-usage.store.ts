import type { PoolClient } from 'pg';
import type { RoleUsage } from '@spanwise/contracts/iam/roles';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';

export const NOT_USED: RoleUsage = { memberships: 0, api_tokens: 0, invitations: 0, bindings: 0, total: 0 };

/** By role key, how often each role is given; a relationship counts as a binding. The transaction is scoped to the organization. */
export async function readUsage(client: PoolClient, organizationId: string): Promise<Map<string, RoleUsage>> {
  const { rows } = await client.query<{ key: string; kind: keyof RoleUsage; uses: string }>(
    `select key, 'memberships' as kind, count(*) as uses
       from memberships, unnest(role_keys) as key where organization_id = $1 group by key
     union all
     select role_key, 'api_tokens', count(*) from api_tokens
      where organization_id = $1 and revoked_at is null group by role_key
     union all
     select role_key, 'invitations', count(*) from invitations
      where organization_id = $1 and status = 'pending' group by role_key
     union all
     select coalesce(r.key, b.role_id::text), 'bindings', count(*)
       from (select role_id from role_bindings where organization_id = $1
             union all select role_id from relationships where organization_id = $1) b
       left join roles r on r.id = b.role_id group by 1`,
    [organizationId],
  );
  const usage = new Map<string, RoleUsage>();
  for (const { key: named, kind, uses } of rows) {
    const key = BUILTIN_ROLES.find((role) => role.id === named)?.key ?? named;
    const known = usage.get(key) ?? NOT_USED;
    usage.set(key, { ...known, [kind]: Number(uses), total: known.total + Number(uses) });
  }
  return usage;
}
