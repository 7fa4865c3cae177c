import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { APM_ACCESS, ApmQuery } from '@spanwise/contracts/apm/apm';
import {
  DEPLOYMENT_ACCESS,
  listDeployments,
  RecordDeployment,
  recordDeployment,
  type Deployment,
  type Deployments,
} from '@spanwise/contracts/apm/deployments';
import { parse } from '@spanwise/contracts/authz/parse';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { unpagedQuery } from './apm-query.js';
import { Operation } from '../edge/openapi/operation.js';

@Controller('api/v1/apm/deployments')
export class DeploymentsController {
  constructor(private readonly bus: Bus) {}

  @Access(DEPLOYMENT_ACCESS)
  @Operation('Deployment', {
    summary: 'Record a deployment',
    description: 'Idempotent: the same deployment is recorded once.',
    body: RecordDeployment,
  })
  @Post()
  record(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<Deployment> {
    return this.bus.rpc.call(recordDeployment, parse(RecordDeployment, body), caller.signed);
  }

  @Access(APM_ACCESS)
  @Operation('Deployments', {
    summary: 'Deployments, with when each version was first seen',
    query: ApmQuery,
    without: ['sort', 'cursor'],
  })
  @Get()
  list(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Deployments> {
    return this.bus.rpc.call(listDeployments, unpagedQuery(query), caller.signed);
  }
}
