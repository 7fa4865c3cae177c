/** Rows of the outbox: made with what they come of, leased, finished. All in a transaction of their organization. */
import { createHash } from 'node:crypto';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { maskedTarget } from '../providers/masked-target.js';
import type { Target } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import type { Chain, Route, Undeliverable } from './chains.js';
import type { DeliveryRow } from './delivery-rows.js';
import type { Outcome } from './outcome.js';
import { endsIncident, supersede } from './superseding.store.js';

/** Longer than any attempt may last. */
export const LEASE_SECONDS = 90;
/** A connector with so many under way gets no more: its receiver may hang, those of others need not wait. */
const PER_CONNECTOR = 4;

/** Puts the first route into the outbox, the others behind it. Returns how many rows that made: 0 for a repeat. */
export async function enqueue(
  client: PoolClient,
  organizationId: string,
  chain: Chain,
  [route, ...fallbacks]: Route[],
): Promise<number> {
  if (route === undefined) return 0;
  const { rowCount } = await client.query(
    `insert into deliveries (id, organization_id, event_id, event_type, policy_id, recipient_user_id, connector_id, endpoint_id,
       target_type, target_value, message, fallbacks, group_key, stage, status, next_at, idempotency_key, error_code, error_message)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'pending', coalesce(h.open_until, now()), $15,
       case when h.open_until is not null then 'circuit_open' end,
       case when h.open_until is not null then 'circuit_open: the connector is suspended after failures in a row' end
     from (select 1) as one left join connector_health h
       on h.organization_id = $2 and h.connector_id = $7 and h.open_until > now()
     on conflict (organization_id, idempotency_key) do nothing`,
    [
      uuidv7(),
      organizationId,
      chain.eventId,
      chain.eventType,
      chain.policyId,
      chain.userId ?? null,
      route.connector_id,
      route.endpoint_id ?? null,
      route.target.type,
      route.target.value,
      storableJson(chain.message),
      storableJson(fallbacks),
      chain.groupKey,
      route.stage,
      idempotencyKey(organizationId, chain, route),
    ],
  );
  if (rowCount !== 0 && endsIncident(chain.eventType)) {
    const { target, connector_id } = route;
    const place = {
      organization_id: organizationId,
      group_key: chain.groupKey,
      connector_id,
      target_value: target.value,
    };
    await supersede(client, place);
  }
  return rowCount ?? 0;
}

/** A place is notified once of an event, however many recipients lead there. */
function idempotencyKey(organizationId: string, { eventId, policyId, userId }: Chain, route: Route): string {
  const direct = route.target.type === 'direct_user' ? (userId ?? '') : '';
  const parts = [organizationId, eventId, policyId, direct, route.stage, route.connector_id, route.endpoint_id ?? ''];
  const text = JSON.stringify([...parts, route.target.type, route.target.value]);
  return `notify:${createHash('sha256').update(text).digest('hex')}`;
}

/** Steps and bursts of the send rates, for the statement below. */
const RATES = Object.values(PROVIDERS).map(({ type, sendRate }) => ({ type, ...sendRate }));
const rateCase = (value: (rate: (typeof RATES)[number]) => number) =>
  `case c.connector_type ${RATES.map((rate) => `when '${rate.type}' then ${value(rate)}`).join(' ')} end`;
const BURST = rateCase(({ burst }) => burst);
const STEP_SECONDS = rateCase(({ stepMs }) => stepMs / 1_000);
/** No rate is used up for so long: the moment is from before the clock was set back. */
const FREE_AT = `case when h.free_at > now() + interval '10 minutes' then now() else h.free_at end`;

/**
 * Takes what is due and what a lost worker left, oldest first. Of an incident and a target only the oldest unfinished
 * delivery goes, so that nothing overtakes; of a connector so many as its rate and those under way leave room for, one
 * while its circuit is half open and none while it is open. `scale` shortens the steps of the send rate.
 */
export async function lease(
  client: PoolClient,
  organizationId: string,
  limit: number,
  scale = 1,
): Promise<DeliveryRow[]> {
  const { rows } = await client.query<DeliveryRow>(
    // Materialized: a subquery that locks may be run again for every row, and would then take more than its limit.
    `with room as materialized (
       select waiting.connector_id, least(
         (case when h.openings > 0 then 1 else ${PER_CONNECTOR} end) - (
           select count(*) from deliveries s where s.organization_id = $1 and s.connector_id = waiting.connector_id
             and s.status = 'sending' and s.lease_until >= now()),
         coalesce(${BURST} - extract(epoch from greatest(${FREE_AT} - now(), interval '0')) / (${STEP_SECONDS} * $3::float8), ${PER_CONNECTOR})
       ) as places
       from (select distinct connector_id from deliveries where organization_id = $1 and status in ('pending', 'sending')
             and (status = 'sending' or next_at <= now())) waiting
       left join connectors c on c.organization_id = $1 and c.id = waiting.connector_id
       left join connector_health h on h.organization_id = $1 and h.connector_id = waiting.connector_id
       where h.open_until is null or h.open_until <= now()),
     first as materialized (
       select f.id, f.next_at from room cross join lateral (
         select id, next_at from deliveries d
         where organization_id = $1 and connector_id = room.connector_id and status in ('pending', 'sending') and ${IS_DUE}
           and not exists (
             select from deliveries e
             where e.organization_id = $1 and e.group_key = d.group_key and e.connector_id = d.connector_id
               and e.target_value = d.target_value and e.id < d.id and e.status in ('pending', 'sending'))
         order by next_at, id limit greatest(floor(room.places), 0)::int) f),
     due as materialized (
       select d.id from first join deliveries d on d.id = first.id where d.organization_id = $1 and ${IS_DUE}
       order by first.next_at, d.id limit $2 for update of d skip locked)
     update deliveries set status = 'sending', attempt = attempt + 1, fence = fence + 1, sent_at = now(),
       lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
     from due where deliveries.id = due.id
     returning deliveries.*`,
    [organizationId, limit, scale],
  );
  if (rows.length > 0) await useRate(client, organizationId, rows, scale);
  return rows;
}

const IS_DUE = `((d.status = 'pending' and d.next_at <= now()) or (d.status = 'sending' and d.lease_until < now()))`;

/** Moves on the moments until which the send rates are used up. */
async function useRate(client: PoolClient, organizationId: string, rows: DeliveryRow[], scale: number): Promise<void> {
  await client.query(
    `insert into connector_health as h (organization_id, connector_id, free_at)
     select $1, c.id, now() + make_interval(secs => count(*) * ${STEP_SECONDS} * $3::float8)
     from unnest($2::uuid[]) as used (id) join connectors c on c.organization_id = $1 and c.id = used.id
     group by c.id, c.connector_type order by c.id
     on conflict (connector_id) do update set free_at = greatest(${FREE_AT}, now()) + (excluded.free_at - now())`,
    [organizationId, rows.map(({ connector_id: id }) => id), scale],
  );
}

/** Why nothing is sent of an event: for the log alone, once. */
export async function logUndeliverable(
  client: PoolClient,
  organizationId: string,
  chain: Chain,
  { stage, code, reason }: Undeliverable,
): Promise<void> {
  const nowhere = { stage, connector_id: '', target: { type: 'direct_user' as const, value: '' } };
  await client.query(
    `insert into deliveries (id, organization_id, event_id, event_type, policy_id, recipient_user_id, target_type, target_value,
       message, group_key, stage, status, error_code, error_message, idempotency_key)
     values ($1, $2, $3, $4, $5, $6, 'direct_user', '', '{}', $7, $8, 'skipped', $9, $10, $11)
     on conflict (organization_id, idempotency_key) do nothing`,
    [
      uuidv7(),
      organizationId,
      chain.eventId,
      chain.eventType,
      chain.policyId,
      chain.userId ?? null,
      chain.groupKey,
      stage,
      code,
      `${code}: ${reason}`,
      idempotencyKey(organizationId, chain, nowhere),
    ],
  );
}

/** What a person had sent, a test or a code, for the log alone. */
export async function logTest(client: PoolClient, test: LoggedTest): Promise<void> {
  await client.query(
    `insert into deliveries (id, organization_id, event_id, event_type, connector_id, target_type, target_value, message, stage,
       attempt, status, error_code, error_message, latency_ms, sent_at, delivered_at, idempotency_key, recipient_user_id, endpoint_id)
     values ($1, $2, $3, $4, $5, $6, $7, '{}', 'test', 1, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      test.id,
      test.organizationId,
      `${test.kind}:${test.id}`,
      test.kind,
      test.connectorId,
      test.target.type,
      // It is not sent again, and the address of a webhook is a secret.
      test.target.type === 'webhook' ? maskedTarget(test.target.value) : test.target.value,
      test.error === undefined ? 'success' : 'failed',
      test.error === undefined ? null : testErrorCode(test.error),
      test.error ?? null,
      test.latencyMs,
      test.sentAt,
      test.error === undefined ? test.sentAt : null,
      `${test.kind.replace('.', ':')}:${test.organizationId}:${test.connectorId}:${test.id}`,
      test.endpoint?.user_id ?? null,
      test.endpoint?.id ?? null,
    ],
  );
}

/** A provider that has answered that it does not deliver is not the same as a connector that could not send. */
const testErrorCode = (error: string): string =>
  /^(provider|credentials|smtp)_rejected:/.test(error) ? 'provider_not_delivered' : 'connector_send_failed';

export interface LoggedTest {
  id: string;
  kind: 'notify.test' | 'notify.verification';
  organizationId: string;
  connectorId: string;
  /** The one that was tested, or gets a code. */
  endpoint?: { id: string; user_id: string };
  target: Target;
  error: string | undefined;
  latencyMs: number;
  sentAt: Date;
}

/**
 * Records an attempt. Undefined when another worker has taken the row since; otherwise whether the event was acknowledged
 * while it was under way: then it does not wait for another attempt.
 */
export async function finish(
  client: PoolClient,
  row: DeliveryRow,
  outcome: Outcome,
): Promise<{ acknowledged: boolean } | undefined> {
  const { rows } = await client.query<{ acknowledged: boolean }>(
    `update deliveries set
       status = case when acknowledged_at is not null and $4 in ('success', 'pending') then 'acknowledged' else $4 end,
       error_code = $5, error_message = $6, latency_ms = $7, lease_until = null,
       delivered_at = case when $4 = 'success' then now() end,
       next_at = case when $4 = 'pending' and acknowledged_at is null then now() + make_interval(secs => $8::float8 / 1000) end
     where organization_id = $1 and id = $2 and fence = $3 and status = 'sending'
     returning acknowledged_at is not null as acknowledged`,
    [
      row.organization_id,
      row.id,
      row.fence,
      outcome.status,
      outcome.errorCode ?? null,
      outcome.errorMessage ?? null,
      outcome.latencyMs ?? null,
      outcome.waitMs ?? 0,
    ],
  );
  return rows[0];
}

/** The log says that nothing follows from the delivery as it should. */
export async function noteFollowUpFault(client: PoolClient, row: DeliveryRow, reason: string): Promise<void> {
  await client.query(
    `update deliveries set error_code = coalesce(error_code, 'follow_up_failed'),
       error_message = coalesce(error_message || '; ', '') || 'follow_up_failed: ' || $3
     where organization_id = $1 and id = $2`,
    [row.organization_id, row.id, reason],
  );
}

/** Of those who were notified of the event, the log says that others are notified as well. */
export async function markEscalated(
  client: PoolClient,
  organizationId: string,
  eventId: string,
  policyId: string,
): Promise<void> {
  await client.query(
    `update deliveries set escalated_at = now()
     where organization_id = $1 and event_id = $2 and policy_id = $3 and status = 'success' and stage <> 'escalation'`,
    [organizationId, eventId, policyId],
  );
}

/**
 * Says that the organization may have something to do at once; the worker that looks finds out. Many may say it at a time
 * and hardly ever write: the organization's row is no bottleneck of its deliveries. Before any lock of that row.
 */
export async function bringForward(client: PoolClient, organizationId: string): Promise<void> {
  // Until the end of this transaction no worker counts what is due, so that none misses what it commits.
  await client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [dueLock(organizationId)]);
  const { rows } = await client.query<{ due: boolean | null }>(
    'select next_due_at <= now() as due from organizations where id = $1',
    [organizationId],
  );
  if (rows[0]?.due === true) return;
  await client.query(
    `insert into organizations as o (id, next_due_at) values ($1, now())
     on conflict (id) do update set next_due_at = least(o.next_due_at, excluded.next_due_at)`,
    [organizationId],
  );
}

const dueLock = (organizationId: string): string => `notify.due ${organizationId}`;

/**
 * Writes when the organization has something to do next, for the worker to find. `leastWaitMs`: what is due was just
 * looked at and cannot go yet, so that the others have their turn first.
 */
export async function noteDue(client: PoolClient, organizationId: string, leastWaitMs = 0): Promise<void> {
  // The lock comes first: the statement after it sees what its holders have committed.
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [dueLock(organizationId)]);
  await client.query(
    `update organizations set next_due_at = (
       select case when $2::float8 = 0 or due is null then due else greatest(due, now() + $2::float8 * interval '1 ms') end
       from (select least(
         (select min(case status when 'pending' then next_at else lease_until end) from deliveries
          where organization_id = $1 and status in ('pending', 'sending')),
         (select min(due_at) from escalations where organization_id = $1 and status = 'waiting'),
         (select min(next_at) from unresolved_events where organization_id = $1)) as due) as next)
     where id = $1`,
    [organizationId, leastWaitMs],
  );
}
