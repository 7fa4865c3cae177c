import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, invalidArgument } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  CreateUser,
  createUser,
  getUser,
  listUsers,
  UpdateUserById,
  updateUser,
  UserId,
  type UserView,
} from '@spanwise/contracts/iam-users';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { builtinRoleByKey } from '../context/effective-access.js';
import { nameUser, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { requireUser } from '../profile/profile.controller.js';
import { requireRoom } from '../quotas/quota-store.js';
import { raisePolicyVersion, rolesByIdForUse } from '../roles/role-store.js';
import { requireGoodPassword } from '../signin/password-policy.js';
import { Passwords } from '../signin/passwords.js';
import { insertAccount, insertMembership, keyOf, requireAdmittedDomain } from './accounts.js';
import {
  endSessions,
  findMember,
  listMembers,
  memberViews,
  requireAuthority,
  requireGrantable,
  requireOwnerLeft,
  type Member,
} from './members.js';

/** Role of those who were given none. */
export const DEFAULT_ROLE_KEY = 'viewer';

@Controller()
export class UsersController {
  constructor(
    private readonly scopes: Scopes,
    private readonly passwords: Passwords,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listUsers)
  list(_: Empty, { context }: ScopedCall): Promise<UserView[]> {
    return this.inOrganization(context, async (client) =>
      memberViews(client, context.organization_id, await listMembers(client, context.organization_id)),
    );
  }

  @HandleRpc(getUser)
  get({ id }: UserId, { context }: ScopedCall): Promise<UserView> {
    requireSelfOr('org.members.read', id, context);
    return this.inOrganization(context, (client) => readView(client, context, id));
  }

  @HandleRpc(createUser)
  create(input: CreateUser, { context }: ScopedCall): Promise<UserView> {
    requireGoodPassword(input.password);
    const { organization_id: organizationId } = context;
    return translateFaults(async () => {
      const passwordHash = await this.passwords.hash(input.password);
      return this.scopes.inOrganization(organizationId, async (client) => {
        const roleIds = input.role_ids ?? [builtinRoleByKey(DEFAULT_ROLE_KEY)!.id];
        const roles = await rolesByIdForUse(client, organizationId, roleIds);
        requireGrantable(context, roles);
        await requireAdmittedDomain(client, organizationId, keyOf(input.email));
        await raisePolicyVersion(client, organizationId);
        await requireRoom(client, organizationId, 'members');
        const account = { email: input.email, displayName: input.display_name, passwordHash };
        const id = await insertAccount(client, { ...account, status: 'active', verified: false });
        if (id === undefined) throw conflict('This e-mail address has an account: invite it instead.');
        const roleKeys = roles.map((role) => role.key);
        await insertMembership(client, organizationId, id, roleKeys);
        const payload = { email: input.email, roles: roleKeys };
        await audit(client, { ...actorOf(context), action: 'user.create', targetKind: 'user', target: id, payload });
        return readView(client, context, id);
      });
    });
  }

  @HandleRpc(updateUser)
  update({ id, ...change }: UpdateUserById, { context }: ScopedCall): Promise<UserView> {
    const own = id === context.subject;
    requireSelfOr('org.members.manage', id, context);
    if (own) requireUser(context);
    if (change.disabled !== undefined && own) throw invalidArgument('Nobody disables or enables themselves.');
    return translateFaults(async () => {
      const view = await this.scopes.inOrganization(context.organization_id, async (client) => {
        await raisePolicyVersion(client, context.organization_id);
        const member = await findMember(client, context.organization_id, id);
        if (!own) await requireAuthority(client, context, member);
        await this.changeAccount(client, context, member, change);
        if (change.disabled !== undefined) await this.setDisabled(client, context, member, change.disabled);
        return readView(client, context, id);
      });
      if (change.disabled !== undefined) this.invalidations.publish({ subject: id });
      return view;
    });
  }

  /** The name and the picture are the same everywhere: only an account that lives here alone is changed by others. */
  private async changeAccount(
    client: PoolClient,
    context: IamContext,
    member: Member,
    { display_name: name, avatar_url: avatarUrl }: Omit<UpdateUserById, 'id'>,
  ): Promise<void> {
    if (name === undefined && avatarUrl === undefined) return;
    if (member.id !== context.subject) {
      await nameUser(client, member.id);
      const elsewhere = await client.query(
        'select from memberships where user_id = $1 and organization_id <> $2 limit 1',
        [member.id, context.organization_id],
      );
      if (elsewhere.rowCount !== 0) throw forbidden('This account can be changed by its owner alone.');
    }
    await client.query(
      `update users set display_name = coalesce($2, display_name),
                        avatar_url = case when $3::text is null then avatar_url else nullif($3, '') end
        where id = $1`,
      [member.id, name?.trim() ?? null, avatarUrl ?? null],
    );
    await audit(client, { ...actorOf(context), action: 'user.update', targetKind: 'user', target: member.id });
  }

  private async setDisabled(client: PoolClient, context: IamContext, member: Member, disabled: boolean): Promise<void> {
    const { organization_id: organizationId } = context;
    await client.query('update memberships set disabled = $3 where organization_id = $1 and user_id = $2', [
      organizationId,
      member.id,
      disabled,
    ]);
    if (disabled) {
      await requireOwnerLeft(client, organizationId, member);
      await endSessions(client, organizationId, member.id);
    }
    const action = disabled ? 'user.disable' : 'user.enable';
    await audit(client, { ...actorOf(context), action, targetKind: 'user', target: member.id });
  }

  private inOrganization<T>(context: IamContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return translateFaults(() => this.scopes.inOrganization(context.organization_id, work));
  }
}

export async function readView(client: PoolClient, context: IamContext, id: string): Promise<UserView> {
  const member = await findMember(client, context.organization_id, id);
  return (await memberViews(client, context.organization_id, [member]))[0];
}

function requireSelfOr(permission: string, id: string, context: IamContext): void {
  if (id !== context.subject && !context.permissions.includes(permission)) {
    throw forbidden(`The permission ${permission} is missing.`);
  }
}
