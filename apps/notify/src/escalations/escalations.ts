import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import type { PoolClient } from 'pg';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { bringForward } from '../deliveries/outbox.js';
import { tell } from '../deliveries/telling.js';
import { addUnresolved } from '../deliveries/unresolved-events.js';
import { escalationPolicy, type Policy } from '../policies/policy-rules.js';
import { NO_TEAMS, teamToAsk } from '../policies/resolvers.js';
import { endTimer, putOffDueTimers, takeDueTimer, type EscalationRow } from './escalation-timers.js';

/** In one pass: an organization with more has its turn again at once. */
const MAX_AT_ONCE = 32;
const PUT_OFF_SECONDS = 30;

/**
 * Tells others of an event that nobody acknowledged in time, once (peer facts 4.8). The timer, the deliveries it makes and
 * its end are one transaction: a worker that is killed in between leaves the timer as it was.
 */
@Injectable()
export class Escalations {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly host: Host,
  ) {}

  /** Runs the timers of an organization whose time is up. Never throws: what fails is tried again later. */
  async runDue(organizationId: string): Promise<void> {
    try {
      for (let count = 0; count < MAX_AT_ONCE; count++) {
        if (!(await this.transactions.in(organizationId, (client) => this.escalateNext(client, organizationId))))
          return;
      }
    } catch (error) {
      this.host.logger.warn(describeError(error), 'an event could not be escalated');
      await this.putOff(organizationId).catch(() => undefined);
    }
  }

  private async escalateNext(client: PoolClient, organizationId: string): Promise<boolean> {
    const timer = await takeDueTimer(client, organizationId);
    if (timer === undefined) return false;
    const policy = await escalationOf(client, organizationId, timer.policy_id);
    if (policy !== undefined) {
      await tellOthers(client, organizationId, timer, policy);
      await client.query(
        `update deliveries set escalated_at = now()
         where organization_id = $1 and event_id = $2 and policy_id = $3 and status = 'success' and stage <> 'escalation'`,
        [organizationId, timer.event_id, timer.policy_id],
      );
    }
    await endTimer(client, organizationId, timer, policy === undefined ? 'cancelled' : 'escalated');
    await bringForward(client, organizationId);
    return true;
  }

  private async putOff(organizationId: string): Promise<void> {
    await this.transactions.in(organizationId, async (client) => {
      await putOffDueTimers(client, organizationId, PUT_OFF_SECONDS);
      await bringForward(client, organizationId);
    });
  }
}

/** As the policy is now; undefined for one that is gone, disabled or does not escalate any more. */
async function escalationOf(client: PoolClient, organizationId: string, policyId: string): Promise<Policy | undefined> {
  const { rows } = await client.query<{ definition: Policy }>(
    'select definition from policies where organization_id = $1 and id = $2 and enabled',
    [organizationId, policyId],
  );
  return rows.length === 0 ? undefined : escalationPolicy(rows[0].definition);
}

/** Who is in a team is found out by itself. */
async function tellOthers(
  client: PoolClient,
  organizationId: string,
  timer: EscalationRow,
  policy: Policy,
): Promise<void> {
  const { attributes, message } = timer;
  const told = {
    eventId: timer.event_id,
    eventType: timer.event_type,
    policyId: timer.policy_id,
    attributes,
    message,
    groupKey: timer.group_key,
  };
  if (teamToAsk(policy.recipient_resolver, policy.resolver_config, attributes) !== undefined) {
    await addUnresolved(client, organizationId, told, true);
  } else {
    await tell(client, organizationId, told, policy, NO_TEAMS, true);
  }
}
