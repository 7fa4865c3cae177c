import { Injectable } from '@nestjs/common';
import { invalidArgument } from '@spanwise/contracts/errors';
import type { PublishEvent } from '@spanwise/contracts/notify-deliveries';
import type { TemplateView } from '@spanwise/contracts/notify-routing';
import type { PoolClient } from 'pg';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { addTimer, endTimersOfIncident, startTimer } from '../escalations/escalation-timers.js';
import { matches, type Matchers } from '../policies/matchers.js';
import type { Policy } from '../policies/policy-rules.js';
import { NO_TEAMS, teamToAsk } from '../policies/resolvers.js';
import { isStorable } from '../providers/members.js';
import type { Message } from '../providers/provider.js';
import { messageOfEvent } from './event-message.js';
import { lockIncident } from './incident-lock.js';
import { bringForward } from './outbox.js';
import { tell } from './telling.js';
import { addUnresolved, isIncidentUnresolved } from './unresolved-events.js';

const MAX_ATTRIBUTE_BYTES = 16_384;

interface PolicyOfEvent {
  id: string;
  definition: Policy;
  template_id: string | null;
}

/** Turns an event into deliveries, in one transaction: an event that is accepted is never lost. */
@Injectable()
export class Events {
  constructor(private readonly transactions: OrganizationTransactions) {}

  /** How many deliveries it made at once; 0 for an event that is known already. */
  async publish(event: PublishEvent): Promise<number> {
    const { organization_id: organizationId, attributes } = event;
    if (Buffer.byteLength(JSON.stringify(attributes)) > MAX_ATTRIBUTE_BYTES || !isStorable(attributes)) {
      throw invalidArgument(`The attributes must be texts without NUL and at most ${MAX_ATTRIBUTE_BYTES} bytes.`);
    }
    return this.transactions.in(organizationId, async (client) => {
      await lockIncident(client, organizationId, groupKeyOf(event) ?? event.event_id);
      await endTimersOfIncident(client, organizationId, event.event_type, groupKeyOf(event));
      const { rowCount } = await client.query(
        `insert into events (organization_id, event_id, event_type, occurred_at)
         values ($1, $2, $3, to_timestamp($4::float8 / 1000000)) on conflict do nothing`,
        [organizationId, event.event_id, event.event_type, event.occurred_at_micros],
      );
      if (rowCount === 0) return 0;
      const behindAnother = await isIncidentUnresolved(client, organizationId, groupKeyOf(event));
      let made = 0;
      for (const policy of await policiesFor(client, event)) {
        made += await enqueueFor(client, event, policy, behindAnother);
      }
      await bringForward(client, organizationId);
      return made;
    });
  }
}

async function policiesFor(client: PoolClient, event: PublishEvent): Promise<PolicyOfEvent[]> {
  const { rows } = await client.query<PolicyOfEvent>(
    `select id, definition, template_id from policies
     where organization_id = $1 and event_type = $2 and enabled order by priority, created_at, id`,
    [event.organization_id, event.event_type],
  );
  return rows.filter(({ definition }) => matches(definition.matchers as Matchers, event.attributes));
}

/** Tells at once whom the policy names; who is in a team is found out by itself, in the order of the incident's events. */
async function enqueueFor(
  client: PoolClient,
  event: PublishEvent,
  policy: PolicyOfEvent,
  behindAnother: boolean,
): Promise<number> {
  const { organization_id: organizationId, attributes } = event;
  const { definition } = policy;
  const told = {
    eventId: event.event_id,
    eventType: event.event_type,
    policyId: policy.id,
    attributes,
    message: messageOfEvent(event, await templateOf(client, organizationId, policy.template_id)),
    groupKey: groupKeyOf(event),
  };
  await addTimerOf(client, event, policy, told.message);
  if (behindAnother || teamToAsk(definition.recipient_resolver, definition.resolver_config, attributes) !== undefined) {
    await addUnresolved(client, organizationId, told, false);
    return 0;
  }
  const made = await tell(client, organizationId, told, definition, NO_TEAMS);
  // Where nobody can be told, others hear of it all the same.
  if (made === 0) await startTimer(client, organizationId, event.event_id, policy.id);
  return made;
}

/** Deliveries with one key belong to one incident. */
function groupKeyOf({ attributes }: PublishEvent): string | null {
  const incident = attributes.incident_id;
  return typeof incident === 'string' ? incident.slice(0, 256) : null;
}

async function addTimerOf(
  client: PoolClient,
  event: PublishEvent,
  policy: PolicyOfEvent,
  message: Message,
): Promise<void> {
  const { ack_timeout_seconds: timeout, escalation_config: escalation } = policy.definition;
  if (timeout === undefined || escalation === undefined) return;
  await addTimer(client, event.organization_id, {
    event_id: event.event_id,
    policy_id: policy.id,
    event_type: event.event_type,
    attributes: event.attributes,
    message,
    group_key: groupKeyOf(event),
    ack_timeout_seconds: timeout,
  });
}

async function templateOf(
  client: PoolClient,
  organizationId: string,
  id: string | null,
): Promise<Pick<TemplateView, 'body' | 'format'> | undefined> {
  if (id === null) return undefined;
  const { rows } = await client.query<Pick<TemplateView, 'body' | 'format'>>(
    'select body, format from templates where organization_id = $1 and id = $2',
    [organizationId, id],
  );
  return rows[0];
}
