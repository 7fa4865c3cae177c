import { Controller, Get, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { homeOverview, type HomeOverview } from '@spanwise/contracts/apm/home';
import { STREAM_READ_ACCESS, StreamsWindow } from '@spanwise/contracts/telemetry/streams';
import { ingestedBytes } from '@spanwise/contracts/telemetry/usage';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { parseQuery } from '../edge/auth/parse-query.js';
import { Operation } from '../edge/openapi/operation.js';

/** The rest of the screen is there without the projector. */
function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.kind !== 'unavailable') throw error;
  return undefined;
}

@Access(STREAM_READ_ACCESS)
@Controller('api/v1/home')
export class HomeController {
  constructor(private readonly bus: Bus) {}

  @Operation('HomeOverview', {
    summary: 'Recent ingestion over all streams',
    description:
      'Over the last `window_secs` (86400 by default), in `bucket_count` buckets (24 by default). Unknown values are null.',
    query: StreamsWindow,
  })
  @Get('overview')
  async overview(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<HomeOverview> {
    const asked = parseQuery(StreamsWindow, query, ['window_secs', 'bucket_count']);
    const overview = await this.bus.rpc.call(homeOverview, asked, caller.signed);
    const since = { from_micros: overview.window.start_micros };
    const ingested = await this.bus.rpc.call(ingestedBytes, since, caller.signed).catch(unlessUnavailable);
    return { ...overview, ingested_bytes: ingested?.bytes ?? null };
  }
}
