import { Controller, Get, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { APM_ACCESS } from '@spanwise/contracts/apm/apm';
import { rangeOfTopology, topology, TopologyQuery, type Topology } from '@spanwise/contracts/apm/topology';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { parseQuery } from '../edge/auth/parse-query.js';
import { Operation } from '../edge/openapi/operation.js';

@Access(APM_ACCESS)
@Controller('api/v1/web/topology')
export class TopologyController {
  constructor(private readonly bus: Bus) {}

  @Operation('Topology', {
    summary: 'The map of services as nodes and edges',
    description:
      'The data of `/traces/service_graph`. `from` and `to` are RFC 3339; the last 24 hours by default. A service counts ' +
      'its own requests, anything else the calls to it; `span_count` of a service is of all its spans, so workers are nodes too.',
    query: TopologyQuery,
  })
  @Get()
  topology(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<Topology> {
    const asked = rangeOfTopology(parseQuery(TopologyQuery, query, []));
    return this.bus.rpc.call(topology, asked, caller.signed);
  }
}
