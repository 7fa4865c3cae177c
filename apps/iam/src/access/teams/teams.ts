import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
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
} from '@spanwise/contracts/iam/teams';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Scopes } from '../../db/scopes.js';
import { PolicyChanges } from '../roles/policy-changes.js';
import { forgetPrincipal, rolesHeldBy } from '../roles/principal-roles.store.js';
import { activeMembersOf, insertTeam, readTeam, readTeams, removeTeam, replaceTeam } from './teams.store.js';
import { requireGrantable } from '../roles/ownership.js';
import { haveSameMembers, requireMember } from './team-rules.js';

/** What is given to a team is given to its members: a change of it is a change of the policy. */
@Controller()
export class Teams {
  constructor(
    private readonly scopes: Scopes,
    private readonly changes: PolicyChanges,
  ) {}

  @HandleRpc(listTeams)
  list(_: Empty, context: IamContext): Promise<TeamView[]> {
    requireMember(context);
    const { organization_id: organizationId } = context;
    return this.scopes.in({ organizationId }, (client) => readTeams(client, organizationId));
  }

  @HandleRpc(getTeam)
  get({ id }: TeamId, context: IamContext): Promise<TeamView> {
    requireMember(context);
    const { organization_id: organizationId } = context;
    return this.scopes.in({ organizationId }, (client) => readTeam(client, organizationId, id));
  }

  @HandleRpc(createTeam)
  create(input: TeamContent, context: IamContext): Promise<TeamView> {
    return this.changes.change(context, async (client) => {
      const id = await insertTeam(client, context.organization_id, input);
      return this.noted(client, context, 'team.create', await readTeam(client, context.organization_id, id));
    });
  }

  @HandleRpc(updateTeam)
  update({ id, ...content }: TeamContentById, context: IamContext): Promise<TeamView> {
    return this.changes.change(context, async (client) => {
      const before = await readTeam(client, context.organization_id, id);
      if (!haveSameMembers(before, content)) await requireWhatItHolds(client, context, id);
      await replaceTeam(client, context.organization_id, id, content);
      return this.noted(client, context, 'team.update', await readTeam(client, context.organization_id, id));
    });
  }

  @HandleRpc(deleteTeam)
  delete({ id }: TeamId, context: IamContext): Promise<{ deleted: true }> {
    return this.changes.change(context, async (client) => {
      const team = await readTeam(client, context.organization_id, id);
      await requireWhatItHolds(client, context, id);
      await forgetPrincipal(client, context.organization_id, 'team', id);
      await removeTeam(client, context.organization_id, id);
      await this.noted(client, context, 'team.delete', team);
      return { deleted: true as const };
    });
  }

  @HandleRpc(teamMembers)
  members({
    organization_id: organizationId,
    team_id: id,
  }: TeamOfOrganization): Promise<{ user_ids: string[]; lead_ids: string[] }> {
    return this.scopes.in({ organizationId }, (client) => activeMembersOf(client, organizationId, id));
  }

  private async noted(client: PoolClient, context: IamContext, action: string, team: TeamView): Promise<TeamView> {
    const payload = { name: team.name, members: team.member_ids.length };
    await audit(client, { ...actorOf(context), action, targetKind: 'team', target: team.id, payload });
    return team;
  }
}

/** A user who joins or leaves a team gets or loses its permissions. */
const requireWhatItHolds = async (client: PoolClient, context: IamContext, id: string): Promise<void> =>
  requireGrantable(client, context, await rolesHeldBy(client, context.organization_id, 'team', id));
