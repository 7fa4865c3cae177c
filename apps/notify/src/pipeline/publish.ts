/** The first stage: an event is taken, once, and becomes a notice for each policy that is about it. */
import { invalidArgument } from '@spanwise/contracts/errors';
import type { PublishEvent } from '@spanwise/contracts/notify-deliveries';
import { unstorableMember } from '@spanwise/contracts/storable-text';
import type { PoolClient } from 'pg';
import { addTimer, endTimersOfIncident } from '../escalations/escalation-timers.store.js';
import { addEvent } from '../outbox/events.store.js';
import { lockIncident } from '../outbox/incident-lock.store.js';
import { isIncidentUnresolved } from '../unresolved-events/unresolved-events.store.js';
import type { ToldEvent } from '../outbox/chains.js';
import { matches, type Matchers } from '../policies/matchers.js';
import { builtInPolicy } from '../policies/built-in-policies.js';
import { policiesOfType } from '../policies/policies.store.js';
import type { Policy } from '../policies/policy-rules.js';
import { NO_TEAMS } from '../policies/resolvers.js';
import type { Message } from '../providers/provider.js';
import { templateText } from '../templates/templates.store.js';
import { messageOfEvent } from './event-message.js';
import type { Notice } from './notice.js';
import type { Stage } from './stage.js';

const MAX_ATTRIBUTE_BYTES = 16_384;

/** Nothing for an event that is known already. */
export const publish: Stage<PublishEvent, Notice[]> = async ({ organizationId, transaction }, event) => {
  refuseUnfit(event);
  return transaction(async (client) => {
    const groupKey = groupKeyOf(event);
    await lockIncident(client, organizationId, groupKey ?? event.event_id);
    await endTimersOfIncident(client, organizationId, event.event_type, groupKey);
    if (!(await addEvent(client, organizationId, event))) return [];
    const behindAnother = await isIncidentUnresolved(client, organizationId, groupKey);
    const notices: Notice[] = [];
    const policies = await policiesOfType(client, organizationId, event.event_type);
    const builtIn = policies.length === 0 ? builtInPolicy(event.event_type, event.attributes) : undefined;
    if (builtIn !== undefined) {
      const told = toldEvent(event, null, messageOfEvent(event, undefined), groupKey);
      notices.push({ event: told, policy: builtIn, teams: NO_TEAMS, escalation: false });
    }
    for (const { id, definition: policy, template_id } of policies) {
      if (!matches(policy.matchers as Matchers, event.attributes)) continue;
      const message = messageOfEvent(event, await templateText(client, organizationId, template_id));
      const told = toldEvent(event, id, message, groupKey);
      await addTimerOf(client, organizationId, { ...told, policyId: id }, policy);
      notices.push({ event: told, policy, escalation: false, behindAnother });
    }
    return notices;
  });
};

const toldEvent = (
  { event_id: eventId, event_type: eventType, attributes }: PublishEvent,
  policyId: string | null,
  message: Message,
  groupKey: string | null,
): ToldEvent => ({ eventId, eventType, policyId, attributes, message, groupKey });

function refuseUnfit({ attributes }: PublishEvent): void {
  const isLong = Buffer.byteLength(JSON.stringify(attributes)) > MAX_ATTRIBUTE_BYTES;
  if (!isLong && unstorableMember(attributes) === undefined) return;
  throw invalidArgument(`The attributes must be texts without NUL and at most ${MAX_ATTRIBUTE_BYTES} bytes.`);
}

/** Deliveries with one key belong to one incident. */
function groupKeyOf({ attributes }: PublishEvent): string | null {
  const incident = attributes.incident_id;
  return typeof incident === 'string' ? incident.slice(0, 256) : null;
}

async function addTimerOf(
  client: PoolClient,
  organizationId: string,
  event: ToldEvent & { policyId: string },
  policy: Policy,
): Promise<void> {
  const { ack_timeout_seconds: timeout, escalation_config: escalation } = policy;
  if (timeout === undefined || escalation === undefined) return;
  await addTimer(client, organizationId, {
    event_id: event.eventId,
    policy_id: event.policyId,
    event_type: event.eventType,
    attributes: event.attributes,
    message: event.message,
    group_key: event.groupKey,
    ack_timeout_seconds: timeout,
  });
}
