/** A page as a notice: who is paged is notified by their own preferences, as by a policy that is built in (ALERT-83): pure. */
import type { NotificationCategory } from '@spanwise/contracts/notify/recipients';
import type { PagedStep } from '../page-queue/pages.store.js';
import { eventAttributes } from '../incidents/incident-rules.js';
import type { IncidentRow } from '../incidents/incident-rows.js';
import { PAGE_EVENT } from '../../channels/outbox/superseding.store.js';
import { messageOfEvent } from '../../delivery/pipeline/event-message.js';
import type { Notice } from '../../delivery/pipeline/notice.js';
import { toThoseNamed } from '../../routing/policies/built-in-policies.js';
import { NO_TEAMS } from '../../routing/policies/resolvers.js';

export interface PageInput {
  incident: IncidentRow;
  step: PagedStep;
  /** None: the default routes of the organization. */
  userIds: readonly string[];
  category: NotificationCategory;
  baseUrl: string;
  at: Date;
}

export function pageNotice({ incident, step, userIds, category, baseUrl, at }: PageInput): Notice {
  const attributes = {
    ...eventAttributes(incident, 'alert.triggered', baseUrl),
    loop_index: step.loop,
    step_index: step.step,
    user_ids: [...userIds],
  };
  const event = {
    // The same for every attempt: a place is notified once of it.
    event_id: `incident:${incident.id}:page:${step.opening}:${step.loop}:${step.step}`,
    event_type: PAGE_EVENT,
    occurred_at_micros: at.getTime() * 1_000,
    attributes,
  };
  return {
    event: {
      eventId: event.event_id,
      eventType: event.event_type,
      policyId: step.policy_id,
      attributes,
      message: messageOfEvent(event, undefined),
      groupKey: incident.id,
    },
    policy: toThoseNamed(PAGE_EVENT, category, userIds.length === 0),
    teams: NO_TEAMS,
    escalation: false,
  };
}
