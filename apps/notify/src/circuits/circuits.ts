/** The circuit of each connector, kept with its deliveries. All in a transaction of the organization. */
import type { PoolClient } from 'pg';
import type { FaultCategory } from '../egress/delivery-fault.js';
import { FAILURES_TO_OPEN, HOPELESS_AFTER_MS, restMs } from './circuit-rules.js';

export interface Connector {
  organization_id: string;
  connector_id: string | null;
}

export type CircuitChange = 'opened' | 'stays_open' | 'closed';

/** `hopeless`: nothing but failures for days. */
export interface Failed {
  change?: CircuitChange;
  hopeless: boolean;
}

const WORDS = `'circuit_open: the connector rests after ${FAILURES_TO_OPEN} failures in a row, the last one '`;

/** Counts a failure; enough of them in a row let the connector and all that waits for it rest, which is no attempt. */
export async function recordFailure(
  client: PoolClient,
  connector: Connector,
  category: FaultCategory,
  scale: number,
): Promise<Failed> {
  const ids = [connector.organization_id, connector.connector_id];
  const { rows } = await client.query<{ failures: number; openings: number; resting: boolean; hopeless: boolean }>(
    `insert into connector_health as h (organization_id, connector_id, failures, failing_since) values ($1, $2, 1, now())
     on conflict (connector_id) do update
       set failures = h.failures + 1, failing_since = coalesce(h.failing_since, now())
     returning failures, openings, coalesce(open_until > now(), false) as resting,
       failing_since < now() - make_interval(secs => $3::float8 / 1000) as hopeless`,
    [...ids, HOPELESS_AFTER_MS * scale],
  );
  const { failures, openings, resting, hopeless } = rows[0];
  if (failures < FAILURES_TO_OPEN) return { hopeless: false };
  // What was under way when the circuit opened fails too: it neither lengthens the rest nor is it another opening.
  if (!resting) {
    await client.query(
      `update connector_health set openings = openings + 1, open_until = now() + make_interval(secs => $3::float8 / 1000)
       where organization_id = $1 and connector_id = $2`,
      [...ids, restMs(openings) * scale],
    );
  }
  await letWaitingRest(client, ids, category);
  return { hopeless, ...(!resting && { change: openings === 0 ? 'opened' : 'stays_open' }) };
}

async function letWaitingRest(client: PoolClient, ids: unknown[], category: FaultCategory): Promise<void> {
  await client.query(
    `update deliveries d set next_at = h.open_until, error_code = 'circuit_open', error_message = ${WORDS} || $3
     from connector_health h
     where h.organization_id = $1 and h.connector_id = $2 and d.organization_id = $1 and d.id in (
       select id from deliveries where organization_id = $1 and connector_id = $2 and status = 'pending'
         and next_at < h.open_until for update skip locked)`,
    [...ids, category],
  );
}

/** A success ends it: what rested may go at once. */
export async function recordSuccess(client: PoolClient, connector: Connector): Promise<CircuitChange | undefined> {
  const { rows } = await client.query<{ was_open: boolean }>(
    `with before as (
       select openings from connector_health where organization_id = $1 and connector_id = $2 and failures > 0)
     update connector_health set failures = 0, failing_since = null, openings = 0, open_until = null
     from before where organization_id = $1 and connector_id = $2 returning before.openings > 0 as was_open`,
    [connector.organization_id, connector.connector_id],
  );
  if (rows[0]?.was_open !== true) return undefined;
  await client.query(
    `update deliveries set next_at = now() where organization_id = $1 and id in (
       select id from deliveries where organization_id = $1 and connector_id = $2 and status = 'pending'
         and error_code = 'circuit_open' for update skip locked)`,
    [connector.organization_id, connector.connector_id],
  );
  return 'closed';
}

/** The connector is gone, and with it what was known of it. */
export async function forgetCircuit(client: PoolClient, organizationId: string, connectorId: string): Promise<void> {
  await client.query('delete from connector_health where organization_id = $1 and connector_id = $2', [
    organizationId,
    connectorId,
  ]);
}
