/** Silences of alert notifications (ALERT-50 to ALERT-53). Times are microseconds since the epoch. */
import 'reflect-metadata';
import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import type { Severity } from './alert-conditions.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, IsObjectOf, NeededWhere, Nullable, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, rpc } from '../authz/rpc.js';

const OfFixed = () => NeededWhere(({ type }: MuteWindowInput) => type !== 'recurring');
const OfRecurring = () => NeededWhere(({ type }: MuteWindowInput) => type === 'recurring');

export const MATCHER_OPS = ['eq', 'neq', 're', 'nre'] as const;

export class LabelMatcher {
  @IsPlainText(1, 128) label: string;
  @IsIn(MATCHER_OPS) op: (typeof MATCHER_OPS)[number];
  /** A pattern of `re` and `nre` has at most 256 characters. */
  @IsString() @MaxLength(1_024) value: string;
}

/** `fixed` has `start` and `end`, `recurring` the others. */
export class MuteWindowInput {
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

export type MuteWindow =
  | { type: 'fixed'; start: Integer; end: Integer }
  | { type: 'recurring'; timezone: string; weekday_mask: Integer; hour_start: Integer; hour_end: Integer };

export class MuteBody {
  @IsPlainText(1, 255) name: string;
  @Optional() @IsBoolean() enabled?: boolean;
  /** All of them have to match; without one everything does. */
  @ArrayMaxSize(20) @IsListOf(() => LabelMatcher) matchers: LabelMatcher[];
  @IsObjectOf(() => MuteWindowInput) window: MuteWindowInput;
  @Optional() @Nullable() @IsString() @MaxLength(1_024) comment?: string | null;
}

/** What a silence would keep quiet: `window` may be left out, and of a fixed one only what its matchers say counts. */
export class MutePreviewBody {
  @ArrayMaxSize(20) @IsListOf(() => LabelMatcher) matchers: LabelMatcher[];
  @Optional() @IsObjectOf(() => MuteWindowInput) window?: MuteWindowInput;
}

export interface MutePreview {
  window_secs: Integer;
  /** Incidents that were opened within the window, and those of them that would have been silenced. */
  incidents: Integer;
  silenced: Integer;
  /** The newest of those; at most 20. */
  samples: { id: string; summary: string; severity: Severity; created_at: Integer }[];
}

export interface MuteView {
  id: string;
  org_id: string;
  name: string;
  enabled: boolean;
  matchers: LabelMatcher[];
  window: MuteWindow;
  comment: string;
  created_by?: string;
  created_at: Integer;
  updated_at: Integer;
}

export class MuteId {
  @IsUUID() id: string;
}

export class SetMuteOf extends MuteId {
  @IsObjectOf(() => MuteBody) body: MuteBody;
}

export const MUTES_READ = { organization: 'alerts.read' } as const;
export const MUTES_WRITE = { organization: 'alerts.silence' } as const;

export const listMutes = rpc<MuteView[]>()('svc.notify.mutes.list', Empty, MUTES_READ);
export const readMute = rpc<MuteView>()('svc.notify.mutes.read', MuteId, MUTES_READ);
export const createMute = rpc<MuteView>()('svc.notify.mutes.create', MuteBody, MUTES_WRITE, { audit: 'recorded' });
export const previewMute = rpc<MutePreview>()('svc.notify.mutes.preview', MutePreviewBody, MUTES_READ);
export const updateMute = rpc<MuteView>()('svc.notify.mutes.update', SetMuteOf, MUTES_WRITE, { audit: 'recorded' });
export const deleteMute = rpc<{ deleted: true }>()('svc.notify.mutes.delete', MuteId, MUTES_WRITE, {
  audit: 'recorded',
});
