import { Controller, Get } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { capabilities, type Capabilities } from '@spanwise/contracts/iam/iam';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { AnyContext } from '../auth/access.js';
import type { Caller } from '../auth/authentication.js';
import { CurrentCaller } from '../auth/current-caller.js';
import { Operation } from '../openapi/operation.js';

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
