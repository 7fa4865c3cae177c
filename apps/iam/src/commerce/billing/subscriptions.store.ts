import type { PoolClient } from 'pg';
import type { SubscriptionState } from '@spanwise/contracts/iam/billing';
import type { SubscriptionEvent } from './payment-event.js';
import type { Position } from './subscription-life.js';

export interface SubscriptionRow {
  organization_id: string;
  state: SubscriptionState;
  ended: boolean;
  event_created: string;
  event_rank: number;
  event_id: string;
}

const PROVIDER = 'stripe';

/** The provider sends an event again for three days; what comes later is put in order by its position alone. */
const EVENTS_KEPT = '90 days';

export interface WebhookSettings {
  enabled: boolean;
  signature_tolerance_secs: number;
  webhook_secret: Buffer | null;
}

export async function readWebhookSettings(client: PoolClient): Promise<WebhookSettings> {
  const { rows } = await client.query<WebhookSettings>(
    'select enabled, signature_tolerance_secs, webhook_secret from billing_settings',
  );
  return rows[0]!;
}

/** Lets the transaction see the rows of one subscription. */
export async function nameSubscription(client: PoolClient, subscriptionId: string): Promise<void> {
  await client.query("select set_config('spanwise.subscription_id', $1, true)", [subscriptionId]);
}

/** False where there is no such organization that could pay. */
export async function lockPaying(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from organizations where id = $1 and not system and deleted_at is null for update',
    [organizationId],
  );
  return rowCount !== 0;
}

export async function readStates(client: PoolClient, organizationId: string): Promise<SubscriptionState[]> {
  const { rows } = await client.query<{ state: SubscriptionState }>(
    'select state from subscriptions where organization_id = $1',
    [organizationId],
  );
  return rows.map((row) => row.state);
}

/** True when it is another one now. */
export async function setSubscriptionState(
  client: PoolClient,
  organizationId: string,
  state: SubscriptionState | undefined,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update organizations set subscription_state = $2, policy_version = policy_version + 1
      where id = $1 and subscription_state is distinct from $2`,
    [organizationId, state],
  );
  return rowCount === 1;
}

/** False when it came before. Of the same event at once, all but one wait here for the one. */
export async function recordEvent(client: PoolClient, event: SubscriptionEvent): Promise<boolean> {
  await client.query(`delete from billing_events where received_at < now() - interval '${EVENTS_KEPT}'`);
  const { rowCount } = await client.query(
    `insert into billing_events (provider, event_id, type, subscription_id) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [PROVIDER, event.id, event.type, event.subscriptionId],
  );
  return rowCount === 1;
}

export async function readSubscription(client: PoolClient, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await client.query<SubscriptionRow>(
    `select organization_id, state, ended, event_created, event_rank, event_id from subscriptions
      where provider_id = $1`,
    [id],
  );
  return rows[0];
}

export async function writeSubscription(
  client: PoolClient,
  organizationId: string,
  event: SubscriptionEvent,
  state: SubscriptionState,
  position: Position,
): Promise<void> {
  await client.query(
    `insert into subscriptions (provider_id, organization_id, status, state, ended, event_created, event_rank, event_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (provider_id) do update set status = $3, state = $4, ended = $5, event_created = $6, event_rank = $7,
                                             event_id = $8, updated_at = now()`,
    [
      event.subscriptionId,
      organizationId,
      event.status,
      state,
      position.ended,
      position.created,
      position.rank,
      position.eventId,
    ],
  );
}
