import { Controller } from '@nestjs/common';
import type { Pool } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  dayRange,
  queryDays,
  storedBytes,
  type QueryDay,
  type StoredBytesOf,
  type UsageQuery,
} from '@spanwise/contracts/usage';
import { translateFaults } from '@spanwise/postgres/availability';
import { inTransaction } from '@spanwise/postgres/transaction';
import { readQueryDays } from './query-counts.js';

/** The pools of the two roles: of requests, which sees one organization, and the one that sees all. */
export class UsagePools {
  constructor(
    readonly reader: Pool,
    readonly writer: Pool,
  ) {}
}

@Controller()
export class UsageController {
  constructor(private readonly pools: UsagePools) {}

  /** The platform's view is over all organizations, and so of the role that sees all. */
  @HandleRpc(queryDays)
  days(query: UsageQuery, { context }: ScopedCall): Promise<QueryDay[]> {
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
    return translateFaults(async () => {
      const { rows } = await this.pools.writer.query<{ organization_id: string; bytes: string }>(
        'select organization_id, sum(bytes) as bytes from segments where organization_id = any ($1) group by 1',
        [ids],
      );
      return Object.fromEntries(rows.map(({ organization_id: id, bytes }) => [id, Number(bytes)]));
    });
  }
}
