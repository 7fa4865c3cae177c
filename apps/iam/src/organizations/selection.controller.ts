import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { forbidden, notFound } from '@spanwise/contracts/errors';
import { OrgId, selectOrg, type SelectedOrg } from '@spanwise/contracts/iam-orgs';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { displayRole, roleRef } from '../context/effective-access.js';
import { Scopes } from '../db/scopes.js';
import { requireUser } from '../profile/profile.controller.js';
import { findOrganization } from '../signin/destinations.js';
import { Sessions } from '../signin/sessions.js';
import { isAdministrator } from './organizations.controller.js';

/** Changing the active organization: a new session with a token of its own. Entering `_sys` lasts an hour and is audited. */
@Controller()
export class SelectionController {
  constructor(
    private readonly scopes: Scopes,
    private readonly sessions: Sessions,
  ) {}

  @HandleRpc(selectOrg)
  select({ id }: OrgId, { context }: ScopedCall): Promise<SelectedOrg> {
    requireUser(context);
    return translateFaults(async () => {
      const { subject } = context;
      const administrator = await this.scopes.unscoped((client) => isAdministrator(client, context));
      const user = { id: subject, platform_administrator: administrator };
      const destination = await findOrganization(this.scopes, user, id);
      if (destination === undefined) throw await this.refusal(id);
      const { organization, scope, roles } = destination;
      if (organization.disabled) throw forbidden('This organization is disabled.');
      const opening = { userId: subject, organizationId: organization.id, scope };
      const session = await this.scopes.inOrganization(organization.id, async (client) => {
        const made = await this.sessions.insert(client, opening);
        await audit(client, {
          ...actorOf(context),
          organizationId: organization.id,
          action: scope === 'system' ? 'system_scope.issue' : 'session.select',
          targetKind: 'session',
          target: made,
        });
        return made;
      });
      return {
        token: await this.sessions.token(session, opening),
        user_id: subject,
        org_id: organization.id,
        org_name: organization.name,
        display_role: displayRole(roles),
        roles: roles.map(roleRef),
        system: organization.system,
      };
    });
  }

  /** An organization of others and one that does not exist are the same; `_sys` is not there for anybody else. */
  private async refusal(id: string): Promise<Error> {
    const { rowCount } = await this.scopes.unscoped((client) =>
      client.query('select from organizations where id = $1 and system', [id]),
    );
    return rowCount === 0
      ? forbidden('You are not a member of this organization.')
      : notFound('There is no such organization.');
  }
}
