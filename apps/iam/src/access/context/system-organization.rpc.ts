import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { Empty } from '@spanwise/contracts/authz/rpc';
import { systemOrganization, type SystemOrganization } from '@spanwise/contracts/telemetry/own-telemetry';
import { SystemOrganizations } from './system-organizations.js';

@Controller()
export class SystemOrganizationController {
  constructor(private readonly systemOrganizations: SystemOrganizations) {}

  @HandleRpc(systemOrganization)
  systemOrganization(_: Empty): Promise<SystemOrganization> {
    return this.systemOrganizations.systemOrganization();
  }
}
