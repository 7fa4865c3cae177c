/** Source maps of an organization: what maps its browser and Node stacks, by release and file (ADR 21). */
import { IsBase64, IsInt, IsString, IsUUID, Matches, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { bytesRpc, READS, rpc } from '../authz/rpc.js';

export const SOURCE_MAP_READ = { organization: 'streams.read' } as const;
export const SOURCE_MAP_CHANGE = { organization: 'streams.configure' } as const;

/** As sent, and inflated where it came compressed. */
export const MAX_SOURCE_MAP_BYTES = 24 * 1024 * 1024;
/** As kept: without the sources' text, compressed. What is asked for fits a message of the bus in base64. */
export const MAX_KEPT_MAP_BYTES = 4 * 1024 * 1024;
export const MAX_MAPPINGS = 1_000_000;
export const MAX_MAPS_PER_RELEASE = 500;
export const MAX_MAPS_PER_ORGANIZATION = 2_000;
export const MAX_MAP_BYTES_PER_ORGANIZATION = 256 * 1024 * 1024;

/** What a map belongs to. */
export class SourceMapName {
  /** `service.version` of the resource that sends the stack. */
  @IsPlainText(1, 200) release: string;
  /** The generated file as a stack names it, or the end of its path: `main.4f3a2b1c.js`, `assets/main.js`. */
  @IsPlainText(1, 500) file: string;
  /** Of one service alone; without it of all that have the release. */
  @Optional() @IsPlainText(1, 255) service?: string;
}

export class PutSourceMap extends SourceMapName {
  /** Of what was sent, hex. */
  @Matches(/^[0-9a-f]{64}$/) sha256: string;
  @IsInt() @Min(0) @Max(MAX_SOURCE_MAP_BYTES) bytes: number;
  @IsInt() @Min(0) @Max(MAX_MAPPINGS) mappings: number;
  @IsInt() @Min(0) sources: number;
  @IsString() @MaxLength(Math.ceil(MAX_KEPT_MAP_BYTES / 3) * 4) @IsBase64() kept_base64: string;
}

export class ListSourceMaps {
  @Optional() @IsPlainText(1, 200) release?: string;
  @Optional() @IsPlainText(1, 255) service?: string;
}

export class SourceMapId {
  @IsUUID() id: string;
}

export interface SourceMapView {
  id: string;
  release: string;
  file: string;
  service?: string;
  /** Of the map as it was sent. */
  bytes: number;
  sha256: string;
  sources: number;
  mappings: number;
  created_by: string;
  created_at_micros: Integer;
  /** Deleted from then on. */
  expires_at_micros: Integer;
}

/** Again under the same name: the former one goes; the same bytes again change nothing. */
export const putSourceMap = rpc<SourceMapView>()('svc.apm.source_maps.put', PutSourceMap, SOURCE_MAP_CHANGE, {
  audit: 'recorded',
  timeoutMs: 20_000,
});
/** All of them, newest first. */
export const listSourceMaps = rpc<SourceMapView[]>()('svc.apm.source_maps.list', ListSourceMaps, SOURCE_MAP_READ);
export const deleteSourceMap = rpc<{ deleted: true }>()('svc.apm.source_maps.delete', SourceMapId, SOURCE_MAP_CHANGE, {
  audit: 'recorded',
});

export class MapsOf {
  @IsUUID() organization_id: string;
}

/** `service` is `''` for all. */
export type KnownMap = [id: string, release: string, service: string, file: string];

/** For intake: which maps an organization has, and what one of them holds. */
export const knownSourceMaps = rpc<{ maps: KnownMap[] }>()('svc.apm.source_maps.known', MapsOf, 'internal', {
  ...READS,
  timeoutMs: 2_000,
});

export class MapOf extends MapsOf {
  @IsUUID() id: string;
}

export const readSourceMap = bytesRpc<{ found: boolean }>()('svc.apm.source_maps.read', MapOf, READS);
