/** The circuit of each connector, kept with its deliveries. All in a transaction of the organization. */
import type { PoolClient } from 'pg';
import type { FaultCategory } from '../egress/delivery-fault.js';
import { FAILURES_TO_OPEN, HOPELESS_AFTER_MS, RATE, restMs } from './circuit-rules.js';

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

const IN_A_ROW = `${FAILURES_TO_OPEN} failures in a row`;
const TOO_OFTEN = `failing at ${RATE.failedShare * 100} % of its attempts within a minute`;

/**
 * Sets the counts of the two halves of the window with one more attempt in them; `$3` is the window in ms. The second half
 * moves on when it is over: together they hold between half of the window and the whole of it.
 */
const counted = (failures: 0 | 1): string => {
  const half = `make_interval(secs => $3::float8 / 2000)`;
  const during = `h.half_started_at > now() - ${half}`;
  const after = `h.half_started_at > now() - 2 * ${half}`;
  return `half_started_at = case when ${during} then h.half_started_at else now() end,
    half_attempts = case when ${during} then h.half_attempts else 0 end + 1,
    half_failures = case when ${during} then h.half_failures else 0 end + ${failures},
    earlier_attempts = case when ${during} then h.earlier_attempts when ${after} then h.half_attempts else 0 end,
    earlier_failures = case when ${during} then h.earlier_failures when ${after} then h.half_failures else 0 end`;
};

interface Counts {
  failures: number;
  openings: number;
  resting: boolean;
  hopeless: boolean;
  too_often: boolean;
}

/** Counts a failure; enough of them in a row let the connector and all that waits for it rest, which is no attempt. */
export async function recordFailure(
  client: PoolClient,
  connector: Connector,
  category: FaultCategory,
  scale: number,
): Promise<Failed> {
  const ids = [connector.organization_id, connector.connector_id];
  const { rows } = await client.query<Counts>(
    `insert into connector_health as h (organization_id, connector_id, failures, failing_since, half_started_at, half_attempts, half_failures)
       values ($1, $2, 1, now(), now(), 1, 1)
     on conflict (connector_id) do update
       set failures = h.failures + 1, failing_since = coalesce(h.failing_since, now()), ${counted(1)}
     returning failures, openings, coalesce(open_until > now(), false) as resting,
       failing_since < now() - make_interval(secs => $4::float8 / 1000) as hopeless,
       half_attempts + earlier_attempts >= ${RATE.attempts}
         and half_failures + earlier_failures >= (half_attempts + earlier_attempts) * ${RATE.failedShare} as too_often`,
    [...ids, RATE.windowMs * scale, HOPELESS_AFTER_MS * scale],
  );
  const { failures, openings, resting, hopeless, too_often: tooOften } = rows[0]!;
  const inARow = failures >= FAILURES_TO_OPEN;
  // The one that may try after a rest needs no rule: when it fails, the rest goes on.
  if (!inARow && !tooOften && openings === 0) return { hopeless: false };
  // What was under way when the circuit opened fails too: it neither lengthens the rest nor is it another opening.
  if (!resting) {
    await client.query(
      `update connector_health set openings = openings + 1, open_until = now() + make_interval(secs => $3::float8 / 1000)
       where organization_id = $1 and connector_id = $2`,
      [...ids, restMs(openings) * scale],
    );
  }
  await letWaitingRest(client, ids, `${inARow ? IN_A_ROW : TOO_OFTEN}, the last one ${category}`);
  return { hopeless, ...(!resting && { change: openings === 0 ? 'opened' : 'stays_open' }) };
}

async function letWaitingRest(client: PoolClient, ids: unknown[], why: string): Promise<void> {
  await client.query(
    `update deliveries d set next_at = h.open_until, error_code = 'circuit_open', error_message = 'circuit_open: the connector is suspended after ' || $3
     from connector_health h
     where h.organization_id = $1 and h.connector_id = $2 and d.organization_id = $1 and d.id in (
       select id from deliveries where organization_id = $1 and connector_id = $2 and status = 'pending'
         and next_at < h.open_until for update skip locked)`,
    [...ids, why],
  );
}

/** A success ends a row of failures, and a rest. */
export async function recordSuccess(
  client: PoolClient,
  connector: Connector,
  scale: number,
): Promise<CircuitChange | undefined> {
  const { rowCount } = await client.query(
    `insert into connector_health as h (organization_id, connector_id, half_started_at, half_attempts) values ($1, $2, now(), 1)
     on conflict (connector_id) do update set failures = 0, failing_since = null, ${counted(0)} where h.openings = 0`,
    [connector.organization_id, connector.connector_id, RATE.windowMs * scale],
  );
  return rowCount === 0 ? closeCircuit(client, connector) : undefined;
}

/** Forgets every failure: what rested may go at once. */
export async function closeCircuit(client: PoolClient, connector: Connector): Promise<CircuitChange | undefined> {
  const { rows } = await client.query<{ was_open: boolean }>(
    `with before as (
       select openings from connector_health where organization_id = $1 and connector_id = $2)
     update connector_health set failures = 0, failing_since = null, openings = 0, open_until = null,
       half_attempts = 0, half_failures = 0, earlier_attempts = 0, earlier_failures = 0
     from before where organization_id = $1 and connector_id = $2 returning before.openings > 0 as was_open`,
    [connector.organization_id, connector.connector_id],
  );
  if (!rows[0]?.was_open) return undefined;
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

/** The last attempts of a connector may end after it was deleted. */
export async function removeOrphanedHealth(client: PoolClient, organizationId: string): Promise<void> {
  await client.query(
    `delete from connector_health where organization_id = $1 and connector_id not in (
       select id from connectors where organization_id = $1)`,
    [organizationId],
  );
}
