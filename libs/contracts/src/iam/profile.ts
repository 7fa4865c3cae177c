/** The caller's own account: profile, preferences, password, sessions. */
import { IsBoolean, IsIn, IsNotEmpty, IsString, IsUUID, Matches, MaxLength, ValidateBy } from 'class-validator';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export interface Profile {
  user_id: string;
  email: string;
  /** Same as `display_name`. */
  username: string;
  display_name: string;
  avatar_url?: string;
  bio: string;
  org_id: string;
  org_name: string;
  org_slug: string;
  display_role: string;
  created_at_micros: Integer;
}

const isHttpUrl = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

/** Where an uploaded picture is. */
const UPLOADED = /^\/api\/v1\/public\/avatars\/[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/;

/** An http(s) address of at most 2048 characters, that of one's uploaded picture, or an empty text, which clears it. */
export const IsAvatarUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'isAvatarUrl',
    validator: {
      validate: (value) =>
        value === '' || UPLOADED.test(String(value)) || (isHttpUrl(value) && (value as string).length <= 2_048),
      defaultMessage: () => 'avatar_url must be an http or https URL of at most 2048 characters, or empty',
    },
  });

export class UpdateProfile {
  @Optional() @IsPlainText(1, 255) display_name?: string;
  /** Another name of `display_name`; the two must not differ. */
  @Optional() @IsPlainText(1, 255) username?: string;
  @Optional() @IsString() @MaxLength(500) @Matches(/^[^\0]*$/) bio?: string;
  @Optional() @IsAvatarUrl() avatar_url?: string;
}

const isTimeZone = (value: unknown): boolean => {
  if (value === '') return true;
  if (typeof value !== 'string' || value.length > 64) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};

export class Preferences {
  @IsIn(['system', 'dark', 'light']) theme: string = 'system';
  @IsIn(['compact', 'normal', 'comfortable']) density: string = 'normal';
  @IsIn(['en-us', 'zh-cn']) language: string = 'en-us';
  /** A path of the console, or `last_visited`. */
  @IsString() @Matches(/^(last_visited|\/(?!\/)[\x21-\x7e]{0,255})$/) default_home_route: string = '/home';
  @IsIn(['iso_24h', 'local_12h']) time_format: string = 'iso_24h';
  @IsIn(['yyyy_mm_dd_dash', 'yyyy_mm_dd_slash', 'dd_mm_yyyy_slash', 'mm_dd_yyyy_slash']) date_format: string =
    'yyyy_mm_dd_dash';
  @IsBoolean() keyboard_shortcuts_enabled: boolean = true;
  /** An IANA zone, or an empty text for the browser's. */
  @ValidateBy({
    name: 'isTimeZone',
    validator: { validate: isTimeZone, defaultMessage: () => 'timezone must be an IANA time zone or empty' },
  })
  timezone: string = '';
}

export class ChangePassword {
  @IsString() @IsNotEmpty() @MaxLength(1024) current_password: string;
  @IsString() @MaxLength(1024) password: string;
}

export interface SessionView {
  id: string;
  org_id: string;
  scope: 'organization' | 'system';
  /** The session of this very call. */
  current: boolean;
  address?: string;
  user_agent?: string;
  created_at_micros: Integer;
  last_seen_at_micros: Integer;
  expires_at_micros: Integer;
}

export class SessionId {
  @IsUUID() id: string;
}

export const profile = rpc<Profile>()('svc.iam.profile', Empty, 'any-context', READS);
export const updateProfile = rpc<Profile>()('svc.iam.profile.update', UpdateProfile, 'any-context', {
  audit: 'recorded',
});
export const preferences = rpc<Preferences>()('svc.iam.preferences', Empty, 'any-context', READS);
export const updatePreferences = rpc<Preferences>()('svc.iam.preferences.update', Preferences, 'any-context', {
  audit: 'recorded',
});
export const workspacePreferences = rpc<Preferences>()('svc.iam.workspace_preferences', Empty, {
  organization: 'org.settings.read',
});
export const updateWorkspacePreferences = rpc<Preferences>()(
  'svc.iam.workspace_preferences.update',
  Preferences,
  { organization: 'org.settings.manage' },
  { audit: 'recorded' },
);
/** Ends every other session of the caller. */
export const changePassword = rpc<{ changed: true }>()('svc.iam.password.change', ChangePassword, 'any-context', {
  audit: 'recorded',
  timeoutMs: 10_000,
});
export const listSessions = rpc<SessionView[]>()('svc.iam.sessions.list', Empty, 'any-context', READS);
export const revokeSession = rpc<{ revoked: true }>()('svc.iam.sessions.revoke', SessionId, 'any-context', {
  audit: 'recorded',
});
