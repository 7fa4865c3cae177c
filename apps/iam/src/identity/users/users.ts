import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  CreateUser,
  createUser,
  getUser,
  listUsers,
  updateUser,
  UpdateUserById,
  UserId,
  type UserView,
} from '@spanwise/contracts/iam/users';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { IamConfig } from '../../config.js';
import { builtinRoleByKey } from '../../access/roles/effective-access.js';
import { nameUser, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { CLAIM_SECONDS, signInTags } from './claims.js';
import { MailOutbox } from '../../platform/mail/mail-outbox.js';
import { requireUser } from '../../access/roles/require-user.js';
import { requireRoom } from '../../commerce/quotas/quotas.store.js';
import { raisePolicyVersion, rolesByIdForUse } from '../../access/roles/roles.store.js';
import { requireGoodPassword } from '../../platform/passwords/password-policy.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { insertClaim, insertMembership, keyOf, lockAddress, requireAdmittedDomain } from './accounts.store.js';
import {
  changeAccount,
  endSessions,
  findMember,
  isMemberElsewhere,
  listMembers,
  memberViews,
  readView,
  requireAuthority,
  requireNoMember,
  requireOwnerLeft,
  setMemberDisabled,
  voidInvitations,
  type Member,
} from './members.store.js';
import { requireGrantable } from '../../access/roles/ownership.js';
import { DEFAULT_ROLE_KEY, requireSelfOr } from './user-rules.js';

@Controller()
export class Users {
  constructor(
    private readonly scopes: Scopes,
    private readonly passwords: Passwords,
    private readonly invalidations: Invalidations,
    private readonly config: IamConfig,
    private readonly outbox: MailOutbox,
  ) {}

  @HandleRpc(listUsers)
  list(_: Empty, context: IamContext): Promise<UserView[]> {
    const { organization_id: organizationId } = context;
    return this.scopes.in({ organizationId }, async (client) =>
      memberViews(client, organizationId, await listMembers(client, organizationId)),
    );
  }

  @HandleRpc(getUser)
  get({ id }: UserId, context: IamContext): Promise<UserView> {
    requireSelfOr('org.members.read', id, context);
    return this.scopes.in({ organizationId: context.organization_id }, (client) => readView(client, context, id));
  }

  @HandleRpc(createUser)
  async create(input: CreateUser, context: IamContext): Promise<UserView> {
    requireGoodPassword(input.password);
    const { organization_id: organizationId, subject: inviterId } = context;
    const key = keyOf(input.email);
    const passwordHash = await this.passwords.hash(input.password);
    const view = await this.scopes.in({ organizationId }, async (client) => {
      const roleIds = input.role_ids ?? [builtinRoleByKey(DEFAULT_ROLE_KEY)!.id];
      const roles = await rolesByIdForUse(client, organizationId, roleIds);
      await requireGrantable(client, context, roles);
      await requireAdmittedDomain(client, organizationId, key);
      await lockAddress(client, key);
      await requireNoMember(client, organizationId, key);
      await raisePolicyVersion(client, organizationId);
      await requireRoom(client, organizationId, 'members');
      const account = { email: input.email, displayName: input.display_name, passwordHash };
      const id = await insertClaim(client, account, signInTags(this.config.values.tokenKeys, key, input.password)[0]!);
      const roleKeys = roles.map((role) => role.key);
      await insertMembership(client, organizationId, id, roleKeys);
      const payload = { email: input.email, roles: roleKeys };
      await audit(client, { ...actorOf(context), action: 'user.create', targetKind: 'user', target: id, payload });
      const member = { organizationId, userId: id, inviterId };
      await this.outbox.add(client, { kind: 'member', member }, CLAIM_SECONDS);
      return readView(client, context, id);
    });
    this.outbox.announce();
    return view;
  }

  @HandleRpc(updateUser)
  async update({ id, ...change }: UpdateUserById, context: IamContext): Promise<UserView> {
    const own = id === context.subject;
    requireSelfOr('org.members.manage', id, context);
    if (own) requireUser(context);
    if (change.disabled !== undefined && own) throw invalidArgument('Users cannot disable or enable themselves.');
    const view = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await raisePolicyVersion(client, context.organization_id);
      const member = await findMember(client, context.organization_id, id);
      if (!own) await requireAuthority(client, context, member);
      await this.changeAccount(client, context, member, change);
      if (change.disabled !== undefined) await this.setDisabled(client, context, member, change.disabled);
      return readView(client, context, id);
    });
    if (change.disabled !== undefined) this.invalidations.publish({ subject: id });
    return view;
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
      const elsewhere = await isMemberElsewhere(client, member.id, context.organization_id);
      if (elsewhere) throw forbidden('This account can be changed by its owner alone.');
    }
    await changeAccount(client, member.id, name?.trim() ?? null, avatarUrl ?? null);
    await audit(client, { ...actorOf(context), action: 'user.update', targetKind: 'user', target: member.id });
  }

  private async setDisabled(client: PoolClient, context: IamContext, member: Member, disabled: boolean): Promise<void> {
    const { organization_id: organizationId } = context;
    await setMemberDisabled(client, organizationId, member.id, disabled);
    if (disabled) {
      await requireOwnerLeft(client, organizationId, member);
      await endSessions(client, organizationId, member.id);
      await voidInvitations(client, organizationId, member.id);
    }
    const action = disabled ? 'user.disable' : 'user.enable';
    await audit(client, { ...actorOf(context), action, targetKind: 'user', target: member.id });
  }
}
