import { Module } from '@nestjs/common';
import { OrganizationBilling } from './billing/organization-billing.js';
import { PaymentEvents } from './billing/payment-events.js';
import { LicenseVersions } from './license/license-versions.js';
import { Licenses } from './license/licenses.js';
import { Quotas } from './quotas/quotas.js';

@Module({
  controllers: [OrganizationBilling, LicenseVersions, Quotas],
  providers: [PaymentEvents, Licenses],
  exports: [Licenses],
})
export class CommerceModule {}
