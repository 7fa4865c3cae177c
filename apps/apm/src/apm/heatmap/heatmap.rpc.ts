import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { apmHeatmap, type Heatmap, type HeatmapQuery } from '@spanwise/contracts/apm/heatmap';
import { Heatmaps } from './heatmap.js';

@Controller()
export class HeatmapController {
  constructor(private readonly heatmaps: Heatmaps) {}

  @HandleRpc(apmHeatmap)
  heatmap(query: HeatmapQuery, { context }: ScopedCall): Promise<Heatmap> {
    return this.heatmaps.heatmap(query, context);
  }
}
