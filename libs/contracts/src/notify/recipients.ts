import 'reflect-metadata';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsString,
  IsTimeZone,
  IsUUID,
  Matches,
  MaxLength,
} from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { IsObjectOf, Nullable, NullAsAbsent, Optional } from '../base/members.js';
import type { ConnectorType } from './notify.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

/** Where a user is reached: an identity at a connector (DELIVERY-18). Times are microseconds since the epoch. */
export interface UserEndpointView {
  id: string;
  organization_id: string;
  user_id: string;
  connector_id: string;
  provider_type: ConnectorType;
  external_identity: string;
  display_name?: string;
  metadata: Record<string, unknown>;
  verified: boolean;
  enabled: boolean;
  created_at: Integer;
  updated_at: Integer;
}

export const NOTIFICATION_CATEGORIES = ['alert', 'oncall', 'escalation', 'report', 'security', 'system'] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

export interface PreferenceStep {
  id: string;
  preference_id: string;
  endpoint_id: string;
  step_order: number;
  created_at: Integer;
}

export interface PreferenceView {
  id: string;
  organization_id: string;
  user_id: string;
  category: NotificationCategory;
  enabled: boolean;
  quiet_hours?: QuietHours;
  allow_critical_bypass: boolean;
  /** The first is the primary endpoint, the others are its fallbacks. */
  steps: PreferenceStep[];
  created_at: Integer;
  updated_at: Integer;
}

export class CreateUserEndpoint {
  @IsUUID() connector_id: string;
  @IsString() @IsNotEmpty() @MaxLength(512) external_identity: string;
  @NullAsAbsent() @IsString() @MaxLength(255) display_name?: string;
  @Optional() @AsSent() @IsObject() metadata?: Record<string, unknown>;
  /** True needs `org.members.manage`: all others prove the identity by a code. */
  @Optional() @IsBoolean() verified?: boolean;
  @Optional() @IsBoolean() enabled?: boolean;
}

/** What is omitted stays; another connector or identity has to be verified again. */
export class UpdateUserEndpoint {
  @Optional() @IsUUID() connector_id?: string;
  @Optional() @IsString() @IsNotEmpty() @MaxLength(512) external_identity?: string;
  @Optional() @Nullable() @IsString() @MaxLength(255) display_name?: string | null;
  @Optional() @AsSent() @IsObject() metadata?: Record<string, unknown>;
  @Optional() @IsBoolean() verified?: boolean;
  @Optional() @IsBoolean() enabled?: boolean;
}

export class VerifyUserEndpoint {
  /** The code that was sent; without one a code is sent, or `org.members.manage` verifies at once (DELIVERY-18). */
  @Optional() @Matches(/^\d{6}$/, { message: 'code must be six digits' }) code?: string;
}

export class TestUserEndpoint {
  @NullAsAbsent() @IsString() @MaxLength(255) title?: string;
  @NullAsAbsent() @IsString() @MaxLength(16_384) text?: string;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** `start` equal to `end` is the whole day; a start after the end goes over midnight. */
export class QuietHours {
  @IsBoolean() enabled: boolean;
  @IsTimeZone() @MaxLength(64) timezone: string;
  @Matches(CLOCK, { message: 'start must be a time such as 22:00' }) start: string;
  @Matches(CLOCK, { message: 'end must be a time such as 07:00' }) end: string;
}

export class SetPreference {
  @Optional() @IsBoolean() enabled?: boolean;
  @IsArray() @ArrayMaxSize(20) @ArrayUnique() @IsUUID(undefined, { each: true }) endpoint_ids: string[];
  @Optional() @Nullable() @IsObjectOf(() => QuietHours) quiet_hours?: QuietHours | null;
  @Optional() @IsBoolean() allow_critical_bypass?: boolean;
}

export class OfUser {
  @IsUUID() user_id: string;
}

export class EndpointOfUser extends OfUser {
  @IsUUID() id: string;
}

export class CreateUserEndpointOf extends OfUser {
  @IsObjectOf(() => CreateUserEndpoint) body: CreateUserEndpoint;
}

export class UpdateUserEndpointOf extends EndpointOfUser {
  @IsObjectOf(() => UpdateUserEndpoint) body: UpdateUserEndpoint;
}

/** A sealed `VerifyUserEndpoint`: its code must not be read on the bus. */
export class VerifyUserEndpointOf extends EndpointOfUser {
  @IsString() @IsNotEmpty() @MaxLength(2_000_000) sealed: string;
}

export class TestUserEndpointOf extends EndpointOfUser {
  @IsObjectOf(() => TestUserEndpoint) body: TestUserEndpoint;
}

export class SetPreferenceOf extends OfUser {
  @IsIn(NOTIFICATION_CATEGORIES) category: NotificationCategory;
  @IsObjectOf(() => SetPreference) body: SetPreference;
}

export interface EndpointTestResult {
  sent: boolean;
  tested_at_micros: Integer;
  elapsed_ms: number;
  error?: string;
}

// In an organization that is not disabled one's own endpoints need no permission, those of others `org.members.read` and `org.members.manage`.
const SEND_TIMEOUT_MS = 75_000;
const SUBJECT = 'svc.notify.user-endpoints';

export const listUserEndpoints = rpc<UserEndpointView[]>()(`${SUBJECT}.list`, OfUser, 'enabled-organization', READS);
export const readUserEndpoint = rpc<UserEndpointView>()(
  `${SUBJECT}.read`,
  EndpointOfUser,
  'enabled-organization',
  READS,
);
export const createUserEndpoint = rpc<UserEndpointView>()(
  `${SUBJECT}.create`,
  CreateUserEndpointOf,
  'enabled-organization',
  { audit: 'recorded' },
);
export const updateUserEndpoint = rpc<UserEndpointView>()(
  `${SUBJECT}.update`,
  UpdateUserEndpointOf,
  'enabled-organization',
  { audit: 'recorded' },
);
export const deleteUserEndpoint = rpc<{ deleted: true }>()(
  `${SUBJECT}.delete`,
  EndpointOfUser,
  'enabled-organization',
  { audit: 'recorded' },
);
export const verifyUserEndpoint = rpc<UserEndpointView>()(
  `${SUBJECT}.verify`,
  VerifyUserEndpointOf,
  'enabled-organization',
  { audit: 'recorded', timeoutMs: SEND_TIMEOUT_MS },
);
export const testUserEndpoint = rpc<EndpointTestResult>()(
  `${SUBJECT}.test`,
  TestUserEndpointOf,
  'enabled-organization',
  { audit: 'recorded', timeoutMs: SEND_TIMEOUT_MS },
);
export const listPreferences = rpc<PreferenceView[]>()(
  'svc.notify.preferences.list',
  OfUser,
  'enabled-organization',
  READS,
);
export const setPreference = rpc<PreferenceView>()(
  'svc.notify.preferences.set',
  SetPreferenceOf,
  'enabled-organization',
  { audit: 'recorded' },
);

/** What all users of the organization have set. */
export interface RecipientSettings {
  endpoints: UserEndpointView[];
  preferences: PreferenceView[];
}

export const listRecipientSettings = rpc<RecipientSettings>()('svc.notify.recipients.list', Empty, {
  organization: 'org.members.read',
});

/** A member of the organization and how they are reached. */
export interface RecipientView {
  user_id: string;
  email: string;
  display_name: string;
  avatar_url?: string;
  disabled: boolean;
  status: 'active' | 'pending' | 'rejected';
  endpoints: UserEndpointView[];
  preferences: PreferenceView[];
}
