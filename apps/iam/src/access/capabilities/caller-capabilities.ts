import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { unauthorized } from '@spanwise/contracts/base/errors';
import { capabilities, me, type Capabilities, type Me } from '@spanwise/contracts/iam/iam';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { ROUTE_CATALOG_VERSION } from '@spanwise/contracts/authz/route-catalog';
import { translateFaults } from '@spanwise/postgres/availability';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Database } from '@spanwise/postgres/database';
import { rolesOfCaller } from '../context/caller-roles.store.js';
import { displayRole, roleRef, type Role } from '../roles/effective-access.js';
import { Scopes } from '../../db/scopes.js';
import { allowedRoutes } from './allowed-routes.js';
import { findOrganization, findUser } from './capabilities.store.js';

@Controller()
export class CallerCapabilities {
  constructor(
    private readonly scopes: Scopes,
    private readonly database: Database,
  ) {}

  @HandleRpc(capabilities)
  async capabilities(_: Empty, context: IamContext): Promise<Capabilities> {
    const roles = await this.roles(context);
    return {
      organization_id: context.organization_id,
      scope: scopeName(context),
      display_role: displayRole(roles),
      roles: roles.map(roleRef),
      permissions: context.permissions,
      features: context.features,
      version: context.policy_version,
      route_catalog_version: ROUTE_CATALOG_VERSION,
      routes: allowedRoutes(context),
    };
  }

  @HandleRpc(me)
  me(_: Empty, context: IamContext): Promise<Me> {
    return translateFaults(async () => {
      const user = await findUser(this.database.manager, context.subject);
      const organization = await findOrganization(this.database.manager, context.organization_id);
      if (user === null || organization === null) throw unauthorized();
      const roles = await this.roles(context);
      return {
        user_id: user.id,
        email: user.email,
        display_name: user.display_name,
        org_id: organization.id,
        org_name: organization.name,
        display_role: displayRole(roles),
        roles: roles.map(roleRef),
        scope: scopeName(context),
      };
    });
  }

  private roles(context: IamContext): Promise<Role[]> {
    return this.scopes.in({ organizationId: context.organization_id }, (client) => rolesOfCaller(client, context));
  }
}

const scopeName = (context: IamContext): Capabilities['scope'] =>
  context.subject_type === 'api_token' ? 'api_token' : context.scope;
