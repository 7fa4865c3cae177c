/** Roles, permissions and decisions (ACCESS-11, ACCESS-12). */
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import {
  EvaluationRequest,
  IsConditions,
  RESOURCE_TYPES,
  type Conditions,
  type Decision,
  type ResourceType,
} from '../authz/decisions.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, NullAsAbsent, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

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
  created_at_micros: Integer;
  updated_at_micros: Integer;
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
  @Optional() @IsPlainText(1, 128) name?: string;
  @Optional() @IsString() @MaxLength(1_000) @Matches(/^[^\0]*$/) description?: string;
  @Optional()
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

const READ = { organization: 'iam.roles.read' } as const;
const MANAGE = { organization: 'iam.roles.manage' };

export const listRoles = rpc<RoleView[]>()('svc.iam.roles.list', Empty, READ);
export const createRole = rpc<RoleView>()('svc.iam.roles.create', CreateRole, MANAGE, { audit: 'recorded' });
export const updateRole = rpc<RoleView>()('svc.iam.roles.update', UpdateRoleById, MANAGE, { audit: 'recorded' });
export const deleteRole = rpc<{ deleted: true }>()('svc.iam.roles.delete', RoleId, MANAGE, { audit: 'recorded' });

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
  version: Integer;
  permissions: PermissionView[];
  bundles: BundleView[];
}

/** Whom something is given to: a user, the members of a team, or all members of the organization. */
export const PRINCIPAL_TYPES = ['user', 'team', 'organization'] as const;
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];

export class EvaluateBatch {
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @IsListOf(() => EvaluationRequest)
  requests: EvaluationRequest[];
}

export class CreateRoleBinding {
  @IsUUID() role_id: string;
  @IsIn(PRINCIPAL_TYPES) principal_type: PrincipalType;
  @IsUUID() principal_id: string;
  @IsIn(RESOURCE_TYPES) resource_type: ResourceType;
  @IsPlainText(1, 192) resource_id: string;
  @NullAsAbsent() @AsSent() @IsObject() @IsConditions() conditions?: Conditions;
  @NullAsAbsent() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) starts_at_micros?: number;
  @NullAsAbsent() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) expires_at_micros?: number;
}

export interface RoleBindingView {
  id: string;
  role_id: string;
  principal_type: PrincipalType;
  principal_id: string;
  resource_type: ResourceType;
  resource_id: string;
  conditions: Conditions;
  starts_at_micros?: Integer;
  expires_at_micros?: Integer;
  created_at_micros: Integer;
}

/** An answer to a change of what is given: the policy version that it made. */
export interface Versioned<T> {
  value: T;
  version: Integer;
}

export class BindingId {
  @IsUUID() id: string;
}

const READ_POLICIES = { organization: 'iam.policies.read' } as const;
const MANAGE_POLICIES = { organization: 'iam.policies.manage' };

/** With `iam.roles.read` or `iam.policies.read`. */
export const permissionCatalog = rpc<PermissionCatalog>()('svc.iam.permissions', Empty, 'any-context', READS);
export const evaluateBatch = rpc<{ decisions: Decision[] }>()('svc.iam.evaluate', EvaluateBatch, 'any-context', READS);
export const listRoleBindings = rpc<RoleBindingView[]>()('svc.iam.bindings.list', Empty, READ_POLICIES);
export const createRoleBinding = rpc<Versioned<RoleBindingView>>()(
  'svc.iam.bindings.create',
  CreateRoleBinding,
  MANAGE_POLICIES,
  { audit: 'recorded' },
);
export const deleteRoleBinding = rpc<{ deleted: true; version: Integer }>()(
  'svc.iam.bindings.delete',
  BindingId,
  MANAGE_POLICIES,
  { audit: 'recorded' },
);
