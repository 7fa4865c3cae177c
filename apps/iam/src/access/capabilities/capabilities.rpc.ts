import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { capabilities, me, type Capabilities, type Me } from '@spanwise/contracts/iam/iam';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { CallerCapabilities } from './caller-capabilities.js';

@Controller()
export class CapabilitiesController {
  constructor(private readonly callerCapabilities: CallerCapabilities) {}

  @HandleRpc(capabilities)
  capabilities(_: Empty, { context }: ScopedCall): Promise<Capabilities> {
    return this.callerCapabilities.capabilities(context);
  }

  @HandleRpc(me)
  me(_: Empty, { context }: ScopedCall): Promise<Me> {
    return this.callerCapabilities.me(context);
  }
}
