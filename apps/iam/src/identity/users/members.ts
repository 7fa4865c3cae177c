import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  approveUser,
  rejectUser,
  removeUser,
  SetMemberRoles,
  setMemberRoles,
  UserId,
  type UserView,
} from '@spanwise/contracts/iam/users';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { forgetPrincipal } from '../../access/roles/principal-roles.store.js';
import { raisePolicyVersion, rolesByIdForUse } from '../../access/roles/roles.store.js';
import {
  endSessions,
  endTokensOf,
  findMember,
  decidePendingAccount,
  readView,
  removeMember,
  requireAuthority,
  requireOwnerLeft,
  setRoleKeys,
  voidInvitations,
} from './members.store.js';
import { requireGrantable } from '../../access/roles/ownership.js';

@Controller()
export class Members {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(setMemberRoles)
  async setRoles({ user_id: id, role_ids: roleIds }: SetMemberRoles, context: IamContext): Promise<{ changed: true }> {
    const { organization_id: organizationId } = context;
    await this.scopes.in({ organizationId }, async (client) => {
      await raisePolicyVersion(client, organizationId);
      const member = await findMember(client, organizationId, id);
      await requireAuthority(client, context, member);
      const roles = await rolesByIdForUse(client, organizationId, roleIds);
      await requireGrantable(client, context, roles);
      const roleKeys = roles.map((role) => role.key);
      await setRoleKeys(client, organizationId, id, roleKeys);
      await requireOwnerLeft(client, organizationId, member);
      await voidInvitations(client, organizationId, id);
      const payload = { before: member.role_keys, after: roleKeys };
      await audit(client, { ...actorOf(context), action: 'member.roles', targetKind: 'user', target: id, payload });
    });
    this.invalidations.publish({ subject: id });
    return { changed: true as const };
  }

  @HandleRpc(removeUser)
  async remove({ id }: UserId, context: IamContext): Promise<{ removed: true }> {
    if (id === context.subject) throw invalidArgument('Users cannot remove themselves.');
    const { organization_id: organizationId } = context;
    const ended = await this.scopes.in({ organizationId }, async (client) => {
      await raisePolicyVersion(client, organizationId);
      const member = await findMember(client, organizationId, id);
      await requireAuthority(client, context, member);
      await removeMember(client, organizationId, id);
      await requireOwnerLeft(client, organizationId, member);
      await endSessions(client, organizationId, id);
      await forgetPrincipal(client, organizationId, 'user', id);
      await voidInvitations(client, organizationId, id);
      const credentials = await endTokensOf(client, organizationId, id);
      await audit(client, { ...actorOf(context), action: 'user.remove', targetKind: 'user', target: id });
      return credentials;
    });
    for (const one of ended) this.invalidations.publish({ credential_id: one });
    this.invalidations.publish({ subject: id });
    return { removed: true as const };
  }

  @HandleRpc(approveUser)
  approve({ id }: UserId, context: IamContext): Promise<UserView> {
    return this.decide(context, id, 'active');
  }

  @HandleRpc(rejectUser)
  reject({ id }: UserId, context: IamContext): Promise<UserView> {
    return this.decide(context, id, 'rejected');
  }

  private decide(context: IamContext, id: string, status: 'active' | 'rejected'): Promise<UserView> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const member = await findMember(client, context.organization_id, id);
      await requireAuthority(client, context, member);
      const isDecided = await decidePendingAccount(client, id, status);
      if (!isDecided) throw conflict('This user does not wait for approval.');
      const action = status === 'active' ? 'user.approve' : 'user.reject';
      await audit(client, { ...actorOf(context), action, targetKind: 'user', target: id });
      return readView(client, context, id);
    });
  }
}
