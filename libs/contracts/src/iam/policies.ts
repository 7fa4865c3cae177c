/** What is given on single resources: to people of the organization, and to other organizations (ACCESS-11). */
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { PRINCIPAL_TYPES, type PrincipalType, type Versioned } from './roles.js';
import { IsConditions, RESOURCE_TYPES, type Conditions, type ResourceType } from '../authz/decisions.js';
import { AsSent } from '../base/as-sent.js';
import { ById } from './iam.js';
import type { Integer } from '../base/integer.js';
import { IsObjectOf, NullAsAbsent, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, READS, rpc } from '../authz/rpc.js';

export class CreateRelationship {
  @IsIn(RESOURCE_TYPES) resource_type: ResourceType;
  @IsPlainText(1, 192) resource_id: string;
  @IsUUID() role_id: string;
  @IsIn(PRINCIPAL_TYPES) subject_type: PrincipalType;
  @IsUUID() subject_id: string;
  /** What the resource has to lie in for the relationship to hold: both members or none. */
  @NullAsAbsent() @IsIn(RESOURCE_TYPES) container_type?: ResourceType;
  @NullAsAbsent() @IsPlainText(1, 192) container_id?: string;
}

export interface RelationshipView {
  id: string;
  resource_type: ResourceType;
  resource_id: string;
  role_id: string;
  subject_type: PrincipalType;
  subject_id: string;
  container_type?: ResourceType;
  container_id?: string;
  created_at_micros: Integer;
}

export class RelationshipId extends ById {}

const READ = { organization: 'iam.policies.read' } as const;
const MANAGE = { organization: 'iam.policies.manage' };

export const listRelationships = rpc<RelationshipView[]>()('svc.iam.relationships.list', Empty, READ);
export const createRelationship = rpc<Versioned<RelationshipView>>()(
  'svc.iam.relationships.create',
  CreateRelationship,
  MANAGE,
  { audit: 'recorded' },
);
export const deleteRelationship = rpc<{ deleted: true; version: Integer }>()(
  'svc.iam.relationships.delete',
  RelationshipId,
  MANAGE,
  { audit: 'recorded' },
);

const MAX_SELECTED = 100;

/** Some resources of a type, or all of them: one of the two members. */
export class ResourceSelector {
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_SELECTED)
  @IsPlainText(1, 192, { each: true })
  ids?: string[];
  @Optional() @Equals(true) all?: true;
}

const NamesOneWay = (): PropertyDecorator =>
  ValidateBy({
    name: 'namesOneWay',
    validator: {
      // What is null is refused by its own name.
      validate: (value: ResourceSelector | undefined) =>
        value?.ids === null || value?.all === null || (value?.ids === undefined) !== (value?.all === undefined),
      defaultMessage: () => 'resource_selector must hold either ids or all',
    },
  });

export class CreateGrant {
  @IsUUID() target_organization_id: string;
  /** Of the other organization, which checks it when it accepts. */
  @IsIn(PRINCIPAL_TYPES) grantee_type: PrincipalType;
  @IsUUID() grantee_id: string;
  @IsIn(RESOURCE_TYPES) resource_type: ResourceType;
  @NamesOneWay() @IsObjectOf(() => ResourceSelector) resource_selector: ResourceSelector;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(64)
  @IsString({ each: true })
  @MaxLength(64, { each: true })
  permissions: string[];
  @NullAsAbsent() @AsSent() @IsObject() @IsConditions() conditions?: Conditions;
  @NullAsAbsent() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) starts_at_micros?: number;
  @NullAsAbsent() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) expires_at_micros?: number;
}

export interface GrantView {
  id: string;
  /** The organization that gives, and its name. */
  organization_id: string;
  organization_name: string;
  target_organization_id: string;
  grantee_type: PrincipalType;
  grantee_id: string;
  resource_type: ResourceType;
  resource_selector: ResourceSelector;
  permissions: string[];
  conditions: Conditions;
  starts_at_micros?: Integer;
  expires_at_micros?: Integer;
  status: 'pending' | 'active' | 'revoked';
  created_at_micros: Integer;
  updated_at_micros: Integer;
}

export class GrantId extends ById {}

/** Those that the organization gave and those that it was offered, newest first. */
export const listGrants = rpc<GrantView[]>()('svc.iam.grants.list', Empty, READ);
/** Whether the other organization exists does not show. */
export const createGrant = rpc<Versioned<GrantView>>()('svc.iam.grants.create', CreateGrant, MANAGE, {
  audit: 'recorded',
});
/** By the organization that it was offered to. */
export const acceptGrant = rpc<Versioned<GrantView>>()('svc.iam.grants.accept', GrantId, MANAGE, { audit: 'recorded' });
/** By either organization, at any time, for good. */
export const revokeGrant = rpc<Versioned<GrantView>>()('svc.iam.grants.revoke', GrantId, MANAGE, { audit: 'recorded' });

export interface ShareTarget {
  id: string;
  name: string;
}

/** The caller's other organizations; those of other people are reached by their id alone. */
export const shareTargets = rpc<ShareTarget[]>()('svc.iam.share_targets', Empty, MANAGE, READS);
