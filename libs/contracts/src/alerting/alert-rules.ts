/** Alert rules of an organization: bodies and views (ALERT-2 to ALERT-9). */
import 'reflect-metadata';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { OPERATORS, SEVERITIES, type Condition, type Operator, type Severity } from './alert-conditions.js';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, IsObjectOf, Nullable, Optional } from '../base/members.js';
import { IsPlainText } from '../base/plain-text.js';
import { StreamReference } from '../telemetry/query.js';
import { Empty, rpc } from '../authz/rpc.js';

export const ALERTS_READ = { organization: 'alerts.read' } as const;
export const ALERTS_MANAGE = { organization: 'alerts.manage' } as const;
export const ALERTS_ACKNOWLEDGE = { organization: 'alerts.acknowledge' } as const;
export const ALERTS_SILENCE = { organization: 'alerts.silence' } as const;

export const RULE_KINDS = ['scheduled', 'real_time', 'anomaly'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export class RuleQuery {
  @IsIn(['sql', 'condition', 'promql']) language: 'sql' | 'condition' | 'promql';
  @IsString() @Length(1, 32_768) statement: string;
  /** The window, rounded up to whole minutes. */
  @IsInt() @Min(1) @Max(86_400) period_secs: number;
  @IsObjectOf(() => StreamReference) stream: StreamReference;
}

export class RuleTrigger {
  @IsIn(OPERATORS) operator: Operator;
  @IsNumber() threshold: number;
  /** Windows in a row; steps = 1 + (for_periods - 1) x window / step. */
  @Optional() @IsInt() @Min(1) @Max(100) for_periods: number = 1;
  /** No second page of one fingerprint within this. */
  @Optional() @IsInt() @Min(0) @Max(2_592_000) silence_secs: number = 300;
}

export class RuleBand {
  @IsIn(SEVERITIES) severity: Severity;
  @IsIn(OPERATORS) operator: Operator;
  @IsNumber() threshold: number;
  @Optional() @IsInt() @Min(1) @Max(100) for_periods: number = 1;
}

export const NO_DATA_STATES = ['alerting', 'ok', 'keep'] as const;
export const SETTLE_SECS = [0, 30, 60, 120] as const;

/** How verdicts become states. Steps are minutes. */
export class RuleEvaluation {
  /** Stream time past the step's end before it is evaluated. */
  @Optional() @IsIn(SETTLE_SECS) settle_secs: number = 30;
  @Optional() @IsInt() @Min(0) @Max(1_440) keep_firing_steps: number = 0;
  /** Below as many requests nothing is evaluated. */
  @Optional() @IsInt() @Min(0) @Max(1_000_000_000) min_samples: number = 0;
  @Optional() @IsInt() @Min(0) @Max(1_440) new_series_grace_steps: number = 5;
  @Optional() @IsInt() @Min(1) @Max(1_440) no_data_steps: number = 5;
  @Optional() @IsIn(NO_DATA_STATES) no_data_state: (typeof NO_DATA_STATES)[number] = 'keep';
  @Optional() @IsInt() @Min(1) @Max(1_440) error_steps: number = 3;
  @Optional() @IsInt() @Min(1) @Max(1_440) missing_steps: number = 5;
  /** A value on the good side of the trigger and not of this one changes nothing. */
  @Optional() @Nullable() @IsNumber() recovery_threshold?: number | null;
  /** Label sets whose end is notified as missing data. */
  @Optional() @AsSent() @IsArray() @ArrayMaxSize(100) expect_series: Record<string, string>[] = [];
}

export class RuleBody {
  @IsPlainText(1, 255) name: string;
  @Optional() @IsString() @MaxLength(4_096) description: string = '';
  @Optional() @IsBoolean() enabled: boolean = true;
  @Optional() @IsIn(RULE_KINDS) kind: RuleKind = 'scheduled';
  /** May be left out where there is a `condition`. */
  @Optional() @IsObjectOf(() => RuleQuery) query?: RuleQuery;
  @IsObjectOf(() => RuleTrigger) trigger: RuleTrigger;
  @Optional()
  @ArrayMaxSize(4)
  @IsListOf(() => RuleBand)
  thresholds?: RuleBand[];
  @Optional() @Nullable() @IsIn(SEVERITIES) severity?: Severity | null;
  @Optional() @Nullable() @AsSent() @IsObject() anomaly_params?: Record<string, unknown> | null;
  @Optional() @IsString() @Length(1, 64) escalation_policy_id: string = 'default';
  @Optional() @AsSent() @IsObject() labels?: Record<string, string>;
  @Optional() @AsSent() @IsObject() annotations?: Record<string, string>;
  /** Left out with the statement that the rule shows already: as it is. */
  @Optional() @AsSent() @IsObject() condition?: Condition;
  /** Left out: as it is, of a new rule the defaults of its members. */
  @Optional() @IsObjectOf(() => RuleEvaluation) evaluation?: RuleEvaluation;
}

export class RuleId {
  @IsUUID() id: string;
}

export class SetRule extends RuleId {
  @IsObjectOf(() => RuleBody) body: RuleBody;
}

export class EvaluationsAsked extends RuleId {
  /** Steps, the newest first; one has at most two passes. */
  @Optional() @IsInt() @Min(1) @Max(200) limit?: number;
}

export const RULE_STATES = ['normal', 'pending', 'firing', 'recovering', 'no_data', 'error'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** Times are microseconds since the epoch. */
export interface AlertRule {
  id: string;
  org_id: string;
  name: string;
  description: string;
  enabled: boolean;
  kind: RuleKind;
  query: { language: string; statement: string; period_secs: Integer; stream: StreamReference };
  trigger: RuleTrigger;
  thresholds: RuleBand[];
  severity: Severity | null;
  anomaly_params?: Record<string, unknown>;
  condition: Condition;
  evaluation: RuleEvaluation;
  escalation_policy_id: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  /** Counts from 1; a new one where what is watched or how it is evaluated has changed. */
  version: Integer;
  last_eval_at?: Integer;
  /** `error`: it cannot be evaluated, and holds what its label sets were (ALERT-150); `reason` says why. */
  last_state: { kind: 'healthy' | 'pending' | 'firing' | 'error'; consecutive?: Integer; reason?: string };
  created_at: Integer;
  updated_at: Integer;
}

/** A label set of a rule that is not normal. */
export interface RuleInstance {
  labels: Record<string, string>;
  state: RuleState;
  severity?: Severity;
  flapping: boolean;
  /** Start of the minute after the step in which it took this state. */
  since: Integer;
  value: number | null;
  /** What its last verdict was, and why. */
  verdict: string;
  incident_id?: string;
}

/** One step of a rule as it was evaluated. */
export interface RuleEvaluationView {
  step_end: Integer;
  pass: string;
  instances: { labels: Record<string, string>; verdict: string; value: number | null; state: RuleState }[];
}

/** The version of the rule from then on until the next one. */
export interface RuleVersion {
  version: Integer;
  created_at: Integer;
  condition: Condition;
  window_minutes: Integer;
  trigger: RuleTrigger;
  /** What was evaluated by: `thresholds`, or the trigger where there are none. */
  bands: RuleBand[];
  evaluation: RuleEvaluation;
}

/** A rule that could be stored, as it would be kept. */
export interface ValidRule {
  valid: true;
  rule: Omit<AlertRule, 'id' | 'org_id' | 'version' | 'last_eval_at' | 'last_state' | 'created_at' | 'updated_at'>;
}

export const listRules = rpc<AlertRule[]>()('svc.notify.alert_rules.list', Empty, ALERTS_READ);
export const readRule = rpc<AlertRule>()('svc.notify.alert_rules.read', RuleId, ALERTS_READ);
export const createRule = rpc<AlertRule>()('svc.notify.alert_rules.create', RuleBody, ALERTS_MANAGE, {
  audit: 'recorded',
});
export const updateRule = rpc<AlertRule>()('svc.notify.alert_rules.update', SetRule, ALERTS_MANAGE, {
  audit: 'recorded',
});
export const deleteRule = rpc<{ deleted: true }>()('svc.notify.alert_rules.delete', RuleId, ALERTS_MANAGE, {
  audit: 'recorded',
});
export const validateRule = rpc<ValidRule>()('svc.notify.alert_rules.validate', RuleBody, ALERTS_MANAGE, {
  audit: { not: 'says whether a rule could be kept' },
});
export const ruleVersions = rpc<RuleVersion[]>()('svc.notify.alert_rules.versions', RuleId, ALERTS_READ);
export const ruleEvaluations = rpc<RuleEvaluationView[]>()(
  'svc.notify.alert_rules.evaluations',
  EvaluationsAsked,
  ALERTS_READ,
);
export const ruleInstances = rpc<RuleInstance[]>()('svc.notify.alert_rules.instances', RuleId, ALERTS_READ);
