import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import {
  deleteSourceMap,
  ListSourceMaps,
  listSourceMaps,
  SOURCE_MAP_CHANGE,
  SOURCE_MAP_READ,
  SourceMapId,
  type SourceMapView,
} from '@spanwise/contracts/telemetry/source-maps';
import { Access } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { parseQuery } from '../../edge/auth/parse-query.js';
import { pathId } from '../../edge/auth/path-id.js';
import { Operation } from '../../edge/openapi/operation.js';

/** Uploads are in `upload.route.ts`. */
@Controller('api/v1/sourcemaps')
export class SourceMapsController {
  constructor(private readonly bus: Bus) {}

  @Access(SOURCE_MAP_READ)
  @Operation('SourceMaps', {
    summary: 'Source maps of the organization, newest first',
    description: 'With `service`, those that apply to it: its own and those of all services.',
    query: ListSourceMaps,
  })
  @Get()
  list(@Query() query: unknown, @CurrentCaller() caller: Caller): Promise<SourceMapView[]> {
    return this.bus.rpc.call(listSourceMaps, parseQuery(ListSourceMaps, query, []), caller.signed);
  }

  @Access(SOURCE_MAP_CHANGE)
  @Operation('Deleted', {
    summary: 'Delete a source map',
    description: 'Existing stack traces stay mapped; within 10 seconds it maps no further ones.',
    path: { id: 'Id of the source map' },
  })
  @Delete(':id')
  remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<{ deleted: true }> {
    const input = pathId(SourceMapId, id, 'There is no such source map.');
    return this.bus.rpc.call(deleteSourceMap, input, caller.signed);
  }
}
