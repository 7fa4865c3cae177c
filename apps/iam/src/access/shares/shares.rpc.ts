import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  createShare,
  getShare,
  ListShares,
  listShares,
  MakeShare,
  revokeShare,
  rotateShare,
  ShareId,
  sharePolicy,
  UpdateSharePolicy,
  updateSharePolicy,
  type SharedLink,
  type SharePolicy,
  type ShareView,
} from '@spanwise/contracts/iam/shares';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Shares } from './shares.js';

@Controller()
export class SharesController {
  constructor(private readonly shares: Shares) {}

  @HandleRpc(createShare)
  create(input: MakeShare, { context }: ScopedCall): Promise<SharedLink> {
    return this.shares.create(input, context);
  }

  @HandleRpc(listShares)
  list(input: ListShares, { context }: ScopedCall): Promise<ShareView[]> {
    return this.shares.list(input, context);
  }

  @HandleRpc(getShare)
  get(input: ShareId, { context }: ScopedCall): Promise<ShareView> {
    return this.shares.get(input, context);
  }

  @HandleRpc(rotateShare)
  rotate(input: ShareId, { context }: ScopedCall): Promise<SharedLink> {
    return this.shares.rotate(input, context);
  }

  @HandleRpc(revokeShare)
  revoke(input: ShareId, { context }: ScopedCall): Promise<{ revoked: true }> {
    return this.shares.revoke(input, context);
  }

  @HandleRpc(sharePolicy)
  policy(_: Empty, { context }: ScopedCall): Promise<SharePolicy> {
    return this.shares.policy(context);
  }

  @HandleRpc(updateSharePolicy)
  updatePolicy(input: UpdateSharePolicy, { context }: ScopedCall): Promise<SharePolicy> {
    return this.shares.updatePolicy(input, context);
  }
}
