import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { PeopleOf, peopleOf, PersonMay, personMay, type People } from '@spanwise/contracts/iam/people';
import { Clock } from '../../clock.js';
import { nameOrganization, nameUser, Scopes } from '../../db/scopes.js';
import { readServing } from '../../commerce/billing/serving.store.js';
import { permissionsOf } from '../roles/effective-access.js';
import { standingRoles } from '../roles/ownership.js';
import { activePeople, isTeam } from './people.store.js';

@Controller()
export class ActivePeople {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
  ) {}

  @HandleRpc(peopleOf)
  of({ organization_id: organizationId, user_ids: userIds, team_id: teamId }: PeopleOf): Promise<People> {
    return this.scopes.in({ organizationId }, async (client) => ({
      people: await activePeople(client, organizationId, userIds),
      ...(teamId !== undefined && { team_exists: await isTeam(client, organizationId, teamId) }),
    }));
  }

  @HandleRpc(personMay)
  may({ organization_id: organizationId, user_id: userId, permission }: PersonMay): Promise<{ allowed: boolean }> {
    return this.scopes.in({}, async (client) => {
      const serving = await readServing(client, [organizationId], this.clock.nowMs());
      await nameUser(client, userId);
      await nameOrganization(client, organizationId);
      const roles = serving.length === 1 ? await standingRoles(client, organizationId, userId) : undefined;
      return { allowed: roles !== undefined && permissionsOf(roles).includes(permission) };
    });
  }
}
