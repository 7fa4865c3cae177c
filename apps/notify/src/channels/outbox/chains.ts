import type { TargetType } from '@spanwise/contracts/notify/notify';
import type { DeliveryStage } from '@spanwise/contracts/notify/routing';
import type { Message } from '../providers/provider.js';

/** One way to reach a recipient. */
export interface Route {
  stage: DeliveryStage;
  connector_id: string;
  endpoint_id?: string;
  target: { type: TargetType; value: string };
}

/** What all routes of one recipient share. */
export interface Chain {
  eventId: string;
  eventType: string;
  /** Null where no policy is of the event's type, and it is notified as is built in (ALERT-141). */
  policyId: string | null;
  /** Absent where no recipient was found, and the default routes are notified alone. */
  userId: string | undefined;
  message: Message;
  groupKey: string | null;
}

/** An event with the words in which a policy notifies of it. */
export interface RoutedEvent extends Omit<Chain, 'userId'> {
  attributes: Record<string, unknown>;
}

/** Why nothing is sent of an event. */
export interface Undeliverable {
  stage: Route['stage'];
  code: 'no_recipient' | 'no_route' | 'policy_failed';
  reason: string;
}
