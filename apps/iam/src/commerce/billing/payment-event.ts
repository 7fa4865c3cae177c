import { invalidArgument } from '@spanwise/contracts/base/errors';

/** What is read of an event of the payment provider; everything else in it is left alone. */
export interface SubscriptionEvent {
  id: string;
  type: string;
  created: number;
  subscriptionId: string;
  status: string;
  organizationId: string | undefined;
}

const FAMILY = 'customer.subscription.';
const ID = /^[\x21-\x7e]{1,255}$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Undefined for events of other kinds. Throws `invalid_argument` for one that lacks what every such event has. */
export function subscriptionEvent(body: Uint8Array): SubscriptionEvent | undefined {
  const event = asObject(parsed(body));
  const { id, type, created } = event;
  if (typeof id !== 'string' || !ID.test(id) || typeof type !== 'string') throw invalidEvent();
  if (!type.startsWith(FAMILY)) return undefined;
  const subscription = asObject(asObject(event.data).object);
  const { id: subscriptionId, status, metadata } = subscription;
  const organizationId = metadata === undefined || metadata === null ? undefined : asObject(metadata).org_id;
  if (typeof created !== 'number' || !Number.isSafeInteger(created) || created < 0) throw invalidEvent();
  if (typeof subscriptionId !== 'string' || !ID.test(subscriptionId)) throw invalidEvent();
  if (typeof status !== 'string' || status.length > 64 || type.length > 64) throw invalidEvent();
  if (organizationId !== undefined && (typeof organizationId !== 'string' || !UUID.test(organizationId))) {
    throw invalidEvent();
  }
  return { id, type, created, subscriptionId, status, organizationId };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    throw invalidEvent();
  }
}

function asObject(value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalidEvent();
  return value as Record<string, unknown>;
}

const invalidEvent = () => invalidArgument('The event is not one of a subscription of an organization here.');
