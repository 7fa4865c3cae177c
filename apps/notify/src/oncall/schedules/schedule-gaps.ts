import { Injectable } from '@nestjs/common';
import type { Gaps } from '@spanwise/contracts/alerting/schedules';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { PeopleDirectory } from './people.js';
import { gapsOf, membersOf } from './shifts.js';
import { reachablePeople, scheduleRow } from './schedules.store.js';
import { spanOf, type AskedSpan } from './schedules.js';

/** When nobody is on call, and who could not be told (ALERT-65). */
@Injectable()
export class ScheduleGaps {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly people: PeopleDirectory,
  ) {}

  async gaps(organizationId: string, id: string, asked: AskedSpan): Promise<Gaps> {
    const { from, to } = spanOf(asked);
    const { definition } = await this.transactions.in(organizationId, (client) =>
      scheduleRow(client, organizationId, id),
    );
    const gaps = gapsOf(definition, from, to).map(({ from: start, to: end }) => ({ start_at: start, end_at: end }));
    return { from, to, gaps, unreachable_user_ids: await this.unreachable(organizationId, membersOf(definition)) };
  }

  /** Of the members those without a verified, enabled endpoint, and those who are no longer active in the organization. */
  async unreachable(organizationId: string, members: readonly string[]): Promise<string[]> {
    const active = await this.people.named(organizationId, members);
    const reachable = await this.transactions.in(organizationId, (client) =>
      reachablePeople(client, organizationId, members),
    );
    return members.filter((id) => !active.has(id) || !reachable.has(id)).sort();
  }
}
