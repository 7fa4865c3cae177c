import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { peopleOf, PeopleOf, personMay, PersonMay, type People } from '@spanwise/contracts/iam/people';
import { ActivePeople } from './active-people.js';

@Controller()
export class PeopleController {
  constructor(private readonly people: ActivePeople) {}

  @HandleRpc(peopleOf)
  of(input: PeopleOf): Promise<People> {
    return this.people.of(input);
  }

  @HandleRpc(personMay)
  may(input: PersonMay): Promise<{ allowed: boolean }> {
    return this.people.may(input);
  }
}
