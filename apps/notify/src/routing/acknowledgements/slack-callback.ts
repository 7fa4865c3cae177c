/** What the first chat provider sends when a user presses a button, and how it signs that (DELIVERY-26): pure. */
import { createHmac } from 'node:crypto';
import { isFresh, sameText, type CallbackFacts, type SignedCallback } from './signed-callback.js';

/** Of the button; its value is the incident. */
export const ACKNOWLEDGE_ACTION = 'acknowledge';

/** Undefined for what is forged or stale, and for what is no wish to acknowledge. */
export function slackCallback(
  secret: string,
  { headers, body }: SignedCallback,
  nowMs: number,
): CallbackFacts | undefined {
  const timestamp = headers['x-slack-request-timestamp'] ?? '';
  const signature = headers['x-slack-signature'] ?? '';
  if (secret === '' || !isFresh(timestamp, nowMs)) return undefined;
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
  if (!sameText(signature, `v0=${mac}`)) return undefined;
  return { signature, wish: wishOf(new URLSearchParams(body.toString('utf8')).get('payload')), answer: {} };
}

function wishOf(payload: string | null): CallbackFacts['wish'] {
  const { type, user, actions } = membersOf(parsed(payload ?? ''));
  const wished = (Array.isArray(actions) ? (actions as unknown[]) : [])
    .map(membersOf)
    .find(({ action_id: id }) => id === ACKNOWLEDGE_ACTION);
  const { id } = membersOf(user);
  if (type !== 'block_actions' || typeof wished?.value !== 'string' || typeof id !== 'string') return undefined;
  return { incidentId: wished.value, chatUser: id };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const membersOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
