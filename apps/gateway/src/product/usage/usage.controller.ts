import { Controller, Get, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { queryDays, USAGE_ACCESS, usageDays, UsageQuery, type UsageDay } from '@spanwise/contracts/telemetry/usage';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { Operation } from '../../edge/openapi/operation.js';
import { mergedUsage } from './merged-usage.js';

@Controller('api/v1/billing/usage')
export class UsageController {
  constructor(private readonly bus: Bus) {}

  @Access(USAGE_ACCESS)
  @Operation('Usage', {
    summary: 'Ingested volume and queries per day',
    description: 'Of the organization; in the platform’s organization, of all. Newest day first, at most 366.',
    query: UsageQuery,
  })
  @Get()
  async days(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<UsageDay[]> {
    const asked = parseQuery(UsageQuery, query, []);
    const [ledger, queries] = await Promise.all([
      this.bus.rpc.call(usageDays, asked, caller.signed),
      this.bus.rpc.call(queryDays, asked, caller.signed),
    ]);
    return mergedUsage(ledger, queries);
  }
}
