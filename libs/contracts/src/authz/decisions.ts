/** What is asked of a decision about access, and what it says. */
import { IsIn, IsObject, IsString, IsUUID, MaxLength, ValidateBy } from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import { IsObjectOf, NullAsAbsent, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';

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
  Object.entries(value).every(([key, member]) => Object.hasOwn(members, key) && members[key]!(member));

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
  @NullAsAbsent() @IsUUID() organization_id?: string;
  @IsIn(RESOURCE_TYPES) resource_type: ResourceType;
  @IsPlainText(1, 192) resource_id: string;
  /** What the resource lies in, such as a folder: both members or none. */
  @NullAsAbsent() @IsIn(RESOURCE_TYPES) container_type?: ResourceType;
  @NullAsAbsent() @IsPlainText(1, 192) container_id?: string;
}

export interface Attributes {
  environment?: string;
  labels?: Record<string, string>;
}

export class EvaluationRequest {
  @IsString() @MaxLength(64) permission: string;
  @NullAsAbsent() @IsObjectOf(() => ResourceTarget) target?: ResourceTarget;
  @Optional() @AsSent() @IsObject() @IsAttributes() attributes?: Attributes;
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
