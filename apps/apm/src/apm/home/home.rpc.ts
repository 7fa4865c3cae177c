import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { homeOverview, type HomeOverview } from '@spanwise/contracts/apm/home';
import type { StreamsWindow } from '@spanwise/contracts/telemetry/streams';
import { Home } from './home.js';

@Controller()
export class HomeController {
  constructor(private readonly home: Home) {}

  @HandleRpc(homeOverview)
  overview(asked: StreamsWindow, { context }: ScopedCall): Promise<HomeOverview> {
    return this.home.overview(asked, context);
  }
}
