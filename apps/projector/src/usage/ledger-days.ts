import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  dayOfMicros,
  dayRange,
  dayText,
  ingestedBytes,
  IngestedSince,
  usageDays,
  UsageQuery,
  usageToday,
  type LedgerDay,
  type UsageToday,
} from '@spanwise/contracts/telemetry/usage';
import { translateFaults } from '@spanwise/postgres/availability';
import { inTransaction } from '@spanwise/postgres/transaction';
import { ReaderPool } from '../reader-pool.js';
import { WriterPool } from '../writer-pool.js';
import { readIngestedBytes } from './ingested-bytes.store.js';
import { readUsage } from './usage-days.store.js';

/** What the ledger says of each day. */
@Controller()
export class LedgerDays {
  constructor(
    private readonly reader: ReaderPool,
    private readonly writer: WriterPool,
  ) {}

  /** The platform's view is over all organizations, and so of the role that sees all. */
  @HandleRpc(usageDays)
  list(query: UsageQuery, context: IamContext): Promise<LedgerDay[]> {
    const range = dayRange(query, Date.now());
    if (context.scope === 'system') return translateFaults(() => readUsage(this.writer.pool, range));
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      inTransaction(this.reader.pool, { organizationId, readOnly: true }, (client) =>
        readUsage(client, range, organizationId),
      ),
    );
  }

  @HandleRpc(ingestedBytes)
  async ingested(
    { from_micros: fromMicros }: IngestedSince,
    { organization_id: organizationId }: IamContext,
  ): Promise<{ bytes: number | null }> {
    const bytes = await translateFaults(() =>
      inTransaction(this.reader.pool, { organizationId, readOnly: true }, (client) =>
        readIngestedBytes(client, organizationId, fromMicros),
      ),
    );
    return { bytes };
  }

  @HandleRpc(usageToday)
  today(): Promise<UsageToday> {
    const day = dayOfMicros(Date.now() * 1_000);
    return translateFaults(async () => {
      const days = await readUsage(this.writer.pool, { from: day, to: day });
      return { day: dayText(day), bytes: Object.fromEntries(days.map((one) => [one.organization_id, one.bytes])) };
    });
  }
}
