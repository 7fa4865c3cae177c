import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  acceptGrant,
  CreateGrant,
  createGrant,
  GrantId,
  listGrants,
  revokeGrant,
  shareTargets,
  type GrantView,
  type ShareTarget,
} from '@spanwise/contracts/iam/policies';
import type { Versioned } from '@spanwise/contracts/iam/roles';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Grants } from './grants.js';

@Controller()
export class GrantsController {
  constructor(private readonly grants: Grants) {}

  @HandleRpc(listGrants)
  list(_: Empty, { context }: ScopedCall): Promise<GrantView[]> {
    return this.grants.list(context);
  }

  @HandleRpc(shareTargets)
  targets(_: Empty, { context }: ScopedCall): Promise<ShareTarget[]> {
    return this.grants.targets(context);
  }

  @HandleRpc(createGrant)
  create(input: CreateGrant, { context }: ScopedCall): Promise<Versioned<GrantView>> {
    return this.grants.create(input, context);
  }

  @HandleRpc(acceptGrant)
  accept(input: GrantId, { context }: ScopedCall): Promise<Versioned<GrantView>> {
    return this.grants.accept(input, context);
  }

  @HandleRpc(revokeGrant)
  revoke(input: GrantId, { context }: ScopedCall): Promise<Versioned<GrantView>> {
    return this.grants.revoke(input, context);
  }
}
