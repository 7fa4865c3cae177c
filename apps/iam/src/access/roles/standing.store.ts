/** Standing of a user: on the platform and in an organization. */
import type { PoolClient } from 'pg';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';

/** Of a user who may act, whether they are a member or not. */
export interface Standing {
  platform_administrator: boolean;
  role_keys: string[] | null;
}

export async function findStanding(
  client: PoolClient,
  userId: string,
  organizationId: string,
): Promise<Standing | undefined> {
  const { rows } = await client.query<Standing>(
    `select u.platform_administrator, m.role_keys from users u
       left join memberships m on m.user_id = u.id and m.organization_id = $2 and not m.disabled
      where u.id = $1 and u.status = 'active' and not u.disabled`,
    [userId, organizationId],
  );
  return rows[0];
}

/** The transaction is scoped to the organization. */
export async function isMember(client: PoolClient, organizationId: string, userId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from memberships where organization_id = $1 and user_id = $2', [
    organizationId,
    userId,
  ]);
  return rowCount !== 0;
}

export async function isAdministrator(client: PoolClient, context: IamContext): Promise<boolean> {
  if (context.subject_type !== 'user') return false;
  const { rows } = await client.query<{ platform_administrator: boolean }>(
    'select platform_administrator from users where id = $1',
    [context.subject],
  );
  return rows[0]?.platform_administrator ?? false;
}
