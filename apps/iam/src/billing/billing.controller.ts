import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { unauthorized } from '@spanwise/contracts/errors';
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
} from '@spanwise/contracts/iam-billing';
import { Empty } from '@spanwise/contracts/rpc';
import { seal } from '@spanwise/host/sealing';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { Clock } from '../clock.js';
import { IamConfig } from '../config.js';
import { Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { BILLING_COLUMNS, billingFacts, type BillingRow } from './billing-facts.js';
import { PaymentEvents, WEBHOOK_SECRET_BOUND } from './payment-events.js';
import { billingOf, trialTimes } from './subscription-life.js';

const DAY_MS = 86_400_000;

interface SettingsRow {
  enabled: boolean;
  trial_days: number;
  signature_tolerance_secs: number;
  secret_set: boolean;
  updated_at: Date;
}

@Controller()
export class BillingController {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly clock: Clock,
    private readonly events: PaymentEvents,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(billingSettings)
  settings(_: Empty): Promise<BillingSettings> {
    return translateFaults(() => this.scopes.unscoped(readSettings));
  }

  @HandleRpc(updateBillingSettings)
  async update(input: UpdateBillingSettings, { context }: ScopedCall): Promise<BillingSettings> {
    const { webhook_secret: secret, ...plain } = input;
    const sealed =
      secret === undefined
        ? null
        : seal(this.config.values.secretKeys, Buffer.from(secret, 'utf8'), WEBHOOK_SECRET_BOUND);
    const settings = await translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await client.query(
          `update billing_settings set
             enabled_at = case when $1 and not enabled then now() else enabled_at end,
             enabled = coalesce($1, enabled), trial_days = coalesce($2, trial_days),
             signature_tolerance_secs = coalesce($3, signature_tolerance_secs),
             webhook_secret = coalesce($4, webhook_secret), updated_at = now()`,
          [plain.enabled ?? null, plain.trial_days ?? null, plain.signature_tolerance_secs ?? null, sealed],
        );
        const payload = { ...plain, ...(secret !== undefined && { webhook_secret: 'changed' }) };
        await audit(client, { ...actorOf(context), action: 'billing_settings.update', payload });
        return readSettings(client);
      }),
    );
    this.invalidations.publish({ everything: true });
    return settings;
  }

  @HandleRpc(trial)
  trial(_: Empty, { context }: ScopedCall): Promise<Trial> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => {
        const { rows } = await client.query<BillingRow>(
          `select o.created_at, o.system, ${BILLING_COLUMNS} from organizations o where o.id = $1`,
          [context.organization_id],
        );
        if (rows.length === 0) throw unauthorized();
        const facts = billingFacts(rows[0]);
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
      }),
    );
  }

  @HandleRpc(receivePaymentEvent)
  receive(input: SignedPaymentEvent): Promise<PaymentEventReceived> {
    const body = Buffer.from(input.body_base64, 'base64');
    return translateFaults(() => this.events.receive({ header: input.signature, body }));
  }
}

async function readSettings(client: PoolClient): Promise<BillingSettings> {
  const { rows } = await client.query<SettingsRow>(
    `select enabled, trial_days, signature_tolerance_secs, webhook_secret is not null as secret_set, updated_at
       from billing_settings`,
  );
  const [row] = rows;
  return {
    enabled: row.enabled,
    trial_days: row.trial_days,
    signature_tolerance_secs: row.signature_tolerance_secs,
    webhook_secret_set: row.secret_set,
    updated_at_micros: row.updated_at.getTime() * 1_000,
  };
}
