/** What an organization may say of a stream. */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { NullAsAbsent, Optional } from '../base/members.js';

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

/** As a client sends them. */
export class StreamSettingsBody {
  @NullAsAbsent() @IsString() @MaxLength(1_024) description?: string;
  /** `false`: statements that name the stream are refused, and lists over all streams leave it out. */
  @Optional() @IsBoolean() queryable?: boolean;
  /** Statements and search jobs over a longer range are refused. */
  @NullAsAbsent() @IsInt() @Min(1) @Max(87_600) max_query_range_hours?: Integer;
  /** Kept and without effect, as everything below: every field of a stream is found alike. */
  @NullAsAbsent()
  @AsSent()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsObject({ each: true })
  @IsSmall()
  index_rules?: Record<string, unknown>[];
  @NullAsAbsent() @IsString() @MaxLength(4_096) retention_filter?: string;
  @NullAsAbsent()
  @AsSent()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsObject({ each: true })
  @IsSmall()
  keep_conditions?: Record<string, unknown>[];
  @NullAsAbsent() @IsInt() @Min(0) @Max(64) flatten_level?: Integer;
  @Optional() @IsBoolean() use_stream_stats_for_partitioning?: boolean;
  @Optional() @IsBoolean() store_original_data?: boolean;
  @Optional() @IsBoolean() enable_distinct_values?: boolean;
}

/** As they are kept and shown: what was null is absent. */
export type StreamSettings = Pick<StreamSettingsBody, keyof StreamSettingsBody>;
