import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  approveUser,
  rejectUser,
  removeUser,
  SetMemberRoles,
  setMemberRoles,
  UserId,
  type UserView,
} from '@spanwise/contracts/iam-users';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { forgetPrincipal } from '../policies/principals.js';
import { raisePolicyVersion, rolesByIdForUse } from '../roles/role-store.js';
import { endSessions, findMember, requireAuthority, requireGrantable, requireOwnerLeft } from './members.js';
import { readView } from './users.controller.js';

@Controller()
export class MembersController {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(setMemberRoles)
  setRoles({ user_id: id, role_ids: roleIds }: SetMemberRoles, { context }: ScopedCall): Promise<{ changed: true }> {
    const { organization_id: organizationId } = context;
    return translateFaults(async () => {
      await this.scopes.inOrganization(organizationId, async (client) => {
        await raisePolicyVersion(client, organizationId);
        const member = await findMember(client, organizationId, id);
        await requireAuthority(client, context, member);
        const roles = await rolesByIdForUse(client, organizationId, roleIds);
        requireGrantable(context, roles);
        const roleKeys = roles.map((role) => role.key);
        await client.query('update memberships set role_keys = $3 where organization_id = $1 and user_id = $2', [
          organizationId,
          id,
          roleKeys,
        ]);
        await requireOwnerLeft(client, organizationId, member);
        const payload = { before: member.role_keys, after: roleKeys };
        await audit(client, { ...actorOf(context), action: 'member.roles', targetKind: 'user', target: id, payload });
      });
      this.invalidations.publish({ subject: id });
      return { changed: true as const };
    });
  }

  @HandleRpc(removeUser)
  remove({ id }: UserId, { context }: ScopedCall): Promise<{ removed: true }> {
    if (id === context.subject) throw invalidArgument('Nobody removes themselves.');
    const { organization_id: organizationId } = context;
    return translateFaults(async () => {
      await this.scopes.inOrganization(organizationId, async (client) => {
        await raisePolicyVersion(client, organizationId);
        const member = await findMember(client, organizationId, id);
        await requireAuthority(client, context, member);
        const ids = [organizationId, id];
        await client.query('delete from memberships where organization_id = $1 and user_id = $2', ids);
        await requireOwnerLeft(client, organizationId, member);
        await endSessions(client, organizationId, id);
        await forgetPrincipal(client, organizationId, 'user', id);
        await client.query(
          `update api_tokens set revoked_at = now(), sealed = null
            where organization_id = $1 and user_id = $2 and revoked_at is null`,
          ids,
        );
        await audit(client, { ...actorOf(context), action: 'user.remove', targetKind: 'user', target: id });
      });
      this.invalidations.publish({ subject: id });
      return { removed: true as const };
    });
  }

  @HandleRpc(approveUser)
  approve({ id }: UserId, { context }: ScopedCall): Promise<UserView> {
    return this.judge(context, id, 'active');
  }

  @HandleRpc(rejectUser)
  reject({ id }: UserId, { context }: ScopedCall): Promise<UserView> {
    return this.judge(context, id, 'rejected');
  }

  private judge(context: IamContext, id: string, status: 'active' | 'rejected'): Promise<UserView> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const member = await findMember(client, context.organization_id, id);
        await requireAuthority(client, context, member);
        const { rowCount } = await client.query("update users set status = $2 where id = $1 and status = 'pending'", [
          id,
          status,
        ]);
        if (rowCount !== 1) throw conflict('This user does not wait for approval.');
        const action = status === 'active' ? 'user.approve' : 'user.reject';
        await audit(client, { ...actorOf(context), action, targetKind: 'user', target: id });
        return readView(client, context, id);
      }),
    );
  }
}
