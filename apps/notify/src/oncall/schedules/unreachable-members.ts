import { Injectable } from '@nestjs/common';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { PeopleDirectory } from './people.js';
import { reachablePeople } from './schedules.store.js';

/** Members of schedules who cannot be notified (ALERT-65). */
@Injectable()
export class UnreachableMembers {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly people: PeopleDirectory,
  ) {}

  /** Of the members those without a verified, enabled endpoint, and those who are no longer active in the organization. */
  async of(organizationId: string, members: readonly string[]): Promise<string[]> {
    const active = await this.people.named(organizationId, members);
    const reachable = await this.transactions.in(organizationId, (client) =>
      reachablePeople(client, organizationId, members),
    );
    return members.filter((id) => !active.has(id) || !reachable.has(id)).sort();
  }
}
