/** What the catalogue says of a stream to readers of its segments. */
import type { Signal } from './columns.js';

export type FieldType = 'bool' | 'int64' | 'float64' | 'utf8' | 'json';

/** A field that is no column: a member of the JSON column `attributes`, or of `resource`. */
export interface StreamField {
  name: string;
  /** The type that was declared, else the one that most of its sightings show (QUERY-11). */
  type: FieldType;
  /** It has come as something that its type cannot hold as well. */
  mixed?: true;
  /** `attributes`: no resource has it. Else a record's own value is read before its resource's (QUERY-7). */
  column: 'attributes' | 'resource';
  /** It may have come before it was held, as anything: it reads as text, from whichever of the two columns has it. */
  foundLate?: true;
}

/** What came beyond the places of a stream's schema (ADR 0020). */
export interface FieldOverflow {
  sinceMicros: number;
  /** Fields that are held without a place. */
  fields: number;
  /** The most frequent of them. */
  names: readonly string[];
  /** There are more names than are held: it is unknown which. */
  hasMoreNames: boolean;
}

export interface Segment {
  id: string;
  /** Key in the object store. */
  key: string;
  bytes: number;
  rows: number;
  /** Of `_timestamp`, microseconds, both inclusive. */
  fromMicros: number;
  toMicros: number;
  /** CRC-32 of the file; absent of segments that are older than checksums. */
  checksum?: number;
}

/** What an organization allows with a stream of its own. */
export interface StreamLimits {
  /** False: no statement may name it. */
  queryable: boolean;
  /** Longest range of a person's statement. */
  maxQueryHours?: number;
}

export interface StreamSegments {
  /** Of the stream. */
  id: string;
  organizationId: string;
  signal: Signal;
  stream: string;
  limits: StreamLimits;
  /** Those that have a place: all that `*` means. */
  fields: readonly StreamField[];
  /** Those without a place that were asked for by name. */
  unplaced: readonly StreamField[];
  overflow?: FieldOverflow;
  segments: readonly Segment[];
}

/** What apm knows of stored telemetry. All answers are of one organization. */
export interface TelemetryCatalogue {
  /** The streams that have segments or were made by hand. */
  streams(organizationId: string): Promise<{ id: string; signal: Signal; stream: string; limits: StreamLimits }[]>;
  /**
   * The stream with its segments that touch [fromMicros, toMicros), oldest first; undefined when there is none. With
   * `traceIds`, segments that hold none of these traces may be left out. `fieldNames`, lower case, are looked for among the
   * fields without a place. `release` has to be called when nothing reads the files any more: until then no merge removes
   * them.
   */
  open(
    organizationId: string,
    signal: Signal,
    stream: string,
    range: { fromMicros: number; toMicros: number },
    wanted?: { traceIds?: readonly string[]; fieldNames?: readonly string[] },
  ): Promise<{ segments: StreamSegments; release: () => void } | undefined>;
}

/** Gives a segment as a file of this machine: the object itself where the store is the disk, else a cached copy. */
export interface SegmentFiles {
  /** Throws `SegmentUnreadable` when the file is gone or is not what was written; else when the store does not answer. */
  localPath(segment: Pick<Segment, 'id' | 'key' | 'checksum'>): Promise<string>;
}

/** The file of a segment cannot be what it was: asking again does not help. */
export class SegmentUnreadable extends Error {
  constructor(
    readonly segmentId: string,
    reason: string,
  ) {
    super(`segment ${segmentId} cannot be read: ${reason}`);
  }
}
