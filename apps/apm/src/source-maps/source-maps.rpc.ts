import { Controller } from '@nestjs/common';
import { HandleBytesRpc, HandleRpc, type BytesReply, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  deleteSourceMap,
  knownSourceMaps,
  listSourceMaps,
  putSourceMap,
  readSourceMap,
  type KnownMap,
  type ListSourceMaps,
  type MapOf,
  type MapsOf,
  type PutSourceMap,
  type SourceMapId,
  type SourceMapView,
} from '@spanwise/contracts/telemetry/source-maps';
import { SourceMaps } from './source-maps.js';

@Controller()
export class SourceMapsController {
  constructor(private readonly maps: SourceMaps) {}

  @HandleRpc(putSourceMap)
  put(input: PutSourceMap, { context }: ScopedCall): Promise<SourceMapView> {
    return this.maps.put(input, context);
  }

  @HandleRpc(listSourceMaps)
  list(asked: ListSourceMaps, { context }: ScopedCall): Promise<SourceMapView[]> {
    return this.maps.list(asked, context);
  }

  @HandleRpc(deleteSourceMap)
  remove(asked: SourceMapId, { context }: ScopedCall): Promise<{ deleted: true }> {
    return this.maps.remove(asked, context);
  }

  @HandleRpc(knownSourceMaps)
  known(asked: MapsOf): Promise<{ maps: KnownMap[] }> {
    return this.maps.known(asked);
  }

  @HandleBytesRpc(readSourceMap)
  read(asked: MapOf): Promise<BytesReply<{ found: boolean }>> {
    return this.maps.read(asked);
  }
}
