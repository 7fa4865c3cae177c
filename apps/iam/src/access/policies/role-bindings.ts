import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  BindingId,
  CreateRoleBinding,
  createRoleBinding,
  deleteRoleBinding,
  listRoleBindings,
  type RoleBindingView,
  type Versioned,
} from '@spanwise/contracts/iam/roles';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { rolesById, rolesByIdForUse } from '../roles/roles.store.js';
import { requireGrantable } from '../roles/ownership.js';
import { PolicyChanges } from '../roles/policy-changes.js';
import { requirePrincipal } from './principals.js';
import { bindingView } from './role-binding-view.js';
import { countBindings, insertBinding, readBindings, removeBinding } from './role-bindings.store.js';
import { requireOrder } from './validity.js';

const MAX_BINDINGS = 1_000;

@Controller()
export class RoleBindings {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
  ) {}

  @HandleRpc(listRoleBindings)
  list(_: Empty, context: IamContext): Promise<RoleBindingView[]> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const rows = await readBindings(client, context.organization_id, MAX_BINDINGS);
      return rows.map(bindingView);
    });
  }

  @HandleRpc(createRoleBinding)
  create(input: CreateRoleBinding, context: IamContext): Promise<Versioned<RoleBindingView>> {
    requireOrder(input);
    const { organization_id: organizationId } = context;
    return this.changes.change(context, async (client, version) => {
      await requireGrantable(client, context, await rolesByIdForUse(client, organizationId, [input.role_id]));
      await requirePrincipal(client, organizationId, input.principal_type, input.principal_id);
      await requireRoom(client, organizationId);
      const row = await insertBinding(client, {
        organizationId,
        roleId: input.role_id,
        principalType: input.principal_type,
        principalId: input.principal_id,
        resourceType: input.resource_type,
        resourceId: input.resource_id,
        conditions: storableJson(input.conditions ?? {}),
        startsAtMicros: input.starts_at_micros ?? null,
        expiresAtMicros: input.expires_at_micros ?? null,
      });
      const value = bindingView(row);
      await note(client, context, 'iam.role_binding.create', value);
      return { value, version };
    });
  }

  @HandleRpc(deleteRoleBinding)
  delete({ id }: BindingId, context: IamContext): Promise<{ deleted: true; version: number }> {
    return this.changes.change(context, async (client, version) => {
      const row = await removeBinding(client, context.organization_id, id);
      if (row === undefined) throw notFound('There is no such role binding.');
      await requireGrantable(client, context, await rolesById(client, context.organization_id, row.role_id));
      await note(client, context, 'iam.role_binding.delete', bindingView(row));
      return { deleted: true as const, version };
    });
  }
}

async function requireRoom(client: PoolClient, organizationId: string): Promise<void> {
  const count = await countBindings(client, organizationId);
  if (count >= MAX_BINDINGS) throw conflict(`An organization can have ${MAX_BINDINGS} role bindings.`);
}

const note = (client: PoolClient, context: IamContext, action: string, value: RoleBindingView): Promise<void> =>
  audit(client, { ...actorOf(context), action, targetKind: 'role_binding', target: value.id, payload: { ...value } });
