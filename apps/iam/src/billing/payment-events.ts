import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { invalidArgument, notFound, unauthorized } from '@spanwise/contracts/errors';
import type { PaymentEventReceived, SubscriptionState } from '@spanwise/contracts/iam-billing';
import { unseal } from '@spanwise/host/sealing';
import { audit } from '../audit/audit.js';
import { Clock } from '../clock.js';
import { IamConfig } from '../config.js';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { subscriptionEvent, type SubscriptionEvent } from './payment-event.js';
import { bestOf, isLater, positionOf, stateOfStatus, type Position } from './subscription-life.js';
import { signatureHolds, type SignedBody } from './webhook-signature.js';

const PROVIDER = 'stripe';
/** Binds the sealed secret to its place. */
export const WEBHOOK_SECRET_BOUND = 'billing.webhook_secret';
/** The provider sends an event again for three days; what comes later is put in order by its position alone. */
const EVENTS_KEPT = '90 days';

interface SubscriptionRow {
  organization_id: string;
  state: SubscriptionState;
  ended: boolean;
  event_created: string;
  event_rank: number;
  event_id: string;
}

/** Takes the payment provider's events: in any order, any number of times, they leave the same state. */
@Injectable()
export class PaymentEvents {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly clock: Clock,
    private readonly invalidations: Invalidations,
  ) {}

  async receive(signed: SignedBody): Promise<PaymentEventReceived> {
    await this.verify(signed);
    const event = subscriptionEvent(signed.body);
    if (event === undefined) return { received: true, ignored: true };
    const { state, changedOrganization } = await this.scopes.unscoped((client) => this.apply(client, event));
    if (changedOrganization !== undefined) this.invalidations.publish({ organization_id: changedOrganization });
    return { received: true, state };
  }

  private async verify(signed: SignedBody): Promise<void> {
    const { rows } = await this.scopes.unscoped((client) =>
      client.query<{ enabled: boolean; signature_tolerance_secs: number; webhook_secret: Buffer | null }>(
        'select enabled, signature_tolerance_secs, webhook_secret from billing_settings',
      ),
    );
    const [{ enabled, signature_tolerance_secs: tolerance, webhook_secret: sealed }] = rows;
    if (!enabled || sealed === null) throw notFound('Billing is not in use here.');
    const secret = unseal(this.config.values.secretKeys, sealed, WEBHOOK_SECRET_BOUND).toString('utf8');
    if (!signatureHolds(signed, secret, tolerance, this.clock.nowMs() / 1_000)) throw unauthorized();
  }

  private async apply(
    client: PoolClient,
    event: SubscriptionEvent,
  ): Promise<{ state: SubscriptionState; changedOrganization?: string }> {
    await client.query("select set_config('spanwise.subscription_id', $1, true)", [event.subscriptionId]);
    const fresh = await recordEvent(client, event);
    const stored = await readSubscription(client, event.subscriptionId);
    if (!fresh && stored !== undefined) return { state: stored.state };
    const organizationId = await lockOrganization(client, event, stored);
    const state = stateOfStatus(event.type, event.status);
    const position = positionOf({ ...event, state });
    // Read again: another event of this subscription may have been ahead at the lock.
    const before = await readSubscription(client, event.subscriptionId);
    if (before !== undefined && before.organization_id !== organizationId) throw unknownOrganization();
    if (before !== undefined && !isLater(position, positionIn(before))) return { state: before.state };
    await writeSubscription(client, organizationId, event, state, position);
    await nameOrganization(client, organizationId);
    const changed = await settleOrganization(client, organizationId);
    if (before?.state !== state) {
      await audit(client, {
        organizationId,
        actorId: null,
        actorKind: 'anonymous',
        action: 'subscription.update',
        targetKind: 'subscription',
        target: event.subscriptionId,
        payload: { state, status: event.status, event: event.id },
      });
    }
    return { state, ...(changed && { changedOrganization: organizationId }) };
  }
}

/** False when it came before. Of the same event at once, all but one wait here for the one. */
async function recordEvent(client: PoolClient, event: SubscriptionEvent): Promise<boolean> {
  await client.query(`delete from billing_events where received_at < now() - interval '${EVENTS_KEPT}'`);
  const { rowCount } = await client.query(
    `insert into billing_events (provider, event_id, type, subscription_id) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [PROVIDER, event.id, event.type, event.subscriptionId],
  );
  return rowCount === 1;
}

async function readSubscription(client: PoolClient, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await client.query<SubscriptionRow>(
    `select organization_id, state, ended, event_created, event_rank, event_id from subscriptions
      where provider_id = $1`,
    [id],
  );
  return rows[0];
}

const positionIn = (row: SubscriptionRow): Position => ({
  ended: row.ended,
  created: Number(row.event_created),
  rank: row.event_rank,
  eventId: row.event_id,
});

/** Events of an organization are applied one by one; a subscription never changes its organization. */
async function lockOrganization(
  client: PoolClient,
  event: SubscriptionEvent,
  stored: SubscriptionRow | undefined,
): Promise<string> {
  const id = stored?.organization_id ?? event.organizationId;
  if (id === undefined || (event.organizationId !== undefined && event.organizationId !== id)) {
    throw unknownOrganization();
  }
  const { rowCount } = await client.query('select from organizations where id = $1 and not system for update', [id]);
  if (rowCount === 0) throw unknownOrganization();
  return id;
}

async function writeSubscription(
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

/** True when the organization's own state is another one now. */
async function settleOrganization(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rows } = await client.query<{ state: SubscriptionState }>(
    'select state from subscriptions where organization_id = $1',
    [organizationId],
  );
  const { rowCount } = await client.query(
    `update organizations set subscription_state = $2, policy_version = policy_version + 1
      where id = $1 and subscription_state is distinct from $2`,
    [organizationId, bestOf(rows.map((row) => row.state))],
  );
  return rowCount === 1;
}

const unknownOrganization = () => invalidArgument('The event names no organization that its subscription belongs to.');
