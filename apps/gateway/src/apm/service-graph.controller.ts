import { Controller, Get, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { APM_ACCESS, ApmQuery } from '@spanwise/contracts/apm/apm';
import { serviceGraph, type ServiceGraph } from '@spanwise/contracts/apm/service-graph';
import { unpagedQuery } from './apm-query.js';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { Operation } from '../edge/openapi/operation.js';

@Access(APM_ACCESS)
@Controller('api/v1/traces/service_graph')
export class ServiceGraphController {
  constructor(private readonly bus: Bus) {}

  @Operation('ServiceGraph', {
    summary: 'The map of services and what they call',
    query: ApmQuery,
    without: ['sort', 'cursor'],
  })
  @Get()
  graph(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<ServiceGraph> {
    return this.bus.rpc.call(serviceGraph, unpagedQuery(query), caller.signed);
  }
}
