import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  dayRange,
  queryDays,
  storedBytes,
  type QueryDay,
  type StoredBytesOf,
  type UsageQuery,
} from '@spanwise/contracts/telemetry/usage';
import { translateFaults } from '@spanwise/postgres/availability';
import { inTransaction } from '@spanwise/postgres/transaction';
import { readQueryDays } from './query-counts.store.js';
import { UsagePools } from './usage-pools.js';
import { readStoredBytes } from './usage.store.js';

/** Queries of each day, and bytes that are stored. */
@Controller()
export class UsageDays {
  constructor(private readonly pools: UsagePools) {}

  /** The platform's view is over all organizations, and so of the role that sees all. */
  @HandleRpc(queryDays)
  days(query: UsageQuery, context: IamContext): Promise<QueryDay[]> {
    const range = dayRange(query, Date.now());
    if (context.scope === 'system') return translateFaults(() => readQueryDays(this.pools.writer, range));
    const { organization_id: organizationId } = context;
    return translateFaults(() =>
      inTransaction(this.pools.reader, { organizationId, readOnly: true }, (client) =>
        readQueryDays(client, range, organizationId),
      ),
    );
  }

  @HandleRpc(storedBytes)
  stored({ organization_ids: ids }: StoredBytesOf): Promise<Record<string, number>> {
    return translateFaults(() => readStoredBytes(this.pools.writer, ids));
  }
}
