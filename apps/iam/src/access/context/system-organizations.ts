import { Injectable } from '@nestjs/common';
import { unavailable } from '@spanwise/contracts/base/errors';
import { type SystemOrganization } from '@spanwise/contracts/telemetry/own-telemetry';
import { translateFaults } from '@spanwise/postgres/availability';
import { Scopes } from '../../db/scopes.js';
import { findSystemOrganization } from './contexts.store.js';

/** Where the platform's own telemetry belongs (ACCESS-10). */
@Injectable()
export class SystemOrganizations {
  constructor(private readonly scopes: Scopes) {}

  systemOrganization(): Promise<SystemOrganization> {
    return translateFaults(() =>
      this.scopes.in({}, async (client) => {
        const rows = await findSystemOrganization(client);
        if (rows.length !== 1) throw unavailable('The system organization is not made yet.');
        return { organization_id: rows[0].id };
      }),
    );
  }
}
