import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { unauthorized } from '@spanwise/contracts/errors';
import { capabilities, me, type Capabilities, type Me } from '@spanwise/contracts/iam';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { ROUTE_CATALOG_VERSION } from '@spanwise/contracts/route-catalog';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { displayRole, roleRef, rolesOf } from '../context/effective-access.js';
import { Organization, User } from '../db/entities.js';
import { Scopes } from '../db/scopes.js';
import { allowedRoutes } from './allowed-routes.js';

@Controller()
export class CapabilitiesController {
  constructor(
    private readonly scopes: Scopes,
    private readonly source: DataSource,
  ) {}

  @HandleRpc(capabilities)
  capabilities(_: Empty, call: ScopedCall): Promise<Capabilities> {
    const { context } = call;
    return translateFaults(async () => {
      const roleKeys = await this.roleKeys(context);
      return {
        organization_id: context.organization_id,
        scope: scopeName(context),
        display_role: displayRole(roleKeys),
        roles: rolesOf(roleKeys).map(roleRef),
        permissions: context.permissions,
        features: context.features,
        version: context.policy_version,
        route_catalog_version: ROUTE_CATALOG_VERSION,
        routes: allowedRoutes(context),
      };
    });
  }

  @HandleRpc(me)
  me(_: Empty, call: ScopedCall): Promise<Me> {
    const { context } = call;
    return translateFaults(async () => {
      const user = await this.source.manager.findOneBy(User, { id: context.subject });
      const organization = await this.source.manager.findOneBy(Organization, { id: context.organization_id });
      if (user === null || organization === null) throw unauthorized();
      const roleKeys = await this.roleKeys(context);
      return {
        user_id: user.id,
        email: user.email,
        display_name: user.display_name,
        org_id: organization.id,
        org_name: organization.name,
        display_role: displayRole(roleKeys),
        roles: rolesOf(roleKeys).map(roleRef),
        scope: scopeName(context),
      };
    });
  }

  private async roleKeys(context: IamContext): Promise<string[]> {
    if (context.scope === 'system') return ['platform_owner'];
    return this.scopes.inOrganization(context.organization_id, async (client) => {
      const statement =
        context.subject_type === 'api_token'
          ? client.query<{ keys: string[] }>('select array[role_key] as keys from api_tokens where id = $1', [
              context.credential_id,
            ])
          : client.query<{ keys: string[] }>('select role_keys as keys from memberships where user_id = $1', [
              context.subject,
            ]);
      return (await statement).rows[0]?.keys ?? [];
    });
  }
}

const scopeName = (context: IamContext): Capabilities['scope'] =>
  context.subject_type === 'api_token' ? 'api_token' : context.scope;
