import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  grantedOwners,
  heldContexts,
  useGrant,
  type GrantedOwnersOf,
  type HeldContext,
  type HeldContextsOf,
  type UseGrant,
} from '@spanwise/contracts/iam/held-resources';
import { HeldContexts } from './held-contexts.js';

@Controller()
export class HeldController {
  constructor(private readonly held: HeldContexts) {}

  @HandleRpc(heldContexts)
  heldContexts(input: HeldContextsOf, { context }: ScopedCall): Promise<HeldContext[]> {
    return this.held.heldContexts(input, context);
  }

  @HandleRpc(grantedOwners)
  owners(input: GrantedOwnersOf): Promise<Record<string, string>> {
    return this.held.owners(input);
  }

  @HandleRpc(useGrant)
  use(asked: UseGrant): Promise<{ used: true }> {
    return this.held.use(asked);
  }
}
