import { ServiceError } from '@spanwise/contracts/base/errors';
import { admit, retryAfterSeconds } from '@spanwise/contracts/base/rate-limit';
import type { PoolClient } from 'pg';
import { connectorRow } from './connectors.store.js';
import { lockTestRate, useTestRate } from './test-rate.store.js';
import { TEST_RATE } from '../circuit-breakers/circuit-rules.js';

/** Takes one test of the connector, or of an endpoint that it reaches. Throws `resource_exhausted` beyond ten a minute (DELIVERY-5). */
export async function takeTest(client: PoolClient, organizationId: string, connectorId: string): Promise<void> {
  // Until the end of this transaction it cannot be deleted: nothing is kept of one that is gone.
  await connectorRow(client, organizationId, connectorId, 'for key share');
  const used = await lockTestRate(client, organizationId, connectorId);
  const { freeAtMs, retryAfterMs } = admit(TEST_RATE, used.free_at_ms ?? undefined, used.now_ms);
  if (retryAfterMs > 0) {
    const message = `A connector can be tested ${TEST_RATE.quota} times a minute.`;
    throw new ServiceError('resource_exhausted', message, undefined, retryAfterSeconds(retryAfterMs));
  }
  await useTestRate(client, organizationId, connectorId, freeAtMs);
}
