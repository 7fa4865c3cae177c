import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  BindingId,
  CreateRoleBinding,
  createRoleBinding,
  deleteRoleBinding,
  listRoleBindings,
  type RoleBindingView,
  type Versioned,
} from '@spanwise/contracts/iam-roles';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';
import { rolesByIdForUse } from '../roles/role-store.js';
import { requireGrantable } from '../users/members.js';
import { PolicyChanges } from './policy-changes.js';
import { requirePrincipal } from './principals.js';
import { micros, requireOrder, validityOf } from './validity.js';

const MAX_BINDINGS = 1_000;

type BindingRow = Omit<RoleBindingView, 'starts_at_micros' | 'expires_at_micros' | 'created_at_micros'> & {
  starts_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
};

@Controller()
export class RoleBindingsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
  ) {}

  @HandleRpc(listRoleBindings)
  list(_: Empty, { context }: ScopedCall): Promise<RoleBindingView[]> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<BindingRow>(
          'select * from role_bindings where organization_id = $1 order by created_at, id limit $2',
          [context.organization_id, MAX_BINDINGS],
        );
        return rows.map(viewOf);
      }),
    );
  }

  @HandleRpc(createRoleBinding)
  create(input: CreateRoleBinding, { context }: ScopedCall): Promise<Versioned<RoleBindingView>> {
    requireOrder(input);
    const { organization_id: organizationId } = context;
    return this.changes.change(context, async (client, version) => {
      requireGrantable(context, await rolesByIdForUse(client, organizationId, [input.role_id]));
      await requirePrincipal(client, organizationId, input.principal_type, input.principal_id);
      await requireRoom(client, organizationId);
      const { rows } = await client.query<BindingRow>(
        `insert into role_bindings (id, organization_id, role_id, principal_type, principal_id, resource_type, resource_id,
                                    conditions, starts_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8,
                 to_timestamp($9::numeric / 1000000), to_timestamp($10::numeric / 1000000)) returning *`,
        [
          uuidv7(),
          organizationId,
          input.role_id,
          input.principal_type,
          input.principal_id,
          input.resource_type,
          input.resource_id,
          JSON.stringify(input.conditions ?? {}),
          input.starts_at_micros ?? null,
          input.expires_at_micros ?? null,
        ],
      );
      const value = viewOf(rows[0]);
      await note(client, context, 'iam.role_binding.create', value);
      return { value, version };
    });
  }

  @HandleRpc(deleteRoleBinding)
  delete({ id }: BindingId, { context }: ScopedCall): Promise<{ deleted: true; version: number }> {
    return this.changes.change(context, async (client, version) => {
      const { rows } = await client.query<BindingRow>(
        'delete from role_bindings where organization_id = $1 and id = $2 returning *',
        [context.organization_id, id],
      );
      if (rows.length === 0) throw notFound('There is no such role binding.');
      await note(client, context, 'iam.role_binding.delete', viewOf(rows[0]));
      return { deleted: true as const, version };
    });
  }
}

async function requireRoom(client: PoolClient, organizationId: string): Promise<void> {
  const { rows } = await client.query<{ all: string }>(
    'select count(*) as all from role_bindings where organization_id = $1',
    [organizationId],
  );
  if (Number(rows[0].all) >= MAX_BINDINGS) throw conflict(`An organization can have ${MAX_BINDINGS} role bindings.`);
}

const note = (client: PoolClient, context: IamContext, action: string, value: RoleBindingView): Promise<void> =>
  audit(client, { ...actorOf(context), action, targetKind: 'role_binding', target: value.id, payload: { ...value } });

const viewOf = (row: BindingRow): RoleBindingView => ({
  id: row.id,
  role_id: row.role_id,
  principal_type: row.principal_type,
  principal_id: row.principal_id,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  conditions: row.conditions,
  ...validityOf(row),
  created_at_micros: micros(row.created_at),
});
