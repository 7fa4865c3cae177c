/** Silences of alert notifications (ALERT-50 to ALERT-53). Times are microseconds since the epoch. */
import 'reflect-metadata';
import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import type { Severity } from './alert-conditions.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, IsObjectOf, NeededWhere, Nullable, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, rpc } from '../authz/rpc.js';

const OfFixed = () => NeededWhere(({ type }: SilenceWindowInput) => type !== 'recurring');
const OfRecurring = () => NeededWhere(({ type }: SilenceWindowInput) => type === 'recurring');

export const MATCHER_OPS = ['eq', 'neq', 're', 'nre'] as const;

export class LabelMatcher {
  @IsPlainText(1, 128) label: string;
  @IsIn(MATCHER_OPS) op: (typeof MATCHER_OPS)[number];
  /** A pattern of `re` and `nre` has at most 256 characters. */
  @IsString() @MaxLength(1_024) value: string;
}

/** `fixed` has `start` and `end`, `recurring` the others. */
export class SilenceWindowInput {
  @IsIn(['fixed', 'recurring']) type: 'fixed' | 'recurring';
  @OfFixed() @IsInt() @Min(0) @Max(4_102_444_800_000_000) start?: number;
  @OfFixed() @IsInt() @Min(0) @Max(4_102_444_800_000_000) end?: number;
  /** Of the IANA database. */
  @OfRecurring() @IsString() @MaxLength(64) timezone?: string;
  /** A bit for each day, Sunday's the lowest. */
  @OfRecurring() @IsInt() @Min(1) @Max(127) weekday_mask?: number;
  @OfRecurring() @IsInt() @Min(0) @Max(24) hour_start?: number;
  /** Before the start: over midnight, where the hours after midnight are those of their own day. */
  @OfRecurring() @IsInt() @Min(0) @Max(24) hour_end?: number;
}

export type SilenceWindow =
  | { type: 'fixed'; start: Integer; end: Integer }
  | { type: 'recurring'; timezone: string; weekday_mask: Integer; hour_start: Integer; hour_end: Integer };

export class SilenceBody {
  @IsPlainText(1, 255) name: string;
  @Optional() @IsBoolean() enabled?: boolean;
  /** All of them have to match; without one everything does. */
  @ArrayMaxSize(20) @IsListOf(() => LabelMatcher) matchers: LabelMatcher[];
  @IsObjectOf(() => SilenceWindowInput) window: SilenceWindowInput;
  @Optional() @Nullable() @IsString() @MaxLength(1_024) comment?: string | null;
}

/** What a silence would suppress: `window` may be left out, and of a fixed one only what its matchers say counts. */
export class SilencePreviewBody {
  @ArrayMaxSize(20) @IsListOf(() => LabelMatcher) matchers: LabelMatcher[];
  @Optional() @IsObjectOf(() => SilenceWindowInput) window?: SilenceWindowInput;
}

export interface SilencePreview {
  window_secs: Integer;
  /** Incidents that were opened within the window, and those of them that would have been silenced. */
  incidents: Integer;
  silenced: Integer;
  /** The newest of those; at most 20. */
  samples: { id: string; summary: string; severity: Severity; created_at: Integer }[];
}

export interface SilenceView {
  id: string;
  org_id: string;
  name: string;
  enabled: boolean;
  matchers: LabelMatcher[];
  window: SilenceWindow;
  comment: string;
  created_by?: string;
  created_at: Integer;
  updated_at: Integer;
}

export class SilenceId {
  @IsUUID() id: string;
}

export class SetSilenceOf extends SilenceId {
  @IsObjectOf(() => SilenceBody) body: SilenceBody;
}

export const SILENCES_READ = { organization: 'alerts.read' } as const;
export const SILENCES_WRITE = { organization: 'alerts.silence' } as const;

export const listSilences = rpc<SilenceView[]>()('svc.notify.mutes.list', Empty, SILENCES_READ);
export const readSilence = rpc<SilenceView>()('svc.notify.mutes.read', SilenceId, SILENCES_READ);
export const createSilence = rpc<SilenceView>()('svc.notify.mutes.create', SilenceBody, SILENCES_WRITE, {
  audit: 'recorded',
});
export const previewSilence = rpc<SilencePreview>()('svc.notify.mutes.preview', SilencePreviewBody, SILENCES_READ);
export const updateSilence = rpc<SilenceView>()('svc.notify.mutes.update', SetSilenceOf, SILENCES_WRITE, {
  audit: 'recorded',
});
export const deleteSilence = rpc<{ deleted: true }>()('svc.notify.mutes.delete', SilenceId, SILENCES_WRITE, {
  audit: 'recorded',
});
