import { Controller, Get, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { usageDays, UsageQuery, type UsageDay } from '@spanwise/contracts/usage';
import { Access } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { parseQuery } from '../auth/parse-query.js';
import { Operation } from '../openapi/operation.js';

@Controller('api/v1/billing/usage')
export class UsageController {
  constructor(private readonly bus: Bus) {}

  @Access({ organization: 'org.billing.read', system: 'sys.organizations.manage' })
  @Operation('Usage', {
    summary: 'What was sent, by day',
    description:
      'Of the organization; in the organization of the platform, of every one. Newest day first, 366 at most.',
    query: UsageQuery,
  })
  @Get()
  days(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<UsageDay[]> {
    return this.bus.rpc.call(usageDays, parseQuery(UsageQuery, query, []), caller.signed);
  }
}
