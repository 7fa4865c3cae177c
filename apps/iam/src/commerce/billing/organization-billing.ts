import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { unauthorized } from '@spanwise/contracts/base/errors';
import {
  billingSettings,
  receivePaymentEvent,
  SignedPaymentEvent,
  trial,
  UpdateBillingSettings,
  updateBillingSettings,
  type BillingSettings,
  type PaymentEventReceived,
  type Trial,
} from '@spanwise/contracts/iam/billing';
import { seal } from '@spanwise/host/sealing';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { billingFacts, changeBillingSettings, findBilling, readSettings } from './billing.store.js';
import { PaymentEvents, WEBHOOK_SECRET_BOUND } from './payment-events.js';
import { billingOf, DAY_MS, trialTimes } from './subscription-life.js';

@Controller()
export class OrganizationBilling {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly clock: Clock,
    private readonly events: PaymentEvents,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(billingSettings)
  settings(): Promise<BillingSettings> {
    return this.scopes.in({}, readSettings);
  }

  @HandleRpc(updateBillingSettings)
  async update(input: UpdateBillingSettings, context: IamContext): Promise<BillingSettings> {
    const { webhook_secret: secret, ...plain } = input;
    const sealed =
      secret === undefined
        ? null
        : seal(this.config.values.secretKeys, Buffer.from(secret, 'utf8'), WEBHOOK_SECRET_BOUND);
    const settings = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await changeBillingSettings(
        client,
        plain.enabled ?? null,
        plain.trial_days ?? null,
        plain.signature_tolerance_secs ?? null,
        sealed,
      );
      const payload = { ...plain, ...(secret !== undefined && { webhook_secret: 'changed' }) };
      await audit(client, { ...actorOf(context), action: 'billing_settings.update', payload });
      return readSettings(client);
    });
    this.invalidations.publish({ everything: true });
    return settings;
  }

  @HandleRpc(trial)
  trial(_: Empty, context: IamContext): Promise<Trial> {
    return this.scopes.in({}, async (client) => {
      const row = await findBilling(client, context.organization_id);
      if (row === undefined) throw unauthorized();
      const facts = billingFacts(row);
      const { startedAtMs, endsAtMs } = trialTimes(facts);
      const { billing_state: billingState } = billingOf(facts);
      const leftMs = Math.max(0, endsAtMs - this.clock.nowMs());
      const running = leftMs > 0 ? 'active' : 'expired';
      return {
        state: billingState === 'trial' ? running : 'converted',
        started_at_micros: startedAtMs * 1_000,
        ends_at_micros: endsAtMs * 1_000,
        days_remaining: billingState === 'trial' ? Math.ceil(leftMs / DAY_MS) : 0,
        billing_state: billingState,
      };
    });
  }

  @HandleRpc(receivePaymentEvent)
  receive(input: SignedPaymentEvent): Promise<PaymentEventReceived> {
    const body = Buffer.from(input.body_base64, 'base64');
    return this.events.receive({ header: input.signature, body });
  }
}
