import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { unavailable } from '@spanwise/contracts/errors';
import type { Empty } from '@spanwise/contracts/rpc';
import { systemOrganization, type SystemOrganization } from '@spanwise/contracts/telemetry';
import { translateFaults } from '@spanwise/postgres/availability';
import { Scopes } from '../db/scopes.js';

/** Where the platform's own telemetry belongs (decisions 3.16). */
@Controller()
export class SystemOrganizationController {
  constructor(private readonly scopes: Scopes) {}

  @HandleRpc(systemOrganization)
  systemOrganization(_: Empty): Promise<SystemOrganization> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => {
        const { rows } = await client.query<{ id: string }>('select id from organizations where system');
        if (rows.length !== 1) throw unavailable('The system organization is not made yet.');
        return { organization_id: rows[0].id };
      }),
    );
  }
}
