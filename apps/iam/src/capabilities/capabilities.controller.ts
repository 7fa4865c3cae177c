import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { unauthorized } from '@spanwise/contracts/errors';
import { capabilities, me, type Capabilities, type Me } from '@spanwise/contracts/iam';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { ROUTE_CATALOG_VERSION } from '@spanwise/contracts/route-catalog';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { rolesOfCaller } from '../context/caller-roles.js';
import { displayRole, roleRef, type Role } from '../context/effective-access.js';
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
    });
  }

  @HandleRpc(me)
  me(_: Empty, call: ScopedCall): Promise<Me> {
    const { context } = call;
    return translateFaults(async () => {
      const user = await this.source.manager.findOneBy(User, { id: context.subject });
      const organization = await this.source.manager.findOneBy(Organization, { id: context.organization_id });
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
    return this.scopes.inOrganization(context.organization_id, (client) => rolesOfCaller(client, context));
  }
}

const scopeName = (context: IamContext): Capabilities['scope'] =>
  context.subject_type === 'api_token' ? 'api_token' : context.scope;
