import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import {
  listDeployments,
  recordDeployment,
  type Deployment,
  type Deployments,
  type RecordDeployment,
} from '@spanwise/contracts/apm/deployments';
import { DeploymentRecords } from './deployments.js';

@Controller()
export class DeploymentsController {
  constructor(private readonly deployments: DeploymentRecords) {}

  @HandleRpc(recordDeployment)
  record(input: RecordDeployment, { context }: ScopedCall): Promise<Deployment> {
    return this.deployments.record(input, context);
  }

  @HandleRpc(listDeployments)
  list(query: ApmQuery, { context }: ScopedCall): Promise<Deployments> {
    return this.deployments.list(query, context);
  }
}
