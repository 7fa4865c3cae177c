import { IsInt, IsUUID, Max, Min } from 'class-validator';
import type { SliceSignal } from './log-message.js';
import { Optional } from '../base/members.js';
import { BETWEEN_SERVICES } from './projector.js';
import { bytesRpc } from '../authz/rpc.js';

/** A file of raw telemetry that the store writer has put into the object store (ADR 0012). */
export interface ManifestSegment {
  organizationId: string;
  signal: SliceSignal;
  stream: string;
  id: string;
  key: string;
  bytes: number;
  rows: number;
  /** Of `_timestamp`, microseconds, both inclusive. */
  fromMicros: number;
  toMicros: number;
  /** CRC-32 of the file. */
  checksum?: number;
  /** Base64 of the filter that says which traces it may hold; any where it is absent. */
  traceFilter?: string;
  /** Fields of the stream that are new, have another type or have come often, as this writer has seen them. */
  fields: ManifestField[];
  /** Sightings of fields that no manifest names; of a stream with several segments in one of them. */
  untoldFields?: number;
}

export interface ManifestField {
  name: string;
  type: 'bool' | 'int64' | 'float64' | 'utf8' | 'json';
  column: 'attributes' | 'resource';
  /** Sightings since it was announced before; one where it is absent. */
  count?: number;
  /** Those of each type; all are of `type` where it is absent. */
  types?: Partial<Record<ManifestField['type'], number>>;
}

/** Part of the log that was acknowledged and is not in any segment: the log lost it, or it could not be read. */
export interface LostRange {
  epoch: number;
  fromSeq: number;
  toSeq: number;
  /** When the log received what was counted of it, microseconds, both inclusive; absent where nothing was. */
  fromMicros?: number;
  untilMicros?: number;
  /** The one slice that is missing; absent when whole messages are. */
  slice?: number;
  /** Of the slice, the first record that is missing and the last; absent when all are, or all after the first. */
  fromIndex?: number;
  toIndex?: number;
  organizationId?: string;
}

export interface SegmentManifest {
  segments: ManifestSegment[];
  lost: LostRange[];
  /** When the log received the newest record of the segments, microseconds. */
  loggedAtMicros: number;
  /** And the oldest; absent in manifests of former programs. */
  loggedFromMicros?: number;
}

/** Manifests of a shard wait in the projector until apm has committed past them, as deltas do. */
export class FetchManifests {
  @IsInt() @Min(0) @Max(63) shard: number;
  /** apm's committed n of this shard: the cursor is the confirmation. */
  @IsInt() @Min(0) after: number;
  /** Lineage that apm has committed, absent before its first manifest. */
  @Optional() @IsUUID() lineage?: string;
}

export interface ManifestsHead {
  lineage: string;
  /** Lowest n that is still kept and newest n; `lowestN > after + 1` is a hole that apm must not jump. */
  lowestN: number;
  lastN: number;
  /** Who the projector is to the object store: its sessions are what the store's mark may say (PROTO-40). */
  owner?: { installation: string; sessions: string[] };
  /** Each `bytes` of the payload is a `SegmentManifest` as JSON. */
  rows: { n: number; bytes: number }[];
}

export const fetchManifests = bytesRpc<ManifestsHead>()('svc.projector.manifests', FetchManifests, BETWEEN_SERVICES);
