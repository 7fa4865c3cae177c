import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import type { PoolClient } from 'pg';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { startTimer } from '../escalations/escalation-timers.js';
import { escalationPolicy, type Policy } from '../policies/policy-rules.js';
import { TeamDirectory } from '../policies/team-directory.js';
import type { TeamMembers } from '../policies/resolvers.js';
import { lockIncident } from './incident-lock.js';
import { bringForward } from './outbox.js';
import { tell } from './telling.js';
import { dueUnresolved, putOffUnresolved, takeUnresolved, type UnresolvedEvent } from './unresolved-events.js';

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
    const due = await this.transactions.in(organizationId, (client) => dueUnresolved(client, organizationId));
    for (const one of due) {
      const policy = policyOf(one);
      const teams = policy && (await this.teams.membersFor(organizationId, policy, one.attributes));
      await this.transactions.in(organizationId, (client) => tellOne(client, organizationId, one, policy, teams));
    }
    if (due.length > 0) then();
  }

  private async putOff(organizationId: string, error: unknown): Promise<void> {
    this.host.logger.warn(describeError(error), 'the recipients of events could not be found');
    await this.transactions
      .in(organizationId, (client) => putOffUnresolved(client, organizationId, AGAIN_SECONDS))
      .catch(() => undefined);
  }
}

/** Undefined for one that is gone, disabled or does not escalate any more. */
const policyOf = ({ policy, escalation }: UnresolvedEvent): Policy | undefined =>
  policy === null ? undefined : escalation ? escalationPolicy(policy) : policy;

async function tellOne(
  client: PoolClient,
  organizationId: string,
  event: UnresolvedEvent,
  policy: Policy | undefined,
  teams: TeamMembers | undefined,
): Promise<void> {
  await lockIncident(client, organizationId, event.groupKey ?? event.eventId);
  if (!(await takeUnresolved(client, organizationId, event.id))) return;
  if (policy === undefined || teams === undefined) return;
  const { id: _, escalation, policy: __, ...told } = event;
  const made = await tell(client, organizationId, told, policy, teams, escalation);
  // Where nobody can be told, others hear of it all the same.
  if (made === 0) await startTimer(client, organizationId, event.eventId, event.policyId);
  await bringForward(client, organizationId);
}
