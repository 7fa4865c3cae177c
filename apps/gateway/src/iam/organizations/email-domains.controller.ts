import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  addEmailDomain,
  EmailDomain,
  listEmailDomains,
  removeEmailDomain,
  type EmailDomains,
} from '@spanwise/contracts/iam/orgs';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { Operation } from '../../edge/openapi/operation.js';

/** Whose e-mail addresses may join (ACCESS-8). */
@Controller('api/v1/orgs/email-domains')
export class EmailDomainsController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'org.settings.read' })
  @Operation('EmailDomains', {
    summary: 'Allowed e-mail domains',
    description: 'Sub-domains are included. An empty list allows every domain.',
  })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<EmailDomains> {
    return this.bus.rpc.call(listEmailDomains, new Empty(), caller.signed);
  }

  @Access({ organization: 'org.settings.manage' })
  @Operation('EmailDomains', {
    summary: 'Allow an e-mail domain',
    body: EmailDomain,
    refusals: { conflict: 'The organization names 1000 domains.' },
  })
  @Post()
  @HttpCode(200)
  add(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<EmailDomains> {
    return this.bus.rpc.call(addEmailDomain, parse(EmailDomain, body), caller.signed);
  }

  @Access({ organization: 'org.settings.manage' })
  @Operation('EmailDomains', { summary: 'Remove an allowed e-mail domain', path: { domain: 'The domain' } })
  @Delete(':domain')
  remove(@Param('domain') domain: string, @CurrentCaller() caller: Caller): Promise<EmailDomains> {
    return this.bus.rpc.call(removeEmailDomain, parse(EmailDomain, { domain }), caller.signed);
  }
}
