import 'reflect-metadata';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Fault } from '../base/fault.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, IsObjectOf, Nullable, NullAsAbsent, Optional } from '../base/members.js';
import { CHANNELS_MANAGE, CHANNELS_READ, TARGET_TYPES, type TargetType } from './notify.js';
import { NOTIFICATION_CATEGORIES, type NotificationCategory } from './recipients.js';
import { Empty, rpc } from '../authz/rpc.js';

// Default routes (DELIVERY-23). Times are microseconds since the epoch.

export class DefaultRoute {
  @IsUUID() connector_id: string;
  /** A default route reaches a place, not a person. */
  @IsIn(['fixed_address', 'fixed_group'] satisfies TargetType[]) target_type: TargetType;
  @IsString() @IsNotEmpty() @MaxLength(2_048) target: string;
  /** 1 for the first, without a gap. */
  @IsInt() @Min(1) @Max(50) order: number;
}

export class SetDefaultRoutes {
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsListOf(() => DefaultRoute)
  routes: DefaultRoute[];
  @Optional() @IsBoolean() enabled?: boolean;
}

/** Of the organization, or of the team that is named. */
export class DefaultsOf {
  @Optional() @IsUUID() team_id?: string;
}

export class DefaultsOfCategory extends DefaultsOf {
  @IsIn(NOTIFICATION_CATEGORIES) category: NotificationCategory;
}

export class SetDefaultsOf extends DefaultsOfCategory {
  @IsObjectOf(() => SetDefaultRoutes) body: SetDefaultRoutes;
}

export interface DefaultRoutesView {
  id: string;
  organization_id: string;
  team_id?: string;
  category: NotificationCategory;
  routes: DefaultRoute[];
  enabled: boolean;
  created_at: Integer;
  updated_at: Integer;
}

export const listDefaults = rpc<DefaultRoutesView[]>()('svc.notify.defaults.list', DefaultsOf, CHANNELS_READ);
export const readDefaults = rpc<DefaultRoutesView>()('svc.notify.defaults.read', DefaultsOfCategory, CHANNELS_READ);
export const setDefaults = rpc<DefaultRoutesView>()('svc.notify.defaults.set', SetDefaultsOf, CHANNELS_MANAGE, {
  audit: 'recorded',
});
export const deleteDefaults = rpc<{ deleted: true }>()(
  'svc.notify.defaults.delete',
  DefaultsOfCategory,
  CHANNELS_MANAGE,
  { audit: 'recorded' },
);

// Templates.

export const TEMPLATE_FORMATS = ['text', 'markdown', 'html'] as const;
export type TemplateFormat = (typeof TEMPLATE_FORMATS)[number];

export class TemplateBody {
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  @IsString() @IsNotEmpty() @MaxLength(16_384) body: string;
  @Optional() @IsIn(TEMPLATE_FORMATS) format?: TemplateFormat;
  @Optional() @IsIn(NOTIFICATION_CATEGORIES) category?: NotificationCategory;
}

export class ById {
  @IsUUID() id: string;
}

export class SetTemplateOf extends ById {
  @IsObjectOf(() => TemplateBody) body: TemplateBody;
}

export interface TemplateView {
  id: string;
  organization_id: string;
  name: string;
  body: string;
  format: TemplateFormat;
  category: NotificationCategory;
  /** The last internal error (ALERT-150); absent while there is none. */
  fault?: Fault;
  created_at: Integer;
  updated_at: Integer;
}

export interface TemplateField {
  key: string;
  token: string;
  group: string;
  categories: NotificationCategory[];
  example: string;
  event_types: string[];
}

export interface TemplatePreset {
  key: string;
  category: NotificationCategory;
  event_type: string;
  format: TemplateFormat;
  body: string;
}

/** What a template may name, and texts to start from. */
export interface TemplateFields {
  fields: TemplateField[];
  presets: TemplatePreset[];
  label_keys: string[];
  annotation_keys: string[];
}

export const readTemplateFields = rpc<TemplateFields>()('svc.notify.template-fields', Empty, CHANNELS_READ);
export const listTemplates = rpc<TemplateView[]>()('svc.notify.templates.list', Empty, CHANNELS_READ);
export const readTemplate = rpc<TemplateView>()('svc.notify.templates.read', ById, CHANNELS_READ);
export const createTemplate = rpc<TemplateView>()('svc.notify.templates.create', TemplateBody, CHANNELS_MANAGE, {
  audit: 'recorded',
});
export const updateTemplate = rpc<TemplateView>()('svc.notify.templates.update', SetTemplateOf, CHANNELS_MANAGE, {
  audit: 'recorded',
});
export const deleteTemplate = rpc<{ deleted: true }>()('svc.notify.templates.delete', ById, CHANNELS_MANAGE, {
  audit: 'recorded',
});

// Policies (DELIVERY-20).

export const RESOLVER_TYPES = [
  'alert_owner',
  'current_oncall',
  'event_users',
  'fixed_users',
  'next_oncall',
  'schedule_members',
  'team_lead',
  'team_members',
] as const;
export type ResolverType = (typeof RESOLVER_TYPES)[number];

export const DELIVERY_MODES = ['prefer_user', 'force_connector', 'multi_connector'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

export class DeliveryConfig {
  @Optional() @IsArray() @ArrayMaxSize(10) @ArrayUnique() @IsUUID(undefined, { each: true }) connector_ids: string[] =
    [];
}

export class FallbackConfig {
  @Optional() @IsBoolean() use_user_fallbacks: boolean = true;
  @Optional() @IsBoolean() use_team_defaults: boolean = true;
  @Optional() @IsBoolean() use_organization_defaults: boolean = true;
}

export class EscalationConfig {
  @IsIn(RESOLVER_TYPES) recipient_resolver: ResolverType;
  @Optional() @AsSent() @IsObject() resolver_config?: Record<string, unknown>;
  @IsIn(DELIVERY_MODES) delivery_mode: DeliveryMode;
  @Optional() @IsObjectOf(() => DeliveryConfig) delivery_config?: DeliveryConfig;
  @Optional() @IsObjectOf(() => FallbackConfig) fallback_config?: FallbackConfig;
}

export class PolicyBody {
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  @Matches(/^[a-z0-9._-]{1,128}$/, { message: 'event_type must be 1 to 128 of a-z, 0-9, dot, underscore, dash' })
  event_type: string;
  @IsIn(NOTIFICATION_CATEGORIES) category: NotificationCategory;
  /** Path of an attribute → value, or values of which one has to match; all paths have to. */
  @Optional() @AsSent() @IsObject() matchers?: Record<string, unknown>;
  @IsIn(RESOLVER_TYPES) recipient_resolver: ResolverType;
  @Optional() @AsSent() @IsObject() resolver_config?: Record<string, unknown>;
  @IsIn(DELIVERY_MODES) delivery_mode: DeliveryMode;
  @Optional() @IsObjectOf(() => DeliveryConfig) delivery_config?: DeliveryConfig;
  @Optional() @Nullable() @IsUUID() template_id?: string | null;
  @Optional() @IsObjectOf(() => FallbackConfig) fallback_config?: FallbackConfig;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(604_800) ack_timeout_seconds?: number | null;
  @Optional() @Nullable() @IsObjectOf(() => EscalationConfig) escalation_config?: EscalationConfig | null;
  @Optional() @IsBoolean() enabled?: boolean;
  /** Lower runs first. */
  @Optional() @IsInt() @Min(0) @Max(10_000) priority?: number;
}

export interface PolicyView {
  id: string;
  organization_id: string;
  name: string;
  event_type: string;
  category: NotificationCategory;
  matchers: Record<string, unknown>;
  recipient_resolver: ResolverType;
  resolver_config: Record<string, unknown>;
  delivery_mode: DeliveryMode;
  delivery_config: DeliveryConfig;
  template_id?: string;
  fallback_config: FallbackConfig;
  ack_timeout_seconds?: number;
  escalation_config?: EscalationConfig;
  enabled: boolean;
  priority: number;
  /** The last internal error (ALERT-150); absent while there is none. */
  fault?: Fault;
  created_at: Integer;
  updated_at: Integer;
}

export class SetPolicyOf extends ById {
  @IsObjectOf(() => PolicyBody) body: PolicyBody;
}

export class EventSample {
  @NullAsAbsent() @IsString() @MaxLength(256) event_id?: string;
  @NullAsAbsent() @IsString() @MaxLength(128) event_type?: string;
  @NullAsAbsent() @IsInt() @Min(0) occurred_at_micros?: number;
  @Optional() @AsSent() @IsObject() attributes?: Record<string, unknown>;
}

export class PreviewPolicy {
  @IsObjectOf(() => PolicyBody) policy: PolicyBody;
  @IsObjectOf(() => EventSample) event: EventSample;
}

export class TestPolicyOf extends ById {
  @IsObjectOf(() => EventSample) event: EventSample;
}

export type DeliveryStage =
  'user_primary' | 'user_fallback' | 'team_fallback' | 'organization_fallback' | 'escalation' | 'test';

export interface PlannedRoute {
  stage: DeliveryStage;
  connector_id: string;
  connector_name: string;
  endpoint_id?: string;
  target_type: (typeof TARGET_TYPES)[number];
  target_value_masked: string;
}

export interface PolicyPreview {
  policy_id?: string;
  matched: boolean;
  recipients: {
    user_id: string;
    team_id?: string;
    resolved_by: ResolverType;
    delivery_plan: PlannedRoute[];
    /** Why there is no route; only then. */
    explanation?: string;
  }[];
  /** Why there is no recipient; only then. */
  explanation?: string;
  /** Default routes that are notified where there is no recipient; only then. */
  delivery_plan?: PlannedRoute[];
}

export const listResolverTypes = rpc<ResolverType[]>()('svc.notify.resolver-types.list', Empty, CHANNELS_READ);
export const listPolicies = rpc<PolicyView[]>()('svc.notify.policies.list', Empty, CHANNELS_READ);
export const readPolicy = rpc<PolicyView>()('svc.notify.policies.read', ById, CHANNELS_READ);
export const createPolicy = rpc<PolicyView>()('svc.notify.policies.create', PolicyBody, CHANNELS_MANAGE, {
  audit: 'recorded',
});
export const updatePolicy = rpc<PolicyView>()('svc.notify.policies.update', SetPolicyOf, CHANNELS_MANAGE, {
  audit: 'recorded',
});
export const deletePolicy = rpc<{ deleted: true }>()('svc.notify.policies.delete', ById, CHANNELS_MANAGE, {
  audit: 'recorded',
});
/** Neither ever sends. */
export const previewPolicy = rpc<PolicyPreview>()('svc.notify.policies.preview', PreviewPolicy, CHANNELS_MANAGE, {
  audit: { not: 'says what a policy would do' },
});
export const testPolicy = rpc<PolicyPreview>()('svc.notify.policies.test', TestPolicyOf, CHANNELS_MANAGE, {
  audit: { not: 'says what a policy would do' },
});
