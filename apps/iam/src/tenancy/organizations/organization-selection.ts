import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { forbidden, notFound } from '@spanwise/contracts/base/errors';
import { OrgId, selectOrg, type SelectedOrg } from '@spanwise/contracts/iam/orgs';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { displayRole, roleRef } from '../../access/roles/effective-access.js';
import { Scopes } from '../../db/scopes.js';
import { requireUser } from '../../access/roles/require-user.js';
import { isAdministrator } from '../../access/roles/standing.store.js';
import { findOrganization } from '../../identity/signin/destinations.store.js';
import { Sessions } from '../../identity/signin/sessions.js';
import { isSystem } from '../../platform/organizations/organization-row.store.js';

/** Changing the active organization: a new session with a token of its own. Entering `_sys` lasts an hour and is audited. */
@Controller()
export class OrganizationSelection {
  constructor(
    private readonly scopes: Scopes,
    private readonly sessions: Sessions,
  ) {}

  @HandleRpc(selectOrg)
  async select({ id }: OrgId, context: IamContext): Promise<SelectedOrg> {
    requireUser(context);
    const { subject } = context;
    const administrator = await this.scopes.in({}, (client) => isAdministrator(client, context));
    const user = { id: subject, platform_administrator: administrator };
    const destination = await findOrganization(this.scopes, user, id);
    if (destination === undefined) throw await this.refusal(id);
    const { organization, scope, roles } = destination;
    if (organization.disabled) throw forbidden('This organization is disabled.');
    const opening = { userId: subject, organizationId: organization.id, scope };
    const session = await this.scopes.in({ organizationId: organization.id }, async (client) => {
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
  }

  /** An organization of others and one that does not exist are the same; `_sys` is not there for others. */
  private async refusal(id: string): Promise<Error> {
    return (await this.scopes.in({}, (client) => isSystem(client, id)))
      ? notFound('There is no such organization.')
      : forbidden('You are not a member of this organization.');
  }
}
