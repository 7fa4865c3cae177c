/** Roles, permissions and decisions (peer facts 2.7, 2.9, 2.13). */
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { IsPlainText } from './plain-text.js';
import { Empty, rpc } from './rpc.js';

export interface RoleUsage {
  memberships: number;
  api_tokens: number;
  invitations: number;
  bindings: number;
  total: number;
}

export interface RoleView {
  id: string;
  key: string;
  name: string;
  description: string;
  builtin: boolean;
  role_type: 'organization';
  scope: 'organization';
  permissions: string[];
  usage: RoleUsage;
  created_at_micros: number;
  updated_at_micros: number;
}

const MAX_PERMISSIONS = 64;

export class RoleContent {
  @IsPlainText(1, 128) name: string;
  @IsString() @MaxLength(1_000) @Matches(/^[^\0]*$/) description: string = '';
  @IsArray()
  @ArrayMaxSize(MAX_PERMISSIONS)
  @IsString({ each: true })
  @MaxLength(64, { each: true })
  permissions: string[];
}

export class CreateRole extends RoleContent {
  /** Lower-cased; never a key of a built-in role. */
  @IsString() @Matches(/^[a-zA-Z][a-zA-Z0-9_]{1,63}$/) key: string;
}

export class UpdateRole {
  @IsOptional() @IsPlainText(1, 128) name?: string;
  @IsOptional() @IsString() @MaxLength(1_000) @Matches(/^[^\0]*$/) description?: string;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_PERMISSIONS)
  @IsString({ each: true })
  @MaxLength(64, { each: true })
  permissions?: string[];
}

export class RoleId {
  @IsUUID() id: string;
}

export class UpdateRoleById extends UpdateRole {
  @IsUUID() id: string;
}

const READ = { organization: 'iam.roles.read' };
const MANAGE = { organization: 'iam.roles.manage' };

export const listRoles = rpc<RoleView[]>()('svc.iam.roles.list', Empty, READ);
export const createRole = rpc<RoleView>()('svc.iam.roles.create', CreateRole, MANAGE);
export const updateRole = rpc<RoleView>()('svc.iam.roles.update', UpdateRoleById, MANAGE);
export const deleteRole = rpc<{ deleted: true }>()('svc.iam.roles.delete', RoleId, MANAGE);

export interface PermissionView {
  key: string;
  scope: 'organization' | 'platform';
  domain: string;
  label_key: string;
  description_key: string;
  builtin_roles: string[];
  feature?: string;
}

export interface BundleView {
  key: string;
  label_key: string;
  description_key: string;
  permissions: string[];
}

export interface PermissionCatalog {
  version: number;
  permissions: PermissionView[];
  bundles: BundleView[];
}

export const RESOURCE_TYPES = [
  'alert',
  'dashboard',
  'folder',
  'function',
  'pipeline',
  'report',
  'saved_view',
  'schedule',
  'stream',
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** Whom something is given to: a user, the members of a team, or everybody of the organization. */
export const PRINCIPAL_TYPES = ['user', 'team', 'organization'] as const;
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];

/** Attributes that a binding asks for: an environment, or one of several, and labels that must all be there. */
export interface Conditions {
  environment?: string | string[];
  labels?: Record<string, string>;
}

const MAX_VALUE = 192;
const MAX_ENTRIES = 50;
const isValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_VALUE && !/[\p{Cc}\p{Cs}]/u.test(value);
const isLabels = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.keys(value).length <= MAX_ENTRIES &&
  Object.entries(value).every((entry) => entry.every(isValue));
const isEnvironments = (value: unknown): boolean =>
  isValue(value) || (Array.isArray(value) && value.length > 0 && value.length <= MAX_ENTRIES && value.every(isValue));

const hasOnly = (value: unknown, members: Record<string, (member: unknown) => boolean>): boolean =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.entries(value).every(([key, member]) => Object.hasOwn(members, key) && members[key](member));

export const IsConditions = (): PropertyDecorator =>
  ValidateBy({
    name: 'isConditions',
    validator: {
      validate: (value) => hasOnly(value, { environment: isEnvironments, labels: isLabels }),
      defaultMessage: () => 'conditions may hold environment (text or texts) and labels (texts by name) alone',
    },
  });

const IsAttributes = (): PropertyDecorator =>
  ValidateBy({
    name: 'isAttributes',
    validator: {
      validate: (value) => hasOnly(value, { environment: isValue, labels: isLabels }),
      defaultMessage: () => 'attributes may hold environment (text) and labels (texts by name) alone',
    },
  });

export class ResourceTarget {
  @IsOptional() @IsUUID() organization_id?: string;
  @IsIn(RESOURCE_TYPES) resource_type: ResourceType;
  @IsPlainText(1, 192) resource_id: string;
  /** What the resource lies in, such as a folder: both members or none. */
  @IsOptional() @IsIn(RESOURCE_TYPES) container_type?: ResourceType;
  @IsOptional() @IsPlainText(1, 192) container_id?: string;
}

export interface Attributes {
  environment?: string;
  labels?: Record<string, string>;
}

export class EvaluationRequest {
  @IsString() @MaxLength(64) permission: string;
  @IsOptional() @ValidateNested() @Type(() => ResourceTarget) target?: ResourceTarget;
  @IsOptional() @IsObject() @IsAttributes() attributes?: Attributes;
}

export class EvaluateBatch {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => EvaluationRequest)
  requests: EvaluationRequest[];
}

export interface Decision {
  allowed: boolean;
  reason:
    | 'platform_assignment'
    | 'role_permission'
    | 'resource_role_binding'
    | 'resource_relationship'
    | 'cross_organization_grant'
    | 'scope_boundary'
    | 'tenant_isolation'
    | 'condition_mismatch'
    | 'default_deny';
  policy_version: number;
  matched_binding_ids?: string[];
  matched_relationship_ids?: string[];
  matched_grant_ids?: string[];
}

export class CreateRoleBinding {
  @IsUUID() role_id: string;
  @IsIn(PRINCIPAL_TYPES) principal_type: PrincipalType;
  @IsUUID() principal_id: string;
  @IsIn(RESOURCE_TYPES) resource_type: ResourceType;
  @IsPlainText(1, 192) resource_id: string;
  @IsOptional() @IsObject() @IsConditions() conditions?: Conditions;
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) starts_at_micros?: number;
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) expires_at_micros?: number;
}

export interface RoleBindingView {
  id: string;
  role_id: string;
  principal_type: PrincipalType;
  principal_id: string;
  resource_type: ResourceType;
  resource_id: string;
  conditions: Conditions;
  starts_at_micros?: number;
  expires_at_micros?: number;
  created_at_micros: number;
}

/** An answer to a change of what is given: the policy version that it made. */
export interface Versioned<T> {
  value: T;
  version: number;
}

export class BindingId {
  @IsUUID() id: string;
}

const READ_POLICIES = { organization: 'iam.policies.read' };
const MANAGE_POLICIES = { organization: 'iam.policies.manage' };

/** With `iam.roles.read` or `iam.policies.read`. */
export const permissionCatalog = rpc<PermissionCatalog>()('svc.iam.permissions', Empty, 'any-context');
export const evaluateBatch = rpc<{ decisions: Decision[] }>()('svc.iam.evaluate', EvaluateBatch, 'any-context');
export const listRoleBindings = rpc<RoleBindingView[]>()('svc.iam.bindings.list', Empty, READ_POLICIES);
export const createRoleBinding = rpc<Versioned<RoleBindingView>>()(
  'svc.iam.bindings.create',
  CreateRoleBinding,
  MANAGE_POLICIES,
);
export const deleteRoleBinding = rpc<{ deleted: true; version: number }>()(
  'svc.iam.bindings.delete',
  BindingId,
  MANAGE_POLICIES,
);
