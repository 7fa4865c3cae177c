import type { PoolClient } from 'pg';
import { unauthorized } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { rolesByKey } from '../roles/roles.store.js';
import { roleKeysOf, type Role } from '../roles/effective-access.js';

/** The roles that a caller has here, in order of display; the transaction is scoped to the caller's organization. */
export async function rolesOfCaller(client: PoolClient, context: IamContext): Promise<Role[]> {
  return rolesByKey(client, context.organization_id, await roleKeysOfCaller(client, context));
}

async function roleKeysOfCaller(client: PoolClient, context: IamContext): Promise<string[]> {
  if (context.subject_type === 'api_token') {
    const { rows } = await client.query<{ role_key: string }>('select role_key from api_tokens where id = $1', [
      context.credential_id,
    ]);
    return rows.map((row) => row.role_key);
  }
  const { rows } = await client.query<{ platform_administrator: boolean; role_keys: string[] | null }>(
    `select u.platform_administrator, m.role_keys from users u
       left join memberships m on m.user_id = u.id and m.organization_id = $2 where u.id = $1`,
    [context.subject, context.organization_id],
  );
  if (rows.length === 0) throw unauthorized();
  const standing = {
    scope: context.scope,
    systemOrganization: context.scope === 'system',
    platformAdministrator: rows[0]!.platform_administrator,
    memberRoleKeys: rows[0]!.role_keys ?? undefined,
  };
  return roleKeysOf(standing) ?? [];
}
