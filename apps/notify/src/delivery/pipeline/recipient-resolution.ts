import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import { OrganizationTransactions, within, type Turn } from '../../db/organization-transactions.js';
import { escalationPolicy, type Policy } from '../../routing/policies/policy-rules.js';
import { TeamDirectory } from '../../routing/policies/team-directory.js';
import type { TeamMembers } from '../../routing/policies/resolvers.js';
import { lockIncident } from '../../channels/outbox/incident-lock.store.js';
import {
  dueUnresolved,
  putOffUnresolved,
  takeUnresolved,
  type UnresolvedEvent,
} from '../../routing/unresolved-events/unresolved-events.store.js';
import { notifyPagedOfResolution } from './page-resolutions.js';
import { plan } from './plan.js';
import type { SourceEvent } from './source-event.js';

const AGAIN_SECONDS = 2;

/**
 * Finds the recipients of events that name a team. While iam is away an event waits and is tried again. What it makes and
 * the end of its waiting are one transaction: a worker that is killed in between leaves it as it was.
 */
@Injectable()
export class RecipientResolution {
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly teams: TeamDirectory,
    private readonly host: Host,
  ) {}

  /** Begins with what is due and does not wait for it: iam may take its time. `then` is called when something was made. */
  start(organizationId: string, then: () => void): void {
    if (this.underWay.has(organizationId)) return;
    const work = this.resolveDue(organizationId, then)
      .catch((error: unknown) => this.putOff(organizationId, error))
      .finally(() => this.underWay.delete(organizationId));
    this.underWay.set(organizationId, work);
  }

  async settled(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  /** In their order: the first one that has to wait ends the pass. */
  private async resolveDue(organizationId: string, then: () => void): Promise<void> {
    const turn = this.transactions.turn(organizationId);
    const due = await turn.transaction((client) => dueUnresolved(client, organizationId));
    for (const one of due) {
      const policy = policyOf(one);
      const teams = policy && (await this.teams.membersFor(organizationId, policy, one.event.attributes));
      await planForTeam(turn, one, policy, teams);
    }
    if (due.length > 0) then();
  }

  private async putOff(organizationId: string, error: unknown): Promise<void> {
    this.host.logger.warn(describeError(error), 'delivery: failed to resolve recipients');
    await this.transactions
      .in(organizationId, (client) => putOffUnresolved(client, organizationId, AGAIN_SECONDS))
      .catch(() => undefined);
  }
}

/** Undefined for one that is gone, disabled or does not escalate any more. */
const policyOf = ({ policy, escalation }: UnresolvedEvent): Policy | undefined =>
  policy === null ? undefined : escalation ? escalationPolicy(policy) : policy;

const sourceOf = ({ eventId, eventType, attributes }: UnresolvedEvent['event']): SourceEvent => ({
  event_id: eventId,
  event_type: eventType,
  occurred_at_micros: Date.now() * 1_000,
  attributes,
});

const planForTeam = (
  { organizationId, transaction }: Turn,
  { id, event, escalation }: UnresolvedEvent,
  policy: Policy | undefined,
  teams: TeamMembers | undefined,
): Promise<void> =>
  transaction(async (client) => {
    await lockIncident(client, organizationId, event.groupKey ?? event.eventId);
    if (!(await takeUnresolved(client, organizationId, id))) return;
    if (policy !== undefined && teams !== undefined) {
      await plan(within(organizationId, client), [{ event, policy, teams, escalation }]);
    }
    await notifyPagedOfResolution(client, organizationId, sourceOf(event));
  });
