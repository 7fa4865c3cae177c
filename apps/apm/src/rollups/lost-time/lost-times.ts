import { Injectable } from '@nestjs/common';
import type { LostTime } from '@spanwise/contracts/telemetry/query';
import { Database } from '@spanwise/postgres/database';
import { readLostTime } from './lost-time.store.js';

/** What of an organization's telemetry is known to be lost, for readers of stored records. */
@Injectable()
export class LostTimes {
  constructor(private readonly database: Database) {}

  of(organizationId: string, range: { fromMicros: number; toMicros: number }): Promise<LostTime[]> {
    return this.database.transaction({ organizationId, readOnly: true }, (client) =>
      readLostTime(client, organizationId, range),
    );
  }
}
