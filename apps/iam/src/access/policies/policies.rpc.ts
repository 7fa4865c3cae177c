import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { EvaluateBatch, evaluateBatch, permissionCatalog, type PermissionCatalog } from '@spanwise/contracts/iam/roles';
import type { Decision } from '@spanwise/contracts/authz/decisions';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { PolicyDecisions } from './policy-decisions.js';

@Controller()
export class PoliciesController {
  constructor(private readonly policyDecisions: PolicyDecisions) {}

  @HandleRpc(permissionCatalog)
  catalog(_: Empty, { context }: ScopedCall): Promise<PermissionCatalog> {
    return this.policyDecisions.catalog(context);
  }

  @HandleRpc(evaluateBatch)
  evaluate(input: EvaluateBatch, { context }: ScopedCall): Promise<{ decisions: Decision[] }> {
    return this.policyDecisions.evaluate(input, context);
  }
}
