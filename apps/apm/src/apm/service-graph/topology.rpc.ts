import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { topology, type Topology } from '@spanwise/contracts/apm/topology';
import { Topologies } from './topology.js';

@Controller()
export class TopologyController {
  constructor(private readonly topologies: Topologies) {}

  @HandleRpc(topology)
  graph(query: ApmQuery, { context }: ScopedCall): Promise<Topology> {
    return this.topologies.graph(query, context);
  }
}
