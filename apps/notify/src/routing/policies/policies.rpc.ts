import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  ById,
  createPolicy,
  deletePolicy,
  listPolicies,
  listResolverTypes,
  PolicyBody,
  PreviewPolicy,
  previewPolicy,
  readPolicy,
  RESOLVER_TYPES,
  SetPolicyOf,
  TestPolicyOf,
  testPolicy,
  updatePolicy,
  type PolicyPreview,
  type PolicyView,
  type ResolverType,
} from '@spanwise/contracts/notify/routing';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Policies } from './policies.js';
import { PolicyPreviews } from './policy-preview.js';
import { policyOf } from './policy-rules.js';

@Controller()
export class PoliciesController {
  constructor(
    private readonly policies: Policies,
    private readonly previews: PolicyPreviews,
  ) {}

  @HandleRpc(listResolverTypes)
  async resolverTypes(_: Empty): Promise<ResolverType[]> {
    return [...RESOLVER_TYPES];
  }

  @HandleRpc(listPolicies)
  list(_: Empty, { context }: ScopedCall): Promise<PolicyView[]> {
    return this.policies.list(context.organization_id);
  }

  @HandleRpc(readPolicy)
  read({ id }: ById, { context }: ScopedCall): Promise<PolicyView> {
    return this.policies.read(context.organization_id, id);
  }

  @HandleRpc(createPolicy)
  create(input: PolicyBody, { context }: ScopedCall): Promise<PolicyView> {
    return this.policies.create(context, input);
  }

  @HandleRpc(updatePolicy)
  update({ id, body }: SetPolicyOf, { context }: ScopedCall): Promise<PolicyView> {
    return this.policies.update(context, id, body);
  }

  @HandleRpc(deletePolicy)
  delete({ id }: ById, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.policies.delete(context, id);
  }

  @HandleRpc(previewPolicy)
  async preview({ policy, event }: PreviewPolicy, { context }: ScopedCall): Promise<PolicyPreview> {
    return this.previews.preview(context.organization_id, policyOf(policy), event);
  }

  @HandleRpc(testPolicy)
  test({ id, event }: TestPolicyOf, { context }: ScopedCall): Promise<PolicyPreview> {
    return this.previews.previewStored(context.organization_id, id, event);
  }
}
