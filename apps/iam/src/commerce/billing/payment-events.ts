import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { invalidArgument, notFound, unauthorized } from '@spanwise/contracts/base/errors';
import type { PaymentEventReceived, SubscriptionState } from '@spanwise/contracts/iam/billing';
import { unseal } from '@spanwise/host/sealing';
import { audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { subscriptionEvent, type SubscriptionEvent } from './payment-event.js';
import { bestOf, isLater, positionOf, stateOfStatus, type Position } from './subscription-life.js';
import {
  lockPaying,
  nameSubscription,
  readStates,
  readSubscription,
  readWebhookSettings,
  recordEvent,
  setSubscriptionState,
  writeSubscription,
  type SubscriptionRow,
} from './subscriptions.store.js';
import { signatureHolds, type SignedBody } from './webhook-signature.js';
/** Binds the sealed secret to its place. */
export const WEBHOOK_SECRET_BOUND = 'billing.webhook_secret';

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
    const { state, changedOrganization } = await this.scopes.in({}, (client) => this.apply(client, event));
    if (changedOrganization !== undefined) this.invalidations.publish({ organization_id: changedOrganization });
    return { received: true, state };
  }

  private async verify(signed: SignedBody): Promise<void> {
    const settings = await this.scopes.in({}, readWebhookSettings);
    const { enabled, signature_tolerance_secs: tolerance, webhook_secret: sealed } = settings;
    if (!enabled || sealed === null) throw notFound('Billing is not in use here.');
    const secret = unseal(this.config.values.secretKeys, sealed, WEBHOOK_SECRET_BOUND).toString('utf8');
    if (!signatureHolds(signed, secret, tolerance, this.clock.nowMs() / 1_000)) throw unauthorized();
  }

  private async apply(
    client: PoolClient,
    event: SubscriptionEvent,
  ): Promise<{ state: SubscriptionState; changedOrganization?: string }> {
    await nameSubscription(client, event.subscriptionId);
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
  const found = await lockPaying(client, id);
  if (!found) throw unknownOrganization();
  return id;
}

/** True when the organization's own state is another one now. */
async function settleOrganization(client: PoolClient, organizationId: string): Promise<boolean> {
  const states = await readStates(client, organizationId);
  const changed = await setSubscriptionState(client, organizationId, bestOf(states));
  return changed;
}

const unknownOrganization = () => invalidArgument('The event names no organization that its subscription belongs to.');
