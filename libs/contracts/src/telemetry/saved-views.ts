/** Saved searches of an organization: a statement with a name. */
import {
  ArrayMaxSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
} from 'class-validator';
import { IsHeldIds } from '../authz/held-ids.js';
import type { Integer } from '../base/integer.js';
import { IsObjectOf, NullAsAbsent, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { StreamReference } from './query.js';
import { heldOn, rpc } from '../authz/rpc.js';

export const SAVED_VIEW_READ = { organization: 'saved_views.read' } as const;
export const SAVED_VIEW_CREATE = { organization: 'saved_views.create' } as const;
export const SAVED_VIEW_EDIT = { organization: 'saved_views.edit' } as const;
export const SAVED_VIEW_DELETE = { organization: 'saved_views.delete' } as const;

export class SavedViewBody {
  @IsPlainText(1, 255) name: string;
  @Equals('sql', { message: 'must be sql' }) language: 'sql';
  @IsString() @Length(1, 32_768) statement: string;
  /** The statement is asked about this long, up to now. */
  @IsInt() @Min(1) @Max(31_622_400) time_range_secs: number;
  @NullAsAbsent() @IsObjectOf(() => StreamReference) stream?: StreamReference;
  @Optional() @IsArray() @ArrayMaxSize(32) @ArrayUnique() @IsPlainText(1, 64, { each: true }) tags?: string[];
  @Optional() @IsBoolean() pinned?: boolean;
}

export class SavedViewId {
  @IsUUID() id: string;
}

export class SavedViewsAsked {
  @IsHeldIds() held_ids?: string[];
}

export class UpdateSavedView extends SavedViewBody {
  @IsUUID() id: string;
}

export interface SavedView {
  id: string;
  name: string;
  language: 'sql';
  statement: string;
  time_range_secs: Integer;
  stream?: StreamReference;
  tags: string[];
  pinned: boolean;
  created_by: string;
  created_at_micros: Integer;
  updated_at_micros: Integer;
}

/** Pinned ones first, then by name. */
export const listSavedViews = heldOn(
  rpc<SavedView[]>()('svc.apm.saved_views.list', SavedViewsAsked, SAVED_VIEW_READ),
  'saved_view',
  ({ held_ids }) => held_ids,
);
export const readSavedView = heldOn(
  rpc<SavedView>()('svc.apm.saved_views.read', SavedViewId, SAVED_VIEW_READ),
  'saved_view',
  ({ id }) => [id],
);
export const createSavedView = rpc<SavedView>()('svc.apm.saved_views.create', SavedViewBody, SAVED_VIEW_CREATE, {
  audit: 'recorded',
});
/** The whole of it: members that are left out are as in a new one. */
export const updateSavedView = rpc<SavedView>()('svc.apm.saved_views.update', UpdateSavedView, SAVED_VIEW_EDIT, {
  audit: 'recorded',
});
export const deleteSavedView = rpc<{ deleted: true }>()('svc.apm.saved_views.delete', SavedViewId, SAVED_VIEW_DELETE, {
  audit: 'recorded',
});
