import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
import { Empty } from '@spanwise/contracts/authz/rpc';
import { OrganizationBilling } from './organization-billing.js';

@Controller()
export class BillingController {
  constructor(private readonly organizationBilling: OrganizationBilling) {}

  @HandleRpc(billingSettings)
  settings(_: Empty): Promise<BillingSettings> {
    return this.organizationBilling.settings();
  }

  @HandleRpc(updateBillingSettings)
  update(input: UpdateBillingSettings, { context }: ScopedCall): Promise<BillingSettings> {
    return this.organizationBilling.update(input, context);
  }

  @HandleRpc(trial)
  trial(_: Empty, { context }: ScopedCall): Promise<Trial> {
    return this.organizationBilling.trial(context);
  }

  @HandleRpc(receivePaymentEvent)
  receive(input: SignedPaymentEvent): Promise<PaymentEventReceived> {
    return this.organizationBilling.receive(input);
  }
}
