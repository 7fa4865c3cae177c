import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, forbidden, invalidArgument, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  BindingId,
  CreateRoleBinding,
  createRoleBinding,
  deleteRoleBinding,
  EvaluateBatch,
  evaluateBatch,
  listRoleBindings,
  permissionCatalog,
  type Conditions,
  type Decision,
  type PermissionCatalog,
  type RoleBindingView,
} from '@spanwise/contracts/iam-roles';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Clock } from '../clock.js';
import { Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { organizationRoles, raisePolicyVersion, rolesByIdForUse } from '../roles/role-store.js';
import { findMember, requireGrantable } from '../users/members.js';
import { catalogOf } from './catalog.js';
import { evaluate, isKnownPermission, type Binding } from './evaluation.js';

const MAX_BINDINGS = 1_000;

interface BindingRow {
  id: string;
  role_id: string;
  principal_id: string;
  resource_type: RoleBindingView['resource_type'];
  resource_id: string;
  conditions: Conditions;
  starts_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
}

@Controller()
export class PoliciesController {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(permissionCatalog)
  async catalog(_: Empty, { context }: ScopedCall): Promise<PermissionCatalog> {
    if (!['iam.roles.read', 'iam.policies.read'].some((permission) => context.permissions.includes(permission))) {
      throw forbidden('The permission iam.roles.read is missing.');
    }
    return catalogOf();
  }

  @HandleRpc(evaluateBatch)
  evaluate({ requests }: EvaluateBatch, { context }: ScopedCall): Promise<{ decisions: Decision[] }> {
    const at = requests.findIndex((request) => !isKnownPermission(request.permission));
    if (at >= 0) {
      throw invalidArgument('A permission is unknown.', [
        { field: `requests.${at}.permission`, reason: 'is not in the catalogue' },
      ]);
    }
    return translateFaults(async () => {
      const bindings = await this.bindingsOf(context);
      const nowMicros = this.clock.nowMs() * 1_000;
      return { decisions: requests.map((request) => evaluate(context, bindings, request, nowMicros)) };
    });
  }

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
  create(input: CreateRoleBinding, { context }: ScopedCall): Promise<{ value: RoleBindingView; version: number }> {
    const { organization_id: organizationId } = context;
    const { starts_at_micros: starts, expires_at_micros: expires } = input;
    if (expires !== undefined && expires <= (starts ?? 0)) {
      throw invalidArgument('A binding must end after it starts.', [
        { field: 'expires_at_micros', reason: 'must be after starts_at_micros' },
      ]);
    }
    return this.change(organizationId, async (client) => {
      await raisePolicyVersion(client, organizationId);
      const roles = await rolesByIdForUse(client, organizationId, [input.role_id]);
      requireGrantable(context, roles);
      await findMember(client, organizationId, input.principal_id);
      await requireRoom(client, organizationId);
      const { rows } = await client.query<BindingRow>(
        `insert into role_bindings (id, organization_id, role_id, principal_id, resource_type, resource_id, conditions,
                                      starts_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::numeric / 1000000), to_timestamp($9::numeric / 1000000))
           returning *`,
        [
          uuidv7(),
          organizationId,
          input.role_id,
          input.principal_id,
          input.resource_type,
          input.resource_id,
          JSON.stringify(input.conditions ?? {}),
          starts ?? null,
          expires ?? null,
        ],
      );
      const value = viewOf(rows[0]);
      await note(client, context, 'iam.role_binding.create', value);
      return { value, version: await versionOf(client, organizationId) };
    });
  }

  @HandleRpc(deleteRoleBinding)
  delete({ id }: BindingId, { context }: ScopedCall): Promise<{ deleted: true; version: number }> {
    const { organization_id: organizationId } = context;
    return this.change(organizationId, async (client) => {
      await raisePolicyVersion(client, organizationId);
      const { rows } = await client.query<BindingRow>(
        'delete from role_bindings where organization_id = $1 and id = $2 returning *',
        [organizationId, id],
      );
      if (rows.length === 0) throw notFound('There is no such role binding.');
      await note(client, context, 'iam.role_binding.delete', viewOf(rows[0]));
      return { deleted: true as const, version: await versionOf(client, organizationId) };
    });
  }

  /** Cached contexts carry the version of the policy. */
  private async change<T>(organizationId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const result = await translateFaults(() => this.scopes.inOrganization(organizationId, work));
    this.invalidations.publish({ organization_id: organizationId });
    return result;
  }

  /** Bindings are the user's own: an API token has none. */
  private bindingsOf(context: IamContext): Promise<Binding[]> {
    if (context.subject_type !== 'user') return Promise.resolve([]);
    const { organization_id: organizationId } = context;
    return this.scopes.inOrganization(organizationId, async (client) => {
      const { rows } = await client.query<BindingRow>(
        'select * from role_bindings where organization_id = $1 and principal_id = $2 limit $3',
        [organizationId, context.subject, MAX_BINDINGS],
      );
      if (rows.length === 0) return [];
      const roles = [...(await organizationRoles(client, organizationId)).values()];
      return rows.map((row) => {
        const { starts_at_micros: startsAtMicros, expires_at_micros: expiresAtMicros } = viewOf(row);
        return {
          id: row.id,
          resourceType: row.resource_type,
          resourceId: row.resource_id,
          permissions: roles.find((role) => role.id === row.role_id)?.permissions ?? [],
          conditions: row.conditions,
          startsAtMicros,
          expiresAtMicros,
        };
      });
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

async function versionOf(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ policy_version: number }>(
    'select policy_version from organizations where id = $1',
    [organizationId],
  );
  return rows[0].policy_version;
}

const note = (client: PoolClient, context: IamContext, action: string, value: RoleBindingView): Promise<void> =>
  audit(client, { ...actorOf(context), action, targetKind: 'role_binding', target: value.id, payload: { ...value } });

const micros = (date: Date): number => date.getTime() * 1_000;

const viewOf = (row: BindingRow): RoleBindingView => ({
  id: row.id,
  role_id: row.role_id,
  principal_type: 'user',
  principal_id: row.principal_id,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  conditions: row.conditions,
  ...(row.starts_at !== null && { starts_at_micros: micros(row.starts_at) }),
  ...(row.expires_at !== null && { expires_at_micros: micros(row.expires_at) }),
  created_at_micros: micros(row.created_at),
});
