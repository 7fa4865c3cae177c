import { Injectable } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { peopleOf, personMay, type People } from '@spanwise/contracts/iam/people';

const AT_ONCE = 1_000;

/** The people of an organization, as iam says at this moment. Throws `unavailable` while iam is away. */
@Injectable()
export class PeopleDirectory {
  constructor(private readonly bus: Bus) {}

  /** Active members among the named, by their ids. */
  async named(organizationId: string, userIds: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (let at = 0; at < userIds.length; at += AT_ONCE) {
      const { people } = await this.asked(organizationId, userIds.slice(at, at + AT_ONCE));
      for (const { id, display_name: name } of people) found.set(id, name);
    }
    return found;
  }

  asked(organizationId: string, userIds: readonly string[], teamId?: string): Promise<People> {
    const team = teamId !== undefined && { team_id: teamId };
    return this.bus.rpc.call(peopleOf, { organization_id: organizationId, user_ids: [...userIds], ...team });
  }

  async may(organizationId: string, userId: string, permission: string): Promise<boolean> {
    const asked = { organization_id: organizationId, user_id: userId, permission };
    return (await this.bus.rpc.call(personMay, asked)).allowed;
  }
}
