import { Module } from '@nestjs/common';
import { EscalationPolicies } from './escalation-policies/escalation-policies.js';
import { Calendars } from './schedules/calendars.js';
import { PeopleDirectory } from './schedules/people.js';
import { Schedules } from './schedules/schedules.js';
import { UnreachableMembers } from './schedules/unreachable-members.js';

@Module({
  controllers: [EscalationPolicies, Schedules, Calendars],
  providers: [PeopleDirectory, UnreachableMembers],
  exports: [PeopleDirectory, UnreachableMembers],
})
export class OncallModule {}
