import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { forbidden, invalidArgument } from '@spanwise/contracts/errors';
import { evaluate, isKnownPermission } from '@spanwise/contracts/evaluation';
import {
  EvaluateBatch,
  evaluateBatch,
  permissionCatalog,
  type Decision,
  type PermissionCatalog,
} from '@spanwise/contracts/iam-roles';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { Clock } from '../clock.js';
import { Scopes } from '../db/scopes.js';
import { catalogOf } from './catalog.js';
import { holdingsOf } from './holdings.js';

@Controller()
export class PoliciesController {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
  ) {}

  @HandleRpc(permissionCatalog)
  async catalog(_: Empty, { context }: ScopedCall): Promise<PermissionCatalog> {
    if (!['iam.roles.read', 'iam.policies.read'].some((permission) => context.permissions.includes(permission))) {
      throw forbidden('The permission iam.roles.read is missing.');
    }
    return catalogOf();
  }

  @HandleRpc(evaluateBatch)
  evaluate({ requests }: EvaluateBatch, { context }: ScopedCall): Promise<{ decisions: Decision[] }> {
    const at = requests.findIndex((request) => !isKnownPermission(request.permission));
    if (at >= 0) {
      throw invalidArgument('A permission is unknown.', [
        { field: `requests.${at}.permission`, reason: 'is not in the catalogue' },
      ]);
    }
    return translateFaults(async () => {
      const holdings = await this.scopes.inOrganization(context.organization_id, (client) =>
        holdingsOf(client, context),
      );
      const nowMicros = this.clock.nowMs() * 1_000;
      return { decisions: requests.map((request) => evaluate(context, holdings, request, nowMicros)) };
    });
  }
}
