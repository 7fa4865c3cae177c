/** Rows of the outbox: made with what they come of, leased, finished. All in a transaction of their organization. */
import { createHash } from 'node:crypto';
import { uuidv7 } from '@spanwise/contracts/uuid';
import type { PoolClient } from 'pg';
import { lockOrganization } from '../db/organization-transactions.js';
import type { Route } from '../policies/delivery-plan.js';
import type { Message, Target } from '../providers/provider.js';
import type { DeliveryRow } from './delivery-rows.js';

/** What all routes of one recipient share. */
export interface Chain {
  eventId: string;
  eventType: string;
  policyId: string;
  userId: string;
  message: Message;
  groupKey: string | null;
}

/** Longer than any attempt may last. */
const LEASE_SECONDS = 90;
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
       target_type, target_value, message, fallbacks, group_key, stage, status, next_at, idempotency_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'pending', now(), $15)
     on conflict (organization_id, idempotency_key) do nothing`,
    [
      uuidv7(),
      organizationId,
      chain.eventId,
      chain.eventType,
      chain.policyId,
      chain.userId,
      route.connector_id,
      route.endpoint_id ?? null,
      route.target.type,
      route.target.value,
      JSON.stringify(chain.message),
      JSON.stringify(fallbacks),
      chain.groupKey,
      route.stage,
      idempotencyKey(organizationId, chain, route),
    ],
  );
  return rowCount ?? 0;
}

/** A place is told once of an event, however many recipients lead there. */
function idempotencyKey(organizationId: string, { eventId, policyId, userId }: Chain, route: Route): string {
  const direct = route.target.type === 'direct_user' ? userId : '';
  const parts = [organizationId, eventId, policyId, direct, route.stage, route.connector_id, route.endpoint_id ?? ''];
  const text = JSON.stringify([...parts, route.target.type, route.target.value]);
  return `notify:${createHash('sha256').update(text).digest('hex')}`;
}

/**
 * Takes what is due and what a lost worker left, oldest first. Of an incident and a target only the oldest unfinished
 * delivery goes, so that nothing overtakes.
 */
export async function lease(client: PoolClient, organizationId: string, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await client.query<DeliveryRow>(
    // Materialized: a subquery that locks may be run again for every row, and would then take more than its limit.
    `with due as materialized (
       select id from deliveries d
       where organization_id = $1
         and ((status = 'pending' and next_at <= now()) or (status = 'sending' and lease_until < now()))
         and not exists (
           select from deliveries e
           where e.organization_id = $1 and e.group_key = d.group_key and e.connector_id = d.connector_id
             and e.target_value = d.target_value and e.id < d.id and e.status in ('pending', 'sending'))
         and (select count(*) from deliveries s where s.organization_id = $1 and s.connector_id = d.connector_id
              and s.status = 'sending' and s.lease_until >= now()) < ${PER_CONNECTOR}
       order by next_at limit $2 for update skip locked)
     update deliveries set status = 'sending', attempt = attempt + 1, fence = fence + 1, sent_at = now(),
       lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
     from due where deliveries.id = due.id
     returning deliveries.*`,
    [organizationId, limit],
  );
  return rows;
}

/** "Resolved" tells nothing to who never heard of the trouble: true when its "triggered" failed there for good. */
export async function isOrphan(client: PoolClient, row: DeliveryRow): Promise<boolean> {
  if (row.group_key === null || !row.event_type.endsWith('.resolved')) return false;
  const { rows } = await client.query<{ heard: boolean; failed: boolean }>(
    `select coalesce(bool_or(status in ('success', 'acknowledged')), false) as heard,
       coalesce(bool_or(status = 'failed'), false) as failed
     from deliveries where organization_id = $1 and group_key = $2 and connector_id = $3 and target_value = $4 and id < $5`,
    [row.organization_id, row.group_key, row.connector_id, row.target_value, row.id],
  );
  return rows[0].failed && !rows[0].heard;
}

export interface Outcome {
  status: 'success' | 'pending' | 'failed' | 'skipped';
  errorCode?: string;
  errorMessage?: string;
  latencyMs?: number;
  waitMs?: number;
}

/** A test of a connector, for the log alone. */
export async function logTest(client: PoolClient, test: LoggedTest): Promise<void> {
  await client.query(
    `insert into deliveries (id, organization_id, event_id, event_type, connector_id, target_type, target_value, message, stage,
       attempt, status, error_code, error_message, latency_ms, sent_at, delivered_at, idempotency_key)
     values ($1, $2, $3, 'notify.test', $4, $5, $6, '{}', 'test', 1, $7, $8, $9, $10, $11, $12, $13)`,
    [
      test.id,
      test.organizationId,
      `notify.test:${test.id}`,
      test.connectorId,
      test.target.type,
      test.target.value,
      test.error === undefined ? 'success' : 'failed',
      test.error === undefined ? null : 'connector_send_failed',
      test.error ?? null,
      test.latencyMs,
      test.sentAt,
      test.error === undefined ? test.sentAt : null,
      `notify:test:${test.organizationId}:${test.connectorId}:${test.id}`,
    ],
  );
}

export interface LoggedTest {
  id: string;
  organizationId: string;
  connectorId: string;
  target: Target;
  error: string | undefined;
  latencyMs: number;
  sentAt: Date;
}

/** Records an attempt; false when another worker has taken the row since. */
export async function finish(client: PoolClient, row: DeliveryRow, outcome: Outcome): Promise<boolean> {
  const { rowCount } = await client.query(
    `update deliveries set status = $4, error_code = $5, error_message = $6, latency_ms = $7, lease_until = null,
       delivered_at = case when $4 = 'success' then now() end,
       next_at = case when $4 = 'pending' then now() + make_interval(secs => $8::float8 / 1000) end
     where organization_id = $1 and id = $2 and fence = $3 and status = 'sending'`,
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
  return rowCount === 1;
}

/** Writes when the organization has something to do next, for the worker to find. */
export async function noteDue(client: PoolClient, organizationId: string): Promise<void> {
  // The lock comes first: the statement after it sees what the last holder has committed.
  await lockOrganization(client, organizationId);
  await client.query(
    `update organizations set next_due_at = (
       select least(
         (select min(case status when 'pending' then next_at else lease_until end) from deliveries
          where organization_id = $1 and status in ('pending', 'sending')),
         (select min(due_at) from escalations where organization_id = $1 and status = 'waiting')))
     where id = $1`,
    [organizationId],
  );
}
