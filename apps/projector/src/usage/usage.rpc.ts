import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { Empty } from '@spanwise/contracts/authz/rpc';
import {
  ingestedBytes,
  IngestedSince,
  usageDays,
  UsageQuery,
  usageToday,
  type LedgerDay,
  type UsageToday,
} from '@spanwise/contracts/telemetry/usage';
import { LedgerDays } from './ledger-days.js';

@Controller()
export class UsageController {
  constructor(private readonly ledgerDays: LedgerDays) {}

  @HandleRpc(usageDays)
  days(query: UsageQuery, { context }: ScopedCall): Promise<LedgerDay[]> {
    return this.ledgerDays.list(query, context);
  }

  @HandleRpc(ingestedBytes)
  async ingested({ from_micros: from }: IngestedSince, { context }: ScopedCall): Promise<{ bytes: number | null }> {
    return { bytes: await this.ledgerDays.ingestedSince(from, context.organization_id) };
  }

  @HandleRpc(usageToday)
  today(_: Empty): Promise<UsageToday> {
    return this.ledgerDays.today();
  }
}
