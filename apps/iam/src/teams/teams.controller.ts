import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { forbidden } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeams,
  TeamContent,
  TeamContentById,
  TeamId,
  teamMembers,
  TeamOfOrganization,
  updateTeam,
  type TeamView,
} from '@spanwise/contracts/iam-teams';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Scopes } from '../db/scopes.js';
import { PolicyChanges } from '../policies/policy-changes.js';
import { forgetPrincipal } from '../policies/principals.js';
import { activeMembersOf, insertTeam, readTeam, readTeams, removeTeam, replaceTeam } from './team-store.js';

/** What is given to a team is given to its members: a change of it is a change of the policy. */
@Controller()
export class TeamsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
  ) {}

  @HandleRpc(listTeams)
  list(_: Empty, { context }: ScopedCall): Promise<TeamView[]> {
    requireMember(context);
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      this.scopes.inOrganization(organizationId, (client) => readTeams(client, organizationId)),
    );
  }

  @HandleRpc(getTeam)
  get({ id }: TeamId, { context }: ScopedCall): Promise<TeamView> {
    requireMember(context);
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      this.scopes.inOrganization(organizationId, (client) => readTeam(client, organizationId, id)),
    );
  }

  @HandleRpc(createTeam)
  create(input: TeamContent, { context }: ScopedCall): Promise<TeamView> {
    return this.changes.change(context, async (client) => {
      const id = await insertTeam(client, context.organization_id, input);
      return this.noted(client, context, 'team.create', await readTeam(client, context.organization_id, id));
    });
  }

  @HandleRpc(updateTeam)
  update({ id, ...content }: TeamContentById, { context }: ScopedCall): Promise<TeamView> {
    return this.changes.change(context, async (client) => {
      await replaceTeam(client, context.organization_id, id, content);
      return this.noted(client, context, 'team.update', await readTeam(client, context.organization_id, id));
    });
  }

  @HandleRpc(deleteTeam)
  delete({ id }: TeamId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.changes.change(context, async (client) => {
      const team = await readTeam(client, context.organization_id, id);
      await forgetPrincipal(client, context.organization_id, 'team', id);
      await removeTeam(client, context.organization_id, id);
      await this.noted(client, context, 'team.delete', team);
      return { deleted: true as const };
    });
  }

  @HandleRpc(teamMembers)
  members({ organization_id: organizationId, team_id: id }: TeamOfOrganization): Promise<{ user_ids: string[] }> {
    return translateFaults(async () => ({
      user_ids: await this.scopes.inOrganization(organizationId, (client) =>
        activeMembersOf(client, organizationId, id),
      ),
    }));
  }

  private async noted(client: PoolClient, context: IamContext, action: string, team: TeamView): Promise<TeamView> {
    const payload = { name: team.name, members: team.member_ids.length };
    await audit(client, { ...actorOf(context), action, targetKind: 'team', target: team.id, payload });
    return team;
  }
}

/** A token may lie in the configuration of every process that sends telemetry. */
function requireMember(context: IamContext): void {
  if (context.subject_type === 'user' || context.permissions.includes('org.members.read')) return;
  throw forbidden('The permission org.members.read is missing.');
}
