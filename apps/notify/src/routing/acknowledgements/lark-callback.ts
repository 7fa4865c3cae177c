/** What the second chat provider sends when a user presses a button, and how it signs that (DELIVERY-26): pure. */
import { createDecipheriv, createHash } from 'node:crypto';
import { isFresh, sameText, type CallbackFacts, type SignedCallback } from './signed-callback.js';
import { membersOf, parsed } from './slack-callback.js';

const IV_BYTES = 16;
const MAX_CHALLENGE = 512;

/** Undefined for what is forged or stale. A question for the address itself is answered to a client that has the key. */
export function larkCallback(key: string, { headers, body }: SignedCallback, nowMs: number): CallbackFacts | undefined {
  if (key === '') return undefined;
  const payload = membersOf(parsed(decrypted(key, membersOf(parsed(body.toString('utf8'))).encrypt) ?? ''));
  if (payload.type === 'url_verification') {
    const { challenge } = payload;
    return typeof challenge === 'string' && challenge.length <= MAX_CHALLENGE ? { answer: { challenge } } : undefined;
  }
  const timestamp = headers['x-lark-request-timestamp'] ?? '';
  const nonce = headers['x-lark-request-nonce'] ?? '';
  const signature = headers['x-lark-signature'] ?? '';
  if (!isFresh(timestamp, nowMs)) return undefined;
  const digest = createHash('sha256').update(`${timestamp}${nonce}${key}`).update(body).digest('hex');
  return sameText(signature, digest) ? { signature, wish: wishOf(payload), answer: {} } : undefined;
}

function wishOf({ header, event }: Record<string, unknown>): CallbackFacts['wish'] {
  const { operator, action } = membersOf(event);
  const { acknowledge } = membersOf(membersOf(action).value);
  const { open_id: chatUser } = membersOf(operator);
  if (membersOf(header).event_type !== 'card.action.trigger') return undefined;
  return typeof acknowledge === 'string' && typeof chatUser === 'string'
    ? { incidentId: acknowledge, chatUser }
    : undefined;
}

/** AES-256-CBC by the digest of the key, the first block being the IV. */
function decrypted(key: string, encrypted: unknown): string | undefined {
  if (typeof encrypted !== 'string') return undefined;
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length < 2 * IV_BYTES) return undefined;
  const decipher = createDecipheriv(
    'aes-256-cbc',
    createHash('sha256').update(key).digest(),
    bytes.subarray(0, IV_BYTES),
  );
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
