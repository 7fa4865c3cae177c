import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeams,
  TeamContent,
  TeamId,
  updateTeam,
  type TeamView,
} from '@spanwise/contracts/iam/teams';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access, AnyContext } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation, OperationWithoutAnswer } from '../../edge/openapi/operation.js';

const MANAGE = { organization: 'iam.policies.manage' };
const PATH = { id: 'Id of the team' };
const READ_BY = 'Every member may read it; an API token needs `org.members.read`.';

const teamId = (id: string): TeamId => pathId(TeamId, id, 'There is no such team.');

@Controller('api/v1/teams')
export class TeamsController {
  constructor(private readonly bus: Bus) {}

  @AnyContext()
  @Operation('Teams', { summary: 'Teams of the organization, by name', description: READ_BY })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<TeamView[]> {
    return this.bus.rpc.call(listTeams, new Empty(), caller.signed);
  }

  @AnyContext()
  @Operation('Team', { summary: 'One team', description: READ_BY, path: PATH })
  @Get(':id')
  get(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<TeamView> {
    return this.bus.rpc.call(getTeam, teamId(id), caller.signed);
  }

  @Access(MANAGE)
  @Operation('Team', {
    summary: 'Create a team',
    body: TeamContent,
    refusals: { conflict: 'The name is taken, or the organization has 1000 teams.' },
  })
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<TeamView> {
    return this.bus.rpc.call(createTeam, parse(TeamContent, body), caller.signed);
  }

  @Access(MANAGE)
  @Operation('Team', {
    summary: 'Replace a team',
    body: TeamContent,
    path: PATH,
    refusals: { conflict: 'The name is taken.' },
  })
  @Put(':id')
  update(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Caller): Promise<TeamView> {
    return this.bus.rpc.call(updateTeam, { ...parse(TeamContent, body), ...teamId(id) }, caller.signed);
  }

  @Access(MANAGE)
  @OperationWithoutAnswer({
    summary: 'Delete a team',
    description: 'Deletes the team’s role bindings and relationships.',
    path: PATH,
  })
  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.bus.rpc.call(deleteTeam, teamId(id), caller.signed);
  }
}
