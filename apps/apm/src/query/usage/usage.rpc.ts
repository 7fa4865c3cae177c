import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  queryDays,
  storedBytes,
  type QueryDay,
  type StoredBytesOf,
  type UsageQuery,
} from '@spanwise/contracts/telemetry/usage';
import { UsageDays } from './usage-days.js';

@Controller()
export class UsageController {
  constructor(private readonly usage: UsageDays) {}

  @HandleRpc(queryDays)
  days(query: UsageQuery, { context }: ScopedCall): Promise<QueryDay[]> {
    return this.usage.days(query, context);
  }

  @HandleRpc(storedBytes)
  stored(asked: StoredBytesOf): Promise<Record<string, number>> {
    return this.usage.stored(asked);
  }
}
