/** What belongs together: semantic groups, and groups of incidents (ALERT-124 to ALERT-126). Times are microseconds since the epoch. */
import 'reflect-metadata';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsUUID,
  Max,
  Min,
} from 'class-validator';
import type { Severity } from './alert-conditions.js';
import { LabelMatcher } from './silences.js';
import { ALERTS_ACKNOWLEDGE, ALERTS_MANAGE, ALERTS_READ } from './alert-rules.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, IsObjectOf, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, rpc } from '../authz/rpc.js';

export const GROUP_STATES = ['open', 'acked', 'resolved'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

export class IncidentGroupsAsked {
  @Optional() @IsIn(GROUP_STATES) state?: GroupState;
  /** 200 without a value. */
  @Optional() @IsInt() @Min(1) @Max(1_000) limit?: number;
}

export class IncidentGroupId {
  @IsUUID() id: string;
}

export interface IncidentGroup {
  id: string;
  org_id: string;
  /** Rule of its incidents; absent for a semantic group, which has those of several, and for the platform. */
  alert_rule_id?: string;
  semantic_group_id?: string;
  /** Of the rule or the semantic group. */
  name: string;
  /** Labels that its incidents have in common. */
  labels: Record<string, string>;
  fingerprint: string;
  /** `open` while one of its incidents is, else `acked` while one is active. */
  state: GroupState;
  /** The highest of the active ones, else of all. */
  severity: Severity;
  incident_count: Integer;
  first_at_micros: Integer;
  last_at_micros: Integer;
  acked_by?: string;
  acked_at_micros?: Integer;
  resolved_at_micros?: Integer;
}

export interface AcknowledgedGroup {
  acked: true;
  /** Whether any incident was open. */
  incident_acked: boolean;
  incidents_acked: Integer;
}

export interface ResolvedGroup {
  resolved: true;
  incident_resolved: boolean;
  incidents_resolved: Integer;
}

export class SemanticGroupBody {
  @IsPlainText(1, 255) name: string;
  @Optional() @IsBoolean() enabled: boolean = true;
  /** All of them have to match; without one every incident is meant. */
  @ArrayMaxSize(20) @IsListOf(() => LabelMatcher) matchers: LabelMatcher[];
  /** Labels that incidents of one group have in common; without one all that match are one group. */
  @Optional() @IsArray() @ArrayMaxSize(10) @ArrayUnique() @IsPlainText(1, 128, { each: true }) group_by: string[] = [];
}

export class SemanticGroupId {
  @IsUUID() id: string;
}

export class SetSemanticGroup extends SemanticGroupId {
  @IsObjectOf(() => SemanticGroupBody) body: SemanticGroupBody;
}

export class SemanticGroupsImport {
  /** One with a name that is there replaces that one. */
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @IsListOf(() => SemanticGroupBody)
  groups: SemanticGroupBody[];
}

export interface SemanticGroupView {
  id: string;
  org_id: string;
  name: string;
  enabled: boolean;
  matchers: LabelMatcher[];
  group_by: string[];
  created_at: Integer;
  updated_at: Integer;
}

export const listIncidentGroups = rpc<IncidentGroup[]>()(
  'svc.notify.incident-groups.list',
  IncidentGroupsAsked,
  ALERTS_READ,
);
export const acknowledgeIncidentGroup = rpc<AcknowledgedGroup>()(
  'svc.notify.incident-groups.ack',
  IncidentGroupId,
  ALERTS_ACKNOWLEDGE,
  { audit: 'recorded' },
);
export const resolveIncidentGroup = rpc<ResolvedGroup>()(
  'svc.notify.incident-groups.resolve',
  IncidentGroupId,
  ALERTS_ACKNOWLEDGE,
  { audit: 'recorded' },
);

export const listSemanticGroups = rpc<SemanticGroupView[]>()('svc.notify.semantic-groups.list', Empty, ALERTS_READ);
export const readSemanticGroup = rpc<SemanticGroupView>()(
  'svc.notify.semantic-groups.read',
  SemanticGroupId,
  ALERTS_READ,
);
export const createSemanticGroup = rpc<SemanticGroupView>()(
  'svc.notify.semantic-groups.create',
  SemanticGroupBody,
  ALERTS_MANAGE,
  { audit: 'recorded' },
);
export const updateSemanticGroup = rpc<SemanticGroupView>()(
  'svc.notify.semantic-groups.update',
  SetSemanticGroup,
  ALERTS_MANAGE,
  { audit: 'recorded' },
);
export const deleteSemanticGroup = rpc<{ deleted: true }>()(
  'svc.notify.semantic-groups.delete',
  SemanticGroupId,
  ALERTS_MANAGE,
  { audit: 'recorded' },
);
export const importSemanticGroups = rpc<{ imported: Integer }>()(
  'svc.notify.semantic-groups.import',
  SemanticGroupsImport,
  ALERTS_MANAGE,
  { audit: 'recorded' },
);
