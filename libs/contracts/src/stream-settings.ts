/** What an organization may say of a stream. */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { AsSent } from './as-sent.js';

const MAX_RULES = 100;
const MAX_RULES_CHARS = 16_384;

const IsSmall = () =>
  ValidateBy({
    name: 'isSmall',
    validator: {
      validate: (value: unknown) => JSON.stringify(value).length <= MAX_RULES_CHARS,
      defaultMessage: () => `must have at most ${MAX_RULES_CHARS} characters as JSON`,
    },
  });

export class StreamSettings {
  @IsOptional() @IsString() @MaxLength(1_024) description?: string;
  /** `false`: statements that name the stream are refused, and lists over all streams leave it out. */
  @IsOptional() @IsBoolean() queryable?: boolean;
  /** Statements and search jobs over a longer range are refused. */
  @IsOptional() @IsInt() @Min(1) @Max(87_600) max_query_range_hours?: number;
  /** Kept and without effect, as everything below: every field of a stream is found alike. */
  @IsOptional()
  @AsSent()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsObject({ each: true })
  @IsSmall()
  index_rules?: Record<string, unknown>[];
  @IsOptional() @IsString() @MaxLength(4_096) retention_filter?: string;
  @IsOptional()
  @AsSent()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsObject({ each: true })
  @IsSmall()
  keep_conditions?: Record<string, unknown>[];
  @IsOptional() @IsInt() @Min(0) @Max(64) flatten_level?: number;
  @IsOptional() @IsBoolean() use_stream_stats_for_partitioning?: boolean;
  @IsOptional() @IsBoolean() store_original_data?: boolean;
  @IsOptional() @IsBoolean() enable_distinct_values?: boolean;
}
