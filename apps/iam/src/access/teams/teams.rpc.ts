import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
import { Teams } from './teams.js';

@Controller()
export class TeamsController {
  constructor(private readonly teams: Teams) {}

  @HandleRpc(listTeams)
  list(_: Empty, { context }: ScopedCall): Promise<TeamView[]> {
    return this.teams.list(context);
  }

  @HandleRpc(getTeam)
  get(input: TeamId, { context }: ScopedCall): Promise<TeamView> {
    return this.teams.get(input, context);
  }

  @HandleRpc(createTeam)
  create(input: TeamContent, { context }: ScopedCall): Promise<TeamView> {
    return this.teams.create(input, context);
  }

  @HandleRpc(updateTeam)
  update(input: TeamContentById, { context }: ScopedCall): Promise<TeamView> {
    return this.teams.update(input, context);
  }

  @HandleRpc(deleteTeam)
  delete(input: TeamId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.teams.delete(input, context);
  }

  @HandleRpc(teamMembers)
  members(input: TeamOfOrganization): Promise<{ user_ids: string[]; lead_ids: string[] }> {
    return this.teams.members(input);
  }
}
