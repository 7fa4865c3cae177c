import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { serviceGraph, type ServiceGraph } from '@spanwise/contracts/apm/service-graph';
import { ServiceGraphs } from './service-graph.js';

@Controller()
export class ServiceGraphController {
  constructor(private readonly graphs: ServiceGraphs) {}

  @HandleRpc(serviceGraph)
  graph(query: ApmQuery, { context }: ScopedCall): Promise<ServiceGraph> {
    return this.graphs.graph(query, context);
  }
}
