import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { apmServiceDetail, type ServiceDetail } from '@spanwise/contracts/apm/details';
import { ServiceDetails } from './service-detail.js';

@Controller()
export class ServiceDetailController {
  constructor(private readonly details: ServiceDetails) {}

  @HandleRpc(apmServiceDetail)
  detail(query: ApmQuery, { context }: ScopedCall): Promise<ServiceDetail> {
    return this.details.detail(query, context);
  }
}
