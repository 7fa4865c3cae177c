import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LostTime } from '@spanwise/contracts/telemetry/query';
import { translateFaults } from '@spanwise/postgres/availability';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { readLostTime } from './lost-time.store.js';

/** What of an organization's telemetry is known to be lost, for readers of stored records. */
@Injectable()
export class LostTimes {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  of(organizationId: string, range: { fromMicros: number; toMicros: number }): Promise<LostTime[]> {
    return translateFaults(() =>
      inTransaction(poolOf(this.source), { organizationId, readOnly: true }, (client) =>
        readLostTime(client, organizationId, range),
      ),
    );
  }
}
