import { Body, Controller, Get, Put } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  billingSettings,
  trial,
  UpdateBillingSettings,
  updateBillingSettings,
  type BillingSettings,
  type Trial,
} from '@spanwise/contracts/iam/billing';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access, AnyContext } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { Operation } from '../../edge/openapi/operation.js';

@Controller('api/v1/billing')
export class BillingController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'org.billing.read', system: 'sys.settings.manage' })
  @Operation('BillingSettings', {
    summary: 'Billing settings',
    description: 'The settings of the installation; its secret is never shown.',
  })
  @Get('settings')
  settings(@CurrentCaller() caller: Caller): Promise<BillingSettings> {
    return this.bus.rpc.call(billingSettings, new Empty(), caller.signed);
  }

  @Access({ system: 'sys.settings.manage' })
  @Operation('BillingSettings', {
    summary: 'Update billing settings',
    description: `Platform administrators only. Omitted members are unchanged. Once billing is enabled, an organization without a subscription has a trial of \`trial_days\`.`,
    body: UpdateBillingSettings,
  })
  @Put('settings')
  update(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<BillingSettings> {
    return this.bus.rpc.call(updateBillingSettings, parse(UpdateBillingSettings, body), caller.signed);
  }

  @AnyContext()
  @Operation('Trial', {
    summary: 'The organization’s trial',
    description: '`converted` once a subscription replaces it, and where billing is disabled.',
  })
  @Get('trial')
  trial(@CurrentCaller() caller: Caller): Promise<Trial> {
    return this.bus.rpc.call(trial, new Empty(), caller.signed);
  }
}
