import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  CreateRole,
  createRole,
  deleteRole,
  listRoles,
  RoleId,
  updateRole,
  UpdateRoleById,
  type RoleView,
} from '@spanwise/contracts/iam/roles';
import { BUILTIN_ROLES, permissionsOfRole } from '@spanwise/contracts/authz/permissions';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { requireAssignable, requireHeld } from './assignable.js';
import {
  changeRole,
  countRoles,
  findRoleForUpdate,
  insertRole,
  raisePolicyVersion,
  readRoles,
  removeRole,
  type StoredRole,
} from './roles.store.js';
import { NOT_USED, readUsage } from './role-usage.store.js';
import { roleView } from './role-view.js';

const MAX_ROLES = 1_000;
const BUILTIN_IDS = new Set(BUILTIN_ROLES.map((role) => role.id));

@Controller()
export class Roles {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listRoles)
  list(_: Empty, context: IamContext): Promise<RoleView[]> {
    const { organization_id: organizationId } = context;
    return this.scopes.in({ organizationId }, async (client) => {
      const rows = await readRoles(client, organizationId, MAX_ROLES);
      const usage = await readUsage(client, organizationId);
      const builtin = BUILTIN_ROLES.filter((role) => role.scope === 'organization').map((role) => ({
        id: role.id,
        key: role.key,
        name: role.name,
        description: '',
        builtin: true,
        role_type: 'organization' as const,
        scope: 'organization' as const,
        permissions: permissionsOfRole(role.key),
        usage: usage.get(role.key) ?? NOT_USED,
        created_at_micros: context.organization_created_micros,
        updated_at_micros: context.organization_created_micros,
      }));
      return [...builtin, ...rows.map((row) => ({ ...roleView(row), usage: usage.get(row.key) ?? NOT_USED }))];
    });
  }

  @HandleRpc(createRole)
  create(input: CreateRole, context: IamContext): Promise<RoleView> {
    const { organization_id: organizationId } = context;
    const key = input.key.toLowerCase();
    const permissions = requireAssignable(input.permissions, context);
    return this.scopes.in({ organizationId }, async (client) => {
      await raisePolicyVersion(client, organizationId);
      const count = await countRoles(client, organizationId);
      if (count >= MAX_ROLES) throw conflict(`An organization can have ${MAX_ROLES} roles.`);
      const made = BUILTIN_ROLES.some((role) => role.key === key)
        ? undefined
        : await insertRole(client, {
            organizationId,
            key,
            name: input.name.trim(),
            description: input.description,
            permissions,
          });
      if (made === undefined) throw conflict('There is a role with this key.');
      await note(client, context, 'role.create', made);
      return roleView(made);
    });
  }

  @HandleRpc(updateRole)
  async update({ id, ...change }: UpdateRoleById, context: IamContext): Promise<RoleView> {
    const { organization_id: organizationId } = context;
    const permissions = change.permissions && requireAssignable(change.permissions, context);
    const view = await this.scopes.in({ organizationId }, async (client) => {
      await raisePolicyVersion(client, organizationId);
      const before = await lockRole(client, organizationId, id);
      requireHeld(before.permissions, context);
      const changed = await changeRole(client, {
        organizationId,
        id,
        name: change.name?.trim() ?? null,
        description: change.description ?? null,
        permissions: permissions ?? null,
      });
      await note(client, context, 'role.update', changed);
      return { ...roleView(changed), usage: (await readUsage(client, organizationId)).get(changed.key) ?? NOT_USED };
    });
    this.invalidations.publish({ organization_id: organizationId });
    return view;
  }

  @HandleRpc(deleteRole)
  delete({ id }: RoleId, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.scopes.in({ organizationId }, async (client) => {
      await raisePolicyVersion(client, organizationId);
      const role = await lockRole(client, organizationId, id);
      requireHeld(role.permissions, context);
      const usage = (await readUsage(client, organizationId)).get(role.key) ?? NOT_USED;
      if (usage.total > 0) {
        throw conflict(
          `This role is in use: ${usage.memberships} members, ${usage.api_tokens} API tokens, ${usage.invitations} invitations, ${usage.bindings} bindings.`,
        );
      }
      await removeRole(client, organizationId, id);
      await note(client, context, 'role.delete', role);
      return { deleted: true as const };
    });
  }
}

async function lockRole(client: PoolClient, organizationId: string, id: string): Promise<StoredRole> {
  if (BUILTIN_IDS.has(id)) throw forbidden('A built-in role cannot be changed.');
  const role = await findRoleForUpdate(client, organizationId, id);
  if (role === undefined) throw notFound('There is no such role.');
  return role;
}

const note = (client: PoolClient, context: IamContext, action: string, role: StoredRole): Promise<void> =>
  audit(client, {
    ...actorOf(context),
    action,
    targetKind: 'role',
    target: role.id,
    payload: { key: role.key, permissions: role.permissions },
  });
