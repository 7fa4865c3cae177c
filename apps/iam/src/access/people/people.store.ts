/** People of an organization as other services ask for them. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import type { People } from '@spanwise/contracts/iam/people';

export async function activePeople(
  client: PoolClient,
  organizationId: string,
  userIds: readonly string[],
): Promise<People['people']> {
  const { rows } = await client.query<{ id: string; display_name: string }>(
    `select u.id, u.display_name from memberships m
       join users u on u.id = m.user_id and not u.disabled and u.status = 'active'
      where m.organization_id = $1 and m.user_id = any($2::uuid[]) and not m.disabled order by u.id`,
    [organizationId, userIds],
  );
  return rows;
}

export async function isTeam(client: PoolClient, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from teams where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return rowCount === 1;
}
