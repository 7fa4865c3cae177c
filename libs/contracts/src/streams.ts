/** Streams of stored telemetry (decisions 6.5, peer facts 6.5). */
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { rpc } from './rpc.js';

export const STREAM_READ_ACCESS = { organization: 'streams.read', system: 'sys.telemetry.read' } as const;
export const STREAM_CREATE_ACCESS = { organization: 'streams.create' } as const;
export const STREAM_CONFIGURE_ACCESS = { organization: 'streams.configure' } as const;
export const STREAM_DELETE_ACCESS = { organization: 'streams.delete' } as const;

export const STORED_SIGNALS = ['logs', 'metrics', 'traces'] as const;
export type StoredSignal = (typeof STORED_SIGNALS)[number];
/** `timestamp` is of columns alone: microseconds since the epoch. */
export type FieldDataType = 'bool' | 'int64' | 'float64' | 'utf8' | 'json' | 'timestamp';

const STREAM_NAME = /^(?!\.\.?$)[A-Za-z0-9_.-]+$/;
const MAX_FIELDS = 1_000;
export const DEFAULT_RETENTION_DAYS = 30;

export class FieldDeclaration {
  @IsString() @Length(1, 255) name: string;
  @IsIn(['bool', 'int64', 'float64', 'utf8', 'json']) data_type: Exclude<FieldDataType, 'timestamp'>;
}

export class StreamSettings {
  @IsOptional() @IsString() @MaxLength(1_024) description?: string;
}

const DAYS = { message: 'must be an integer from 1 to 3650' };

/** What the caller may say of a stream; a member that is not there is not changed. */
export class ConfigureStreamBody {
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_FIELDS)
  @ArrayUnique((field: FieldDeclaration) => field?.name)
  @ValidateNested({ each: true })
  @Type(() => FieldDeclaration)
  fields?: FieldDeclaration[];
  /** Null: the product's default again. */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsInt(DAYS)
  @Min(1, DAYS)
  @Max(3_650, DAYS)
  retention_days?: number | null;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => StreamSettings) settings?: StreamSettings;
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
  @IsArray()
  @ArrayMaxSize(MAX_FIELDS)
  @ArrayUnique((field: FieldDeclaration) => field?.name)
  @ValidateNested({ each: true })
  @Type(() => FieldDeclaration)
  fields: FieldDeclaration[];
}

export class StreamRetentionBody {
  /** Null: the product's default again. */
  @ValidateIf((_, value) => value !== null)
  @IsInt(DAYS)
  @Min(1, DAYS)
  @Max(3_650, DAYS)
  days: number | null;
}

export class StreamId {
  @IsUUID() id: string;
}

export class ListStreams {
  @IsOptional() @IsIn(STORED_SIGNALS) stream_type?: StoredSignal;
  /** Part of the name. */
  @IsOptional() @IsString() @Length(1, 255) q?: string;
}

export class StreamsRuntimeQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(3_600) @Max(604_800) window_secs?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(6) @Max(48) bucket_count?: number;
}

export interface StreamFieldView {
  name: string;
  data_type: FieldDataType;
  nullable: boolean;
  /** A column of its own in every segment: a filter on it reads nothing else. */
  indexed: boolean;
  encrypted: false;
  /** Every record that has the field shows it with this type. */
  exact: boolean;
}

export interface StreamView {
  id: string;
  org_id: string;
  name: string;
  stream_type: StoredSignal;
  /** In a list at most 100 fields; all of them by `GET /streams/{id}/schema`. */
  schema: { fields: StreamFieldView[] };
  retention?: { days: number };
  effective_retention: { days: number };
  settings: StreamSettings;
  statistics: StreamStatistics;
  created_at_micros: number;
  updated_at_micros: number;
}

export interface StreamStatistics {
  rows: number;
  /** Compressed, as it is stored. */
  bytes: number;
  segments: number;
  /** `_timestamp` of the oldest and newest record, microseconds. */
  from_micros?: number;
  to_micros?: number;
  /** When the newest of them was received. */
  last_received_micros?: number;
}

export type StreamStatus = 'healthy' | 'delayed' | 'interrupted' | 'idle' | 'unused';

export interface StreamRuntime {
  id: string;
  name: string;
  stream_type: StoredSignal;
  /** `healthy` up to 15 minutes after the last record, `delayed` up to 2 hours, then `interrupted`; `idle`: none in the window. */
  status: StreamStatus;
  last_received_micros?: number;
  lag_secs?: number;
  rows: number;
  bytes: number;
  /** Rows of the window by time; a segment counts where it begins. */
  buckets: { at_micros: number; rows: number }[];
}

export interface StreamsRuntime {
  window_secs: number;
  bucket_secs: number;
  items: StreamRuntime[];
}

/** The first 200 streams by name; `q` and `stream_type` find others. */
export const listStreams = rpc<StreamView[]>()('svc.apm.streams.list', ListStreams, STREAM_READ_ACCESS);
export const getStream = rpc<StreamView>()('svc.apm.streams.get', StreamId, STREAM_READ_ACCESS);
export const streamsRuntime = rpc<StreamsRuntime>()('svc.apm.streams.runtime', StreamsRuntimeQuery, STREAM_READ_ACCESS);
export const createStream = rpc<StreamView>()('svc.apm.streams.create', CreateStream, STREAM_CREATE_ACCESS);
export const configureStream = rpc<StreamView>()('svc.apm.streams.configure', ConfigureStream, STREAM_CONFIGURE_ACCESS);
export const deleteStream = rpc<{ deleted: true }>()('svc.apm.streams.delete', StreamId, STREAM_DELETE_ACCESS);
