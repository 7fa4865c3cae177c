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
    summary: 'How organizations are billed',
    description: 'The settings of the installation; its secret is never shown.',
  })
  @Get('settings')
  settings(@CurrentCaller() caller: Caller): Promise<BillingSettings> {
    return this.bus.rpc.call(billingSettings, new Empty(), caller.signed);
  }

  @Access({ system: 'sys.settings.manage' })
  @Operation('BillingSettings', {
    summary: 'Change how organizations are billed',
    description: `Of the platform alone: who pays does not write the rules of payment. Members that are left out stay as they
are. From the moment it is switched on, an organization without a subscription has a trial of \`trial_days\`.`,
    body: UpdateBillingSettings,
  })
  @Put('settings')
  update(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<BillingSettings> {
    return this.bus.rpc.call(updateBillingSettings, parse(UpdateBillingSettings, body), caller.signed);
  }

  @AnyContext()
  @Operation('Trial', {
    summary: 'The organization’s trial',
    description: '`converted` where a subscription has taken its place, and where billing is not in use.',
  })
  @Get('trial')
  trial(@CurrentCaller() caller: Caller): Promise<Trial> {
    return this.bus.rpc.call(trial, new Empty(), caller.signed);
  }
}
