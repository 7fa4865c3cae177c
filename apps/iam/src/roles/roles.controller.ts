import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  CreateRole,
  createRole,
  deleteRole,
  listRoles,
  RoleId,
  UpdateRoleById,
  updateRole,
  type RoleView,
} from '@spanwise/contracts/iam-roles';
import { BUILTIN_ROLES, permissionsOfRole } from '@spanwise/contracts/permissions';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { requireAssignable, requireHeld } from './assignable.js';
import { raisePolicyVersion } from './role-store.js';
import { NOT_USED, readUsage } from './role-usage.js';

const MAX_ROLES = 1_000;
const BUILTIN_IDS = new Set(BUILTIN_ROLES.map((role) => role.id));

interface RoleRow {
  id: string;
  key: string;
  name: string;
  description: string;
  permissions: string[];
  created_at: Date;
  updated_at: Date;
}

@Controller()
export class RolesController {
  constructor(
    private readonly scopes: Scopes,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listRoles)
  list(_: Empty, { context }: ScopedCall): Promise<RoleView[]> {
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      this.scopes.inOrganization(organizationId, async (client) => {
        const { rows } = await client.query<RoleRow>(
          'select * from roles where organization_id = $1 order by key limit $2',
          [organizationId, MAX_ROLES],
        );
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
        return [...builtin, ...rows.map((row) => ({ ...viewOf(row), usage: usage.get(row.key) ?? NOT_USED }))];
      }),
    );
  }

  @HandleRpc(createRole)
  create(input: CreateRole, { context }: ScopedCall): Promise<RoleView> {
    const { organization_id: organizationId } = context;
    const key = input.key.toLowerCase();
    const permissions = requireAssignable(input.permissions, context);
    return translateFaults(() =>
      this.scopes.inOrganization(organizationId, async (client) => {
        await raisePolicyVersion(client, organizationId);
        const counted = await client.query<{ all: string }>(
          'select count(*) as all from roles where organization_id = $1',
          [organizationId],
        );
        if (Number(counted.rows[0].all) >= MAX_ROLES) throw conflict(`An organization can have ${MAX_ROLES} roles.`);
        const { rows } = BUILTIN_ROLES.some((role) => role.key === key)
          ? { rows: [] }
          : await client.query<RoleRow>(
              `insert into roles (id, organization_id, key, name, description, permissions)
               values ($1, $2, $3, $4, $5, $6) on conflict (organization_id, key) do nothing returning *`,
              [uuidv7(), organizationId, key, input.name.trim(), input.description, permissions],
            );
        if (rows.length === 0) throw conflict('There is a role with this key.');
        await note(client, context, 'role.create', rows[0]);
        return viewOf(rows[0]);
      }),
    );
  }

  @HandleRpc(updateRole)
  update({ id, ...change }: UpdateRoleById, { context }: ScopedCall): Promise<RoleView> {
    const { organization_id: organizationId } = context;
    const permissions = change.permissions && requireAssignable(change.permissions, context);
    return translateFaults(async () => {
      const view = await this.scopes.inOrganization(organizationId, async (client) => {
        await raisePolicyVersion(client, organizationId);
        const before = await lockRole(client, organizationId, id);
        requireHeld(before.permissions, context);
        const { rows } = await client.query<RoleRow>(
          `update roles set name = coalesce($3, name), description = coalesce($4, description),
                            permissions = coalesce($5, permissions), updated_at = now()
            where organization_id = $1 and id = $2 returning *`,
          [organizationId, id, change.name?.trim() ?? null, change.description ?? null, permissions ?? null],
        );
        await note(client, context, 'role.update', rows[0]);
        return { ...viewOf(rows[0]), usage: (await readUsage(client, organizationId)).get(rows[0].key) ?? NOT_USED };
      });
      this.invalidations.publish({ organization_id: organizationId });
      return view;
    });
  }

  @HandleRpc(deleteRole)
  delete({ id }: RoleId, { context }: ScopedCall): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      this.scopes.inOrganization(organizationId, async (client) => {
        await raisePolicyVersion(client, organizationId);
        const role = await lockRole(client, organizationId, id);
        requireHeld(role.permissions, context);
        const usage = (await readUsage(client, organizationId)).get(role.key) ?? NOT_USED;
        if (usage.total > 0) {
          throw conflict(
            `This role is in use: ${usage.memberships} members, ${usage.api_tokens} API tokens, ${usage.invitations} invitations, ${usage.bindings} bindings.`,
          );
        }
        await client.query('delete from roles where organization_id = $1 and id = $2', [organizationId, id]);
        await note(client, context, 'role.delete', role);
        return { deleted: true as const };
      }),
    );
  }
}

async function lockRole(client: PoolClient, organizationId: string, id: string): Promise<RoleRow> {
  if (BUILTIN_IDS.has(id)) throw forbidden('A built-in role cannot be changed.');
  const { rows } = await client.query<RoleRow>(
    'select * from roles where organization_id = $1 and id = $2 for update',
    [organizationId, id],
  );
  if (rows.length === 0) throw notFound('There is no such role.');
  return rows[0];
}

const note = (client: PoolClient, context: IamContext, action: string, role: RoleRow): Promise<void> =>
  audit(client, {
    ...actorOf(context),
    action,
    targetKind: 'role',
    target: role.id,
    payload: { key: role.key, permissions: role.permissions },
  });

const viewOf = (row: RoleRow): RoleView => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  builtin: false,
  role_type: 'organization',
  scope: 'organization',
  permissions: row.permissions,
  usage: NOT_USED,
  created_at_micros: row.created_at.getTime() * 1_000,
  updated_at_micros: row.updated_at.getTime() * 1_000,
});
