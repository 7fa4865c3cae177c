import { Controller, Get } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { capabilities, type Capabilities } from '@spanwise/contracts/iam/iam';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { AnyContext } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { Operation } from '../edge/openapi/operation.js';

@Controller('api/v1/iam/capabilities')
export class CapabilitiesController {
  constructor(private readonly bus: Bus) {}

  @AnyContext()
  @Operation('Capabilities', { summary: 'Effective access of the caller' })
  @Get()
  capabilities(@CurrentCaller() caller: Caller): Promise<Capabilities> {
    return this.bus.rpc.call(capabilities, new Empty(), caller.signed);
  }
}
