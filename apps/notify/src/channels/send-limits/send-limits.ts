/** How much a person may have sent by tests and codes. What is used up is not returned when connectors and endpoints are deleted. */
import { createHash } from 'node:crypto';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { admit, retryAfterSeconds, type RateLimit } from '@spanwise/contracts/base/rate-limit';
import type { PoolClient } from 'pg';
import { mailboxOf } from '../providers/email-smtp/mailbox.js';
import { lockLimits, useLimit } from './send-limits.store.js';

interface Used {
  key: string;
  limit: RateLimit;
  /** The message of a refusal. */
  refusal: string;
}

const HOUR = 3_600;
const hourly = (name: string, quota: number, burst: number): RateLimit => ({
  name,
  quota,
  windowSeconds: HOUR,
  burst,
});
const CONNECTOR_TESTS = hourly('connector-tests-of-organization', 600, 120);
const OF_ORGANIZATION = hourly('endpoint-messages-of-organization', 200, 60);
const OF_USER = hourly('endpoint-messages-of-user', 20, 12);
const OF_ADDRESS = hourly('endpoint-messages-of-address', 10, 5);
/** A code must not become a way to flood a user. */
const CODES: RateLimit = { name: 'codes-of-address', quota: 1, windowSeconds: 60, burst: 1 };

export const takeConnectorTest = (client: PoolClient, organizationId: string): Promise<void> =>
  take(client, organizationId, [
    {
      key: 'connector-tests',
      limit: CONNECTOR_TESTS,
      refusal: 'Too many connectors were tested within the last hour.',
    },
  ]);

/** A test of an endpoint or a code for it. Throws `resource_exhausted`. */
export function takeEndpointMessage(
  client: PoolClient,
  organizationId: string,
  endpoint: { user_id: string; external_identity: string },
  kind: 'test' | 'code',
): Promise<void> {
  const address = addressKey(endpoint.external_identity);
  const many = (whom: string) => `Too many tests and codes were sent ${whom} within the last hour.`;
  return take(client, organizationId, [
    ...(kind === 'code'
      ? [
          {
            key: `code:${address}`,
            limit: CODES,
            refusal: 'A code was sent a moment ago: wait before you ask for another one.',
          },
        ]
      : []),
    { key: `address:${address}`, limit: OF_ADDRESS, refusal: many('to this address') },
    { key: `user:${endpoint.user_id}`, limit: OF_USER, refusal: many('for this user') },
    { key: 'endpoints', limit: OF_ORGANIZATION, refusal: many('in the organization') },
  ]);
}

/** The hash of the recipient, however the address is written; not in clear, since it outlives the endpoint. */
export function addressKey(identity: string): string {
  const address = (mailboxOf(identity)?.address ?? identity).trim().toLowerCase().normalize('NFKC');
  const at = address.lastIndexOf('@');
  // `name+anything@host` reaches `name@host` at most hosts.
  const one = at > 0 ? address.slice(0, at).replace(/(?<=.)\+.*$/, '') + address.slice(at) : address;
  return createHash('sha256').update(one).digest('base64url');
}

/** All of them or none. */
async function take(client: PoolClient, organizationId: string, used: Used[]): Promise<void> {
  const keys = used.map(({ key }) => key);
  const rows = await lockLimits(client, organizationId, keys);
  for (const { key, limit, refusal } of used) {
    const row = rows.find((one) => one.key === key)!;
    const { freeAtMs, retryAfterMs } = admit(limit, row.free_at_ms, row.now_ms);
    if (retryAfterMs > 0) {
      throw new ServiceError('resource_exhausted', refusal, undefined, retryAfterSeconds(retryAfterMs));
    }
    await useLimit(client, organizationId, key, freeAtMs);
  }
}
