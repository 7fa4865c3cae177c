import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { unavailable } from '@spanwise/contracts/base/errors';
import { systemOrganization, type SystemOrganization } from '@spanwise/contracts/telemetry/own-telemetry';
import { Scopes } from '../../db/scopes.js';
import { findSystemOrganization } from './contexts.store.js';

/** Where the platform's own telemetry belongs (ACCESS-10). */
@Controller()
export class SystemOrganizations {
  constructor(private readonly scopes: Scopes) {}

  @HandleRpc(systemOrganization)
  systemOrganization(): Promise<SystemOrganization> {
    return this.scopes.in({}, async (client) => {
      const rows = await findSystemOrganization(client);
      if (rows.length !== 1) throw unavailable('The system organization is not made yet.');
      return { organization_id: rows[0]!.id };
    });
  }
}
