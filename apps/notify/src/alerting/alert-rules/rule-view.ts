/** An alert rule as it is shown (ALERT-3, ALERT-3). Pure. */
import type { AlertRule, RuleInstance, RuleVersion, ValidRule } from '@spanwise/contracts/alerting/alert-rules';
import type { Fault } from '@spanwise/contracts/base/fault';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { RuleOfIncident } from '../../incidents/incidents/incident-opening.js';
import type { RuleRow, RuleStanding, StateRow, VersionRow } from './alert-rules.store.js';
import { evaluatedPartOf, type RuleDefinition } from './rule-definition.js';
import { unitOf } from './value-unit.js';
import { shownQuery } from './synthesised-query.js';

/** How far the organization's rules are evaluated. */
export interface Progress {
  lastStep: number | undefined;
  standings: ReadonlyMap<string, RuleStanding>;
  /** The internal error of the rule's last step (ALERT-150). */
  faults: ReadonlyMap<string, Fault>;
}

export function ruleView(row: RuleRow, { lastStep, standings, faults }: Progress): AlertRule {
  const lastEvalAt = (lastStep ?? 0) * STEP_MICROS;
  const createdAt = microsOf(row.created_at);
  return {
    id: row.id,
    org_id: row.organization_id,
    ...draftView(row.definition, row.enabled),
    version: row.version,
    ...(row.enabled && lastEvalAt >= createdAt && { last_eval_at: lastEvalAt }),
    last_state: lastState(standings.get(row.id), faults.get(row.id)),
    created_at: createdAt,
    updated_at: microsOf(row.updated_at),
  };
}

export function draftView(definition: RuleDefinition, enabled: boolean): ValidRule['rule'] {
  const { name, description, kind, condition, period_secs, evaluation, ...rest } = definition;
  return {
    name,
    description,
    enabled,
    kind,
    query: { ...shownQuery(condition), period_secs },
    condition,
    evaluation,
    trigger: rest.trigger,
    thresholds: rest.thresholds,
    severity: rest.severity,
    ...(condition.type === 'sql' && condition.anomaly && { anomaly_params: { ...condition.anomaly } }),
    escalation_policy_id: rest.escalation_policy_id,
    labels: rest.labels,
    annotations: rest.annotations,
  };
}

/** What cannot be evaluated at all comes before what it was evaluated to be; a figure that cannot be had after what fires. */
function lastState(standing: RuleStanding | undefined, fault: Fault | undefined): AlertRule['last_state'] {
  if (fault !== undefined) return { kind: 'error', reason: fault.reason };
  if (standing?.firing === true) return { kind: 'firing' };
  if (standing?.error != null) return { kind: 'error', ...(standing.error !== '' && { reason: standing.error }) };
  return standing?.pending === true ? { kind: 'pending', consecutive: standing.consecutive } : { kind: 'healthy' };
}

export const versionView = ({ version, definition, created_at }: VersionRow): RuleVersion => ({
  version,
  created_at: microsOf(created_at),
  ...evaluatedPartOf(definition),
});

/** What was evaluated of one label set in a step. */
export interface InstanceOfRule {
  labels: Record<string, string>;
  verdict: string;
  value: number | null;
  state: RuleInstance['state'];
}

export function instanceView({ labels, state, incident_id }: StateRow, evaluated?: InstanceOfRule): RuleInstance {
  return {
    labels,
    state: state.state,
    ...(state.severity !== undefined && { severity: state.severity }),
    flapping: state.flapping === true,
    since: state.since * STEP_MICROS,
    value: evaluated?.value ?? null,
    verdict: evaluated?.verdict ?? 'unknown',
    ...(incident_id !== null && { incident_id }),
  };
}

/** The rule as far as its incidents say it. */
export function ruleOfIncident({
  id,
  version,
  definition,
}: Pick<RuleRow, 'id' | 'version' | 'definition'>): RuleOfIncident {
  const { language, statement } = shownQuery(definition.condition);
  const unit = unitOf(definition.condition);
  return {
    id,
    version,
    name: definition.name,
    escalation_policy_id: definition.escalation_policy_id,
    labels: definition.labels,
    annotations: definition.annotations,
    silence_secs: definition.trigger.silence_secs,
    query: { language, statement },
    ...(unit !== undefined && { unit }),
  };
}
