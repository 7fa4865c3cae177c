/** Members of an organization. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { conflict, forbidden, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import type { UserView } from '@spanwise/contracts/iam-users';
import { QUOTAS } from '@spanwise/contracts/quotas';
import { byPriority, displayRole, isSubset, permissionsOf, roleRef, type Role } from '../context/effective-access.js';
import { organizationRoles } from '../roles/role-store.js';
import { teamNamesOf } from '../teams/team-store.js';

export interface Member {
  id: string;
  email: string;
  display_name: string;
  platform_administrator: boolean;
  avatar_url: string | null;
  disabled: boolean;
  status: UserView['status'];
  role_keys: string[];
  last_active_at: Date | null;
  joined_at: Date;
  created_at: Date;
}

const MEMBER = `u.id, u.email, u.display_name, u.platform_administrator, u.avatar_url, u.status, u.last_active_at,
  u.created_at, m.disabled or u.disabled as disabled, m.role_keys, m.created_at as joined_at
  from memberships m join users u on u.id = m.user_id`;

export async function listMembers(client: PoolClient, organizationId: string): Promise<Member[]> {
  const { rows } = await client.query<Member>(
    `select ${MEMBER} where m.organization_id = $1 order by lower(u.display_name), u.id limit $2`,
    [organizationId, QUOTAS.members.max],
  );
  return rows;
}

export async function findMember(client: PoolClient, organizationId: string, userId: string): Promise<Member> {
  const { rows } = await client.query<Member>(`select ${MEMBER} where m.organization_id = $1 and m.user_id = $2`, [
    organizationId,
    userId,
  ]);
  if (rows.length === 0) throw notFound('There is no such user in this organization.');
  return rows[0];
}

export async function memberViews(
  client: PoolClient,
  organizationId: string,
  members: readonly Member[],
): Promise<UserView[]> {
  const known = await organizationRoles(client, organizationId);
  const ids = members.map((member) => member.id);
  const teams = await teamNamesOf(client, organizationId, ids);
  return members.map((member) => viewOf(member, rolesIn(known, member.role_keys), teams.get(member.id) ?? []));
}

export const rolesIn = (known: Map<string, Role>, keys: readonly string[]): Role[] =>
  byPriority(keys.flatMap((key) => known.get(key) ?? []));

/** Nobody manages a member who may do more than they may; the platform administrator is managed by nobody. */
export async function requireAuthority(client: PoolClient, context: IamContext, member: Member): Promise<void> {
  if (member.platform_administrator) throw forbidden('The platform administrator cannot be changed here.');
  const known = await organizationRoles(client, context.organization_id);
  requireGrantable(context, rolesIn(known, member.role_keys));
}

export function requireGrantable(context: IamContext, roles: readonly Role[]): void {
  if (!isSubset(permissionsOf(roles), context.permissions)) {
    throw forbidden('You cannot give or change a role with permissions that you do not have.');
  }
}

/** Throws 409 when the organization would be left without an owner; the organization's row is locked by then. */
export async function requireOwnerLeft(client: PoolClient, organizationId: string, before: Member): Promise<void> {
  if (!before.role_keys.includes('owner')) return;
  const { rowCount } = await client.query(
    `select from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and 'owner' = any(m.role_keys) and not m.disabled and not u.disabled
        and u.status = 'active' limit 1`,
    [organizationId],
  );
  if (rowCount === 0) throw conflict('An organization must keep at least one owner.');
}

/** Ends what a member who was disabled or removed has open in this organization. */
export async function endSessions(client: PoolClient, organizationId: string, userId: string): Promise<void> {
  await client.query(
    'update sessions set revoked_at = now() where organization_id = $1 and user_id = $2 and revoked_at is null',
    [organizationId, userId],
  );
}

const micros = (date: Date): number => date.getTime() * 1_000;

function viewOf(member: Member, roles: readonly Role[], teamNames: string[]): UserView {
  return {
    id: member.id,
    email: member.email,
    display_name: member.display_name,
    is_root: member.platform_administrator,
    ...(member.avatar_url !== null && { avatar_url: member.avatar_url }),
    disabled: member.disabled,
    status: member.status,
    ...(roles.length > 0 && { display_role: displayRole(roles) }),
    roles: roles.map(roleRef),
    team_names: teamNames,
    login_method: 'password',
    ...(member.last_active_at !== null && { last_active_at_micros: micros(member.last_active_at) }),
    joined_at_micros: micros(member.joined_at),
    created_at_micros: micros(member.created_at),
  };
}
