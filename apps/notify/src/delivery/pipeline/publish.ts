/** The first stage: an event is taken, once, and becomes a notice for each policy that is about it. */
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import { inSavepoint, type Apart } from '@spanwise/postgres/savepoint';
import type { PoolClient } from 'pg';
import { addTimer, endTimersOfIncident } from '../../routing/ack-timeouts/ack-timeouts.store.js';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { noteFault } from '../../platform/faults/faults.store.js';
import { addEvent } from '../../channels/outbox/events.store.js';
import { lockIncident } from '../../channels/outbox/incident-lock.store.js';
import { isIncidentUnresolved } from '../../routing/unresolved-events/unresolved-events.store.js';
import type { RoutedEvent } from '../../channels/outbox/chains.js';
import { matches, type Matchers } from '../../routing/policies/matchers.js';
import { builtInPolicy } from '../../routing/policies/built-in-policies.js';
import { policiesOfType, type PolicyOfType } from '../../routing/policies/policies.store.js';
import type { Policy } from '../../routing/policies/policy-rules.js';
import { NO_TEAMS } from '../../routing/policies/resolvers.js';
import type { Message } from '../../channels/providers/provider.js';
import { templateText } from '../../routing/templates/templates.store.js';
import { messageOfEvent } from './event-message.js';
import { fittedAttributes } from './fitted-attributes.js';
import type { Notice } from './notice.js';
import { notePolicyFault } from './policy-faults.js';
import type { Stage } from './stage.js';

/** Nothing for an event that is known already. */
export const publish: Stage<PublishEvent, Notice[]> = ({ organizationId, transaction }, said) => {
  const event = { ...said, attributes: fittedAttributes(said.attributes) };
  return transaction(async (client) => {
    const groupKey = groupKeyOf(event);
    await lockIncident(client, organizationId, groupKey ?? event.event_id);
    await endTimersOfIncident(client, organizationId, event.event_type, groupKey);
    if (!(await addEvent(client, organizationId, event))) return [];
    const behindAnother = await isIncidentUnresolved(client, organizationId, groupKey);
    const policies = await policiesOfType(client, organizationId, event.event_type);
    const builtIn = policies.length === 0 ? builtInPolicy(event.event_type, event.attributes) : undefined;
    if (builtIn !== undefined) {
      const routed = routedEvent(event, null, messageOfEvent(event, undefined), groupKey);
      return [{ event: routed, policy: builtIn, teams: NO_TEAMS, escalation: false }];
    }
    const notices: Notice[] = [];
    for (const policy of policies) {
      const notice = await noticeOf(client, organizationId, event, policy, groupKey);
      if (notice !== undefined) notices.push({ ...notice, behindAnother });
    }
    return notices;
  });
};

/** Undefined for a policy that is not about the event, or fails: others go on without it (ALERT-150). */
async function noticeOf(
  client: PoolClient,
  organizationId: string,
  event: PublishEvent,
  { id, definition: policy, template_id: templateId }: PolicyOfType,
  groupKey: string | null,
): Promise<Notice | undefined> {
  const plain = routedEvent(event, id, messageOfEvent(event, undefined), groupKey);
  const made = await inSavepointIfRisky(client, matchesSoundly(policy, event), async () => {
    const message = await messageByTemplate(client, organizationId, event, templateId, plain.message);
    const routed = { ...plain, message };
    await addTimerOf(client, organizationId, { ...routed, policyId: id }, policy);
    return { event: routed, policy, escalation: false };
  });
  if (!('fault' in made)) return made.value;
  await notePolicyFault(client, organizationId, plain, made.fault);
  return undefined;
}

/** A policy that is not about the event costs no statement. */
async function inSavepointIfRisky<T>(
  client: PoolClient,
  matching: Apart<boolean>,
  work: () => Promise<T>,
): Promise<Apart<T | undefined>> {
  if ('fault' in matching) return matching;
  return matching.value ? inSavepoint(client, work) : { value: undefined };
}

function matchesSoundly({ matchers }: Policy, { attributes }: PublishEvent): Apart<boolean> {
  try {
    return { value: matches(matchers as Matchers, attributes) };
  } catch (fault) {
    return { fault };
  }
}

/** Where the template fails, the words of the event itself are sent. */
async function messageByTemplate(
  client: PoolClient,
  organizationId: string,
  event: PublishEvent,
  templateId: string | null,
  plain: Message,
): Promise<Message> {
  if (templateId === null) return plain;
  const words = await inSavepoint(client, async () =>
    messageOfEvent(event, await templateText(client, organizationId, templateId)),
  );
  if (!('fault' in words)) return words.value;
  await noteFault(client, organizationId, { kind: 'template', id: templateId }, reasonOf(words.fault));
  return plain;
}

const routedEvent = (
  { event_id: eventId, event_type: eventType, attributes }: PublishEvent,
  policyId: string | null,
  message: Message,
  groupKey: string | null,
): RoutedEvent => ({ eventId, eventType, policyId, attributes, message, groupKey });

/** Deliveries with one key belong to one incident. */
function groupKeyOf({ attributes }: PublishEvent): string | null {
  const incident = attributes.incident_id;
  return typeof incident === 'string' ? incident.slice(0, 256) : null;
}

async function addTimerOf(
  client: PoolClient,
  organizationId: string,
  event: RoutedEvent & { policyId: string },
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
