/** Escalation policies of alerts: who is paged one after the other until a user acknowledges the incident (ALERT-80). */
import 'reflect-metadata';
import { ArrayMaxSize, ArrayMinSize, IsBoolean, IsIn, IsInt, IsUUID, Max, Min } from 'class-validator';
import { SEVERITIES, type Severity } from './alert-conditions.js';
import { ALERTS_MANAGE, ALERTS_READ } from './alert-rules.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, IsObjectOf, NeededWhere, Nullable, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { Empty, rpc } from '../authz/rpc.js';

export const TARGET_KINDS = ['user', 'schedule', 'team'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** Required of its own kind, absent or null of the others. */
const OfKind = (kind: TargetKind) => NeededWhere((target: EscalationTargetInput) => target.kind === kind);
/** Has the id of its kind and no other. */
export class EscalationTargetInput {
  @IsIn(TARGET_KINDS) kind: TargetKind;
  @OfKind('user') @IsUUID() user_id?: string;
  @OfKind('schedule') @IsUUID() schedule_id?: string;
  @OfKind('team') @IsUUID() team_id?: string;
}

export class EscalationStepInput {
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsListOf(() => EscalationTargetInput)
  targets: EscalationTargetInput[];
  /** How long the next step waits, at most 7 days. */
  @IsInt() @Min(0) @Max(604_800) ack_timeout_secs: number;
  /** What is less severe leaves the step out. */
  @Optional() @Nullable() @IsIn(SEVERITIES) min_severity?: Severity | null;
}

export class EscalationBody {
  @IsPlainText(1, 255) name: string;
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsListOf(() => EscalationStepInput)
  steps: EscalationStepInput[];
  @Optional() @IsBoolean() repeat: boolean = false;
  /** How often the steps are gone through; 1 unless they repeat. */
  @Optional() @IsInt() @Min(1) @Max(20) max_loops: number = 1;
}

export type EscalationTarget =
  { kind: 'user'; user_id: string } | { kind: 'schedule'; schedule_id: string } | { kind: 'team'; team_id: string };

export interface EscalationStep {
  targets: EscalationTarget[];
  ack_timeout_secs: Integer;
  min_severity: Severity | null;
}

export interface EscalationView {
  id: string;
  org_id: string;
  name: string;
  steps: EscalationStep[];
  repeat: boolean;
  max_loops: Integer;
  created_at: Integer;
  updated_at: Integer;
}

export class EscalationId {
  @IsUUID() id: string;
}

export class SetEscalation extends EscalationId {
  @IsObjectOf(() => EscalationBody) body: EscalationBody;
}

export const listEscalations = rpc<EscalationView[]>()('svc.notify.alert-escalations.list', Empty, ALERTS_READ);
export const readEscalation = rpc<EscalationView>()('svc.notify.alert-escalations.read', EscalationId, ALERTS_READ);
export const createEscalation = rpc<EscalationView>()(
  'svc.notify.alert-escalations.create',
  EscalationBody,
  ALERTS_MANAGE,
  { audit: 'recorded' },
);
export const updateEscalation = rpc<EscalationView>()(
  'svc.notify.alert-escalations.update',
  SetEscalation,
  ALERTS_MANAGE,
  { audit: 'recorded' },
);
export const deleteEscalation = rpc<{ deleted: true }>()(
  'svc.notify.alert-escalations.delete',
  EscalationId,
  ALERTS_MANAGE,
  { audit: 'recorded' },
);
