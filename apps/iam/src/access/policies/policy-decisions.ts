import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import { authorize, isKnownPermission } from '@spanwise/contracts/authz/authorize';
import { EvaluateBatch, evaluateBatch, permissionCatalog, type PermissionCatalog } from '@spanwise/contracts/iam/roles';
import type { Decision } from '@spanwise/contracts/authz/decisions';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Clock } from '../../clock.js';
import { Scopes } from '../../db/scopes.js';
import { catalogOf } from './catalog.js';
import { holdingsOf } from './holdings.store.js';

@Controller()
export class PolicyDecisions {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
  ) {}

  @HandleRpc(permissionCatalog)
  async catalog(_: Empty, context: IamContext): Promise<PermissionCatalog> {
    if (!['iam.roles.read', 'iam.policies.read'].some((permission) => context.permissions.includes(permission))) {
      throw forbidden('The permission iam.roles.read is missing.');
    }
    return catalogOf();
  }

  @HandleRpc(evaluateBatch)
  async evaluate({ requests }: EvaluateBatch, context: IamContext): Promise<{ decisions: Decision[] }> {
    const at = requests.findIndex((request) => !isKnownPermission(request.permission));
    if (at >= 0) {
      throw invalidArgument('A permission is unknown.', [
        { field: `requests.${at}.permission`, reason: 'is not in the catalogue' },
      ]);
    }
    const holdings = await this.scopes.in({ organizationId: context.organization_id }, (client) =>
      holdingsOf(client, context),
    );
    const nowMicros = this.clock.nowMs() * 1_000;
    return { decisions: requests.map((request) => authorize(context, holdings, request, nowMicros)) };
  }
}
