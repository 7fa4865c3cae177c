import { ServiceError } from '@spanwise/contracts/errors';
import { admit, retryAfterSeconds } from '@spanwise/contracts/rate-limit';
import type { PoolClient } from 'pg';
import { connectorRow } from '../connectors/connector-rows.js';
import { TEST_RATE } from './circuit-rules.js';

/** Takes one test of the connector, or of an endpoint that it reaches. Throws `resource_exhausted` beyond ten a minute (design/reliability.md 3.2). */
export async function takeTest(client: PoolClient, organizationId: string, connectorId: string): Promise<void> {
  // Until the end of this transaction it cannot be deleted: nothing is kept of one that is gone.
  await connectorRow(client, organizationId, connectorId, 'for key share');
  await client.query(
    'insert into connector_health (organization_id, connector_id) values ($1, $2) on conflict do nothing',
    [organizationId, connectorId],
  );
  const { rows } = await client.query<{ free_at_ms: number | null; now_ms: number }>(
    `select extract(epoch from test_free_at)::float8 * 1000 as free_at_ms,
       extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
     from connector_health where organization_id = $1 and connector_id = $2 for update`,
    [organizationId, connectorId],
  );
  const { freeAtMs, retryAfterMs } = admit(TEST_RATE, rows[0].free_at_ms ?? undefined, rows[0].now_ms);
  if (retryAfterMs > 0) {
    const message = `A connector can be tested ${TEST_RATE.quota} times a minute.`;
    throw new ServiceError('resource_exhausted', message, undefined, retryAfterSeconds(retryAfterMs));
  }
  await client.query(
    `update connector_health set test_free_at = to_timestamp($3::float8 / 1000)
     where organization_id = $1 and connector_id = $2`,
    [organizationId, connectorId, freeAtMs],
  );
}
