/** Signatures of Standard Webhooks (DELIVERY-8). */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * Headers that sign `body`: none when `secret` is empty. Two secrets, separated by a space, sign both while a receiver
 * changes from the one to the other. The id stays over retries, the time is that of the attempt.
 */
export function signatureHeaders(secret: string, id: string, body: string, nowMs: number): Record<string, string> {
  const secrets = secret.split(' ').filter((one) => one !== '');
  if (secrets.length === 0) return {};
  const seconds = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((one) => {
    const mac = createHmac('sha256', keyOf(one)).update(`${id}.${seconds}.${body}`).digest('base64');
    return `v1,${mac}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}

/** `whsec_` and base64, as the libraries read it; any other text is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);
}

const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

/** Why the text cannot be a secret; undefined when it can. */
export function secretFault(secret: string): string | undefined {
  const secrets = secret.split(' ').filter((one) => one !== '');
  if (secrets.length > 2) return 'must be one secret, or two while they are rotated';
  const wrong = secrets.some((one) => {
    if (!one.startsWith(PREFIX)) return false;
    const key = keyOf(one);
    const canonical = key.toString('base64').replace(/=+$/, '') === one.slice(PREFIX.length).replace(/=+$/, '');
    return !canonical || key.length < MIN_KEY_BYTES || key.length > MAX_KEY_BYTES;
  });
  return wrong ? `must be ${PREFIX} and the base64 of ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES} bytes` : undefined;
}
