import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { teamMembers } from '@spanwise/contracts/iam-teams';
import type { Attributes } from './matchers.js';
import type { Policy } from './policy-rules.js';
import { NO_TEAMS, teamToAsk, type TeamMembers } from './resolvers.js';

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
    const named = { organization_id: organizationId, team_id: teamId };
    const { user_ids: members } = await this.bus.rpc.call(teamMembers, named);
    return new Map([[teamId, members]]);
  }
}
