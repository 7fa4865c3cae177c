import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { teamMembers } from '@spanwise/contracts/iam/teams';
import type { Attributes } from './matchers.js';
import type { Policy } from './policy-rules.js';
import { NO_TEAMS, teamToAsk, type Team, type TeamMembers } from './resolvers.js';

/** Who is in a team, as iam says at this moment. */
@Injectable()
export class TeamDirectory {
  constructor(private readonly bus: Bus) {}

  /** What has to be known to resolve the policy's recipients of an event. Throws `unavailable` while iam is away. */
  async membersFor(
    organizationId: string,
    { recipient_resolver: resolver, resolver_config: config }: Policy,
    attributes: Attributes,
  ): Promise<TeamMembers> {
    const teamId = teamToAsk(resolver, config, attributes);
    if (teamId === undefined) return NO_TEAMS;
    return new Map([[teamId, await this.teamOf(organizationId, teamId)]]);
  }

  /** Active members, none for a team that does not exist. Throws `unavailable` while iam is away. */
  async teamOf(organizationId: string, teamId: string): Promise<Team> {
    const named = { organization_id: organizationId, team_id: teamId };
    const { user_ids: members, lead_ids: leads } = await this.bus.rpc.call(teamMembers, named);
    return { members, leads };
  }
}
