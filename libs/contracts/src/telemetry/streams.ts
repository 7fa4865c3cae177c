/** Streams of stored telemetry. */
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsHeldIds } from '../authz/held-ids.js';
import type { Integer } from '../base/integer.js';
import { allOf, IsListOf, IsObjectOf, Nullable, NullAsAbsent, Optional } from '../base/members.js';
import { heldOn, READS, rpc } from '../authz/rpc.js';
import { StreamSettingsBody, type StreamSettings } from './stream-settings.js';

export const STREAM_READ_ACCESS = { organization: 'streams.read', system: 'sys.telemetry.read' } as const;
export const STREAM_CREATE_ACCESS = { organization: 'streams.create' } as const;
export const STREAM_CONFIGURE_ACCESS = { organization: 'streams.configure' } as const;
export const STREAM_DELETE_ACCESS = { organization: 'streams.delete' } as const;

export const STORED_SIGNALS = ['logs', 'metrics', 'traces'] as const;
export type StoredSignal = (typeof STORED_SIGNALS)[number];
/** `timestamp` is of columns alone: microseconds since the epoch. */
export type FieldDataType = StoredFieldType | 'timestamp';
export type StoredFieldType = 'bool' | 'int64' | 'float64' | 'utf8' | 'json';

const STREAM_NAME = /^(?!\.\.?$)[A-Za-z0-9_.-]+$/;
const MAX_FIELDS = 1_000;
export const DEFAULT_RETENTION_DAYS = 30;

export class FieldDeclaration {
  @IsString() @Length(1, 255) name: string;
  @IsIn(['bool', 'int64', 'float64', 'utf8', 'json']) data_type: Exclude<FieldDataType, 'timestamp'>;
  /** Kept, shown again, and without effect: every field of a stream is found alike. */
  @Optional() @IsBoolean() indexed?: boolean;
  /** Taken and not kept: records say whether they have a field, and of which types it came. */
  @Optional() @IsBoolean() nullable?: boolean;
  @Optional() @IsBoolean() exact?: boolean;
  @Optional() @IsIn([false], { message: 'must be false: fields are not encrypted one by one' }) encrypted?: false;
}

const DAYS = { message: 'must be an integer from 1 to 3650' };

/** What the caller may say of a stream; a member that is not there is not changed. */
export class ConfigureStreamBody {
  @NullAsAbsent()
  @ArrayMaxSize(MAX_FIELDS)
  @ArrayUnique((field: FieldDeclaration) => field?.name)
  @IsListOf(() => FieldDeclaration)
  fields?: FieldDeclaration[];
  /** Null: the product's default again. */
  @Optional()
  @Nullable()
  @IsInt(DAYS)
  @Min(1, DAYS)
  @Max(3_650, DAYS)
  retention_days?: number | null;
  @NullAsAbsent() @IsObjectOf(() => StreamSettingsBody) settings?: StreamSettingsBody;
}

export class CreateStream extends ConfigureStreamBody {
  @IsString()
  @Length(1, 255)
  @Matches(STREAM_NAME, { message: 'must be made of letters, digits and _ . -, and not be . or ..' })
  name: string;
  @IsIn(STORED_SIGNALS) stream_type: StoredSignal;
}

export class ConfigureStream extends ConfigureStreamBody {
  @IsUUID() id: string;
}

export class StreamSchemaBody {
  @ArrayMaxSize(MAX_FIELDS)
  @ArrayUnique((field: FieldDeclaration) => field?.name)
  @IsListOf(() => FieldDeclaration)
  fields: FieldDeclaration[];
}

export class StreamRetentionBody {
  /** Null: the product's default again. */
  @Nullable()
  @IsInt(DAYS)
  @Min(1, DAYS)
  @Max(3_650, DAYS)
  days: number | null;
}

export class StreamId {
  @IsUUID() id: string;
}

/** Most streams of one page, and of one message. */
export const MAX_STREAMS_PAGE = 200;

/** Without `limit` and `cursor` all streams are answered. */
const IsPageLimit = () => allOf(Optional(), IsInt(), Min(1), Max(MAX_STREAMS_PAGE));
const IsPageCursor = () => allOf(Optional(), IsString(), MaxLength(4_096));

export class ListStreams {
  @Optional() @IsIn(STORED_SIGNALS) stream_type?: StoredSignal;
  /** Part of the name. */
  @Optional() @IsString() @Length(1, 255) q?: string;
  @IsPageLimit() limit?: number;
  @IsPageCursor() cursor?: string;
}

export class StreamsAsked extends ListStreams {
  @IsHeldIds() held_ids?: string[];
}

export class StreamsWindow {
  @Optional() @Type(() => Number) @IsInt() @Min(3_600) @Max(604_800) window_secs?: number;
  @Optional() @Type(() => Number) @IsInt() @Min(6) @Max(48) bucket_count?: number;
}

export class StreamsRuntimeQuery extends StreamsWindow {
  @IsPageLimit() limit?: number;
  @IsPageCursor() cursor?: string;
}

export class StreamsRuntimeAsked extends StreamsRuntimeQuery {
  @IsHeldIds() held_ids?: string[];
}

export interface StreamFieldView {
  name: string;
  data_type: FieldDataType;
  nullable: boolean;
  /** A column of its own in every segment: a filter on it reads nothing else. Of other fields what was declared of them. */
  indexed: boolean;
  encrypted: false;
  /** Every record that has the field shows it with this type. */
  exact: boolean;
}

/** Fields beyond the 1,000 places of a schema: statements read them by their names, `*` does not mean them. */
export interface FieldOverflowView {
  since_micros: Integer;
  /** How many are held without a place. */
  fields: number;
  /** Those of them that come most, at most 20. */
  names: string[];
  /** More names have come than are held: any other name reads as text, null where a record has none. */
  more?: true;
}

export interface StreamView {
  id: string;
  org_id: string;
  name: string;
  stream_type: StoredSignal;
  /** In a list at most 100 fields; all of them by `GET /streams/{id}/schema`. */
  schema: { fields: StreamFieldView[]; overflow?: FieldOverflowView };
  retention?: { days: number };
  effective_retention: { days: number };
  settings: StreamSettings;
  statistics: StreamStatistics;
  created_at_micros: Integer;
  updated_at_micros: Integer;
}

export interface StreamStatistics {
  rows: number;
  /** Compressed, as it is stored. */
  bytes: number;
  segments: number;
  /** `_timestamp` of the oldest and newest record, microseconds. */
  from_micros?: Integer;
  to_micros?: Integer;
  /** When the newest of them was received. */
  last_received_micros?: Integer;
}

export type StreamStatus = 'healthy' | 'delayed' | 'interrupted' | 'idle' | 'unused';

export interface StreamRuntime {
  id: string;
  name: string;
  stream_type: StoredSignal;
  /** `healthy` up to 15 minutes after the last record, `delayed` up to 2 hours, then `interrupted`; `idle`: none in the window. */
  status: StreamStatus;
  last_received_micros?: Integer;
  lag_secs?: Integer;
  rows: number;
  bytes: number;
  /** Rows of the window by time; a segment counts where it begins. */
  buckets: { at_micros: Integer; rows: number }[];
}

/** The same as the web client of this API family reads it. */
export interface StreamActivity {
  id: string;
  name: string;
  stream_type: StoredSignal;
  status: StreamStatus;
  /** Of the window. */
  rows: number;
  stored_bytes: number;
  /** Of everything that is kept. */
  current_stored_bytes: number;
  /** When the stream was made: by its first record, unless it was created before. */
  first_received_at_micros?: Integer;
  last_received_at_micros?: Integer;
  stats_available: true;
  buckets: ActivityBucket[];
}

/** A segment counts where it begins. */
export interface ActivityBucket {
  start_micros: Integer;
  end_micros: Integer;
  rows: number;
  stored_bytes: number;
}

export interface StreamsRuntime {
  generated_at_micros: Integer;
  window_start_micros: Integer;
  window_end_micros: Integer;
  window_secs: Integer;
  bucket_secs: Integer;
  streams: StreamActivity[];
  items: StreamRuntime[];
  /** Of a page with others behind it. */
  next_cursor?: string;
}

export interface StreamsPage {
  items: StreamView[];
  /** Absent behind the last stream. */
  next_cursor?: string;
}

/** A page by name, of 200 unless `limit` says less. */
export const listStreams = heldOn(
  rpc<StreamsPage>()('svc.apm.streams.list', StreamsAsked, STREAM_READ_ACCESS),
  'stream',
  ({ held_ids }) => held_ids,
);
export const getStream = heldOn(
  rpc<StreamView>()('svc.apm.streams.get', StreamId, STREAM_READ_ACCESS),
  'stream',
  ({ id }) => [id],
);
export const streamsRuntime = heldOn(
  rpc<StreamsRuntime>()('svc.apm.streams.runtime', StreamsRuntimeAsked, STREAM_READ_ACCESS),
  'stream',
  ({ held_ids }) => held_ids,
);
export const createStream = rpc<StreamView>()('svc.apm.streams.create', CreateStream, STREAM_CREATE_ACCESS, {
  audit: 'recorded',
});
export const configureStream = rpc<StreamView>()(
  'svc.apm.streams.configure',
  ConfigureStream,
  STREAM_CONFIGURE_ACCESS,
  { audit: 'recorded' },
);
export const deleteStream = rpc<{ deleted: true }>()('svc.apm.streams.delete', StreamId, STREAM_DELETE_ACCESS, {
  audit: 'recorded',
});

/** Of one question; a sender may name more. */
export const MAX_STREAMS_ASKED = 2_000;

export class KnownStreamsOf {
  @IsUUID() organization_id: string;
  @IsIn(STORED_SIGNALS) signal: StoredSignal;
  @IsArray() @ArrayMaxSize(MAX_STREAMS_ASKED) @IsString({ each: true }) names: string[];
}

export interface KnownStreamsAnswer {
  /** Those of the names that the catalogue has, each with the days that its records are kept. */
  streams: [name: string, retentionDays: number][];
  /** Streams of the organization, of all signals. */
  total: number;
}

export const knownStreams = rpc<KnownStreamsAnswer>()('svc.apm.streams.known', KnownStreamsOf, 'internal', {
  ...READS,
  timeoutMs: 1_000,
});
