/** Members of an organization. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { conflict, forbidden, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { UserView } from '@spanwise/contracts/iam/users';
import { QUOTAS } from '@spanwise/contracts/authz/quotas';
import { microsOf } from '@spanwise/contracts/base/micros';
import { byPriority, displayRole, roleRef, type Role } from '../../access/roles/effective-access.js';
import { canGrant, requireGrantable } from '../../access/roles/ownership.js';
import { organizationRoles } from '../../access/roles/roles.store.js';
import { teamNamesOf } from '../../access/teams/teams.store.js';
import { endTokens } from '../../access/tokens/token-chain.store.js';

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
  return rows[0]!;
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

const rolesIn = (known: Map<string, Role>, keys: readonly string[]): Role[] =>
  byPriority(keys.flatMap((key) => known.get(key) ?? []));

/** Throws 409 when a member has this address. */
export async function requireNoMember(client: PoolClient, organizationId: string, emailKey: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and u.email_key = $2',
    [organizationId, emailKey],
  );
  if (rowCount !== 0) throw conflict('This address belongs to a member already.');
}

/** A user does not manage a member who may do more; the platform administrator is managed by no user. */
export async function requireAuthority(client: PoolClient, context: IamContext, member: Member): Promise<void> {
  if (member.platform_administrator) throw forbidden('The platform administrator cannot be changed here.');
  const known = await organizationRoles(client, context.organization_id);
  await requireGrantable(client, context, rolesIn(known, member.role_keys));
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

/** Ends the API tokens of a member who leaves, and what was made with them; answers the ids of what has ended. */
export async function endTokensOf(client: PoolClient, organizationId: string, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from api_tokens where organization_id = $1 and user_id = $2 and revoked_at is null',
    [organizationId, userId],
  );
  const ids = rows.map((row) => row.id);
  return endTokens(client, organizationId, ids);
}

/** Takes back the open invitations of a member who could not give them any more. */
export async function voidInvitations(client: PoolClient, organizationId: string, inviterId: string): Promise<void> {
  const known = await organizationRoles(client, organizationId);
  const { rows } = await client.query<{ role_key: string }>(
    "select distinct role_key from invitations where organization_id = $1 and inviter_id = $2 and status = 'pending'",
    [organizationId, inviterId],
  );
  for (const { role_key: key } of rows) {
    const role = known.get(key);
    if (role !== undefined && (await canGrant(client, organizationId, inviterId, role))) continue;
    await client.query(
      `update invitations set status = 'revoked', updated_at = now()
        where organization_id = $1 and inviter_id = $2 and role_key = $3 and status = 'pending'`,
      [organizationId, inviterId, key],
    );
  }
}

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
    ...(member.last_active_at !== null && { last_active_at_micros: microsOf(member.last_active_at) }),
    joined_at_micros: microsOf(member.joined_at),
    created_at_micros: microsOf(member.created_at),
  };
}

export async function setRoleKeys(
  client: PoolClient,
  organizationId: string,
  userId: string,
  roleKeys: string[],
): Promise<void> {
  await client.query('update memberships set role_keys = $3 where organization_id = $1 and user_id = $2', [
    organizationId,
    userId,
    roleKeys,
  ]);
}

/** False where it does not wait for approval. */
export async function decidePendingAccount(
  client: PoolClient,
  userId: string,
  status: 'active' | 'rejected',
): Promise<boolean> {
  const { rowCount } = await client.query("update users set status = $2 where id = $1 and status = 'pending'", [
    userId,
    status,
  ]);
  return rowCount === 1;
}

export async function isMemberElsewhere(client: PoolClient, userId: string, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from memberships where user_id = $1 and organization_id <> $2 limit 1',
    [userId, organizationId],
  );
  return rowCount !== 0;
}

/** What is null stays as it is; an empty `avatarUrl` takes the picture away. */
export async function changeAccount(
  client: PoolClient,
  userId: string,
  displayName: string | null,
  avatarUrl: string | null,
): Promise<void> {
  await client.query(
    `update users set display_name = coalesce($2, display_name),
                      avatar_url = case when $3::text is null then avatar_url else nullif($3, '') end
      where id = $1`,
    [userId, displayName, avatarUrl],
  );
}

export async function setMemberDisabled(
  client: PoolClient,
  organizationId: string,
  userId: string,
  disabled: boolean,
): Promise<void> {
  await client.query('update memberships set disabled = $3 where organization_id = $1 and user_id = $2', [
    organizationId,
    userId,
    disabled,
  ]);
}

export async function readView(client: PoolClient, context: IamContext, id: string): Promise<UserView> {
  const member = await findMember(client, context.organization_id, id);
  return (await memberViews(client, context.organization_id, [member]))[0]!;
}

export async function removeMember(client: PoolClient, organizationId: string, userId: string): Promise<void> {
  await client.query('delete from memberships where organization_id = $1 and user_id = $2', [organizationId, userId]);
}
