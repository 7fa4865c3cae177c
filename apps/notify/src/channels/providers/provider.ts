import type { ConnectorCapabilities, ConnectorType, TargetType } from '@spanwise/contracts/notify/notify';
import type { Dialer } from '../egress/dialer.js';
import type { OutboundHttp } from '../egress/http-client.js';
import type { Alert } from './alert.js';
import type { ConfigOf, DestinationPart, Members } from './members.js';
import type { SendRate } from './send-rates.js';

export interface Message {
  title: string;
  text: string;
  markdown?: string;
  html?: string;
  /** Only of events that open, acknowledge or resolve an incident. */
  alert?: Alert;
}

export interface Target {
  type: TargetType;
  value: string;
}

/** One message to one target. The id is the same at every attempt, so that a receiver can drop repeats. */
export interface Delivery {
  id: string;
  target: Target;
  message: Message;
}

/** What a provider sends with. */
export interface ProviderContext {
  http: OutboundHttp;
  dialer: Dialer;
  nowMs: () => number;
  /** Right side of `Message-ID`. */
  mailDomain: string;
}

export interface Sent {
  providerMessageId?: string;
}

/** One `connector_type`: what it can, how fast, how it is configured, whom it reaches, and how it sends. */
export interface Provider<M extends Members = Members> {
  type: ConnectorType;
  capabilities: ConnectorCapabilities;
  sendRate: SendRate;
  members: M;
  /** Why the target does not suit the connector, as a sentence; undefined when it does. */
  targetFault(target: Target, context: ProviderContext): string | undefined;
  /**
   * Makes one attempt; throws `DeliveryFault`. The configuration leads to the target already where that is a URL of its
   * own (`configToSend`).
   */
  send(config: ConfigOf<M>, delivery: Delivery, context: ProviderContext): Promise<Sent>;
}

/**
 * Keeps the member types of a provider for its own `send`. Without a member that says where it sends a type does not
 * compile: its secrets would belong nowhere.
 */
export const provider = <M extends Members>(
  definition: Provider<M> & (HasDestination<M> extends true ? unknown : 'no member is a part of the destination'),
): Provider => definition;

type HasDestination<M extends Members> = true extends {
  [K in keyof M]: M[K] extends { destination: DestinationPart } ? true : false;
}[keyof M]
  ? true
  : false;

export const capabilities = (names: (keyof ConnectorCapabilities)[]): ConnectorCapabilities => ({
  direct_user: names.includes('direct_user'),
  group: names.includes('group'),
  rich_text: names.includes('rich_text'),
  interactive: names.includes('interactive'),
  acknowledgement: names.includes('acknowledgement'),
  attachments: names.includes('attachments'),
});
