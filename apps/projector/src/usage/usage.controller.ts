import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { Empty } from '@spanwise/contracts/rpc';
import {
  dayOfMicros,
  dayRange,
  dayText,
  usageDays,
  UsageQuery,
  usageToday,
  type LedgerDay,
  type UsageToday,
} from '@spanwise/contracts/usage';
import { translateFaults } from '@spanwise/postgres/availability';
import { inTransaction } from '@spanwise/postgres/transaction';
import { ReaderPool } from '../reader-pool.js';
import { WriterPool } from '../writer-pool.js';
import { readUsage } from './usage-days.js';

@Controller()
export class UsageController {
  constructor(
    private readonly reader: ReaderPool,
    private readonly writer: WriterPool,
  ) {}

  /** The platform's view is over all organizations, and so of the role that sees all. */
  @HandleRpc(usageDays)
  days(query: UsageQuery, { context }: ScopedCall): Promise<LedgerDay[]> {
    const range = dayRange(query, Date.now());
    if (context.scope === 'system') return translateFaults(() => readUsage(this.writer.pool, range));
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      inTransaction(this.reader.pool, { organizationId, readOnly: true }, (client) =>
        readUsage(client, range, organizationId),
      ),
    );
  }

  @HandleRpc(usageToday)
  today(_: Empty): Promise<UsageToday> {
    const day = dayOfMicros(Date.now() * 1_000);
    return translateFaults(async () => {
      const days = await readUsage(this.writer.pool, { from: day, to: day });
      return { day: dayText(day), bytes: Object.fromEntries(days.map((one) => [one.organization_id, one.bytes])) };
    });
  }
}
