/** An incident as it is kept, and as it is shown (ALERT-30). Pure. */
import type {
  FEEDBACKS,
  Incident,
  IncidentSample,
  IncidentStatus,
  IncidentValues,
  PlatformFault,
  ServiceIncident,
} from '@spanwise/contracts/alerting/incidents';
import type { AlertEvidence } from '@spanwise/contracts/alerting/evidence';
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { Inhibition } from './inhibition.js';

/** Why there is no notification of the fault now. */
export type Suppression =
  | { reason: 'muted'; silence: string }
  /** Steps are evaluated that are past: it may be over already. */
  | { reason: 'catching_up' }
  /** `service`: that of the cause. */
  | { reason: 'inhibited'; service?: string }
  /** What it follows from may fire in the next step. `service`: that of the cause. */
  | { reason: 'awaiting_cause'; service: string }
  /** Another incident of the semantic group was notified of. */
  | { reason: 'grouped'; group: string }
  /** `until`: microseconds. */
  | { reason: 'group_wait'; group: string; until: number }
  | { reason: 'snoozed' }
  /** Its notification failed (ALERT-150) and is retried after the next step. */
  | { reason: 'failed' }
  | { reason: 'silence_secs' };

/** What an incident is about. */
export interface IncidentDetails {
  /** Of the platform itself: what its incidents are called. */
  rule_name: string;
  rule_version?: number;
  escalation_policy_id: string;
  /** No notification is sent twice within this, unless it gets worse. */
  silence_secs: number;
  summary: string;
  /** Those of the rule and those of the label set. */
  labels: Record<string, string>;
  annotations: Record<string, string>;
  trace_ids: string[];
  affected_services: string[];
  query?: { language: string; statement: string };
  /** The newest last. */
  samples: IncidentSample[];
  /** Absent where nothing was measured, and of incidents that were opened before this was kept. */
  values?: Omit<IncidentValues, 'unit'>;
  /** Of the values, a UCUM code. */
  unit?: string;
  /** What is wrong with the platform, in its own incident (ALERT-140). */
  faults?: PlatformFault[];
  /** Name of the semantic group that it was opened in; absent for none. */
  semantic_group?: string;
  /** Absent: it stands for itself (ALERT-121). */
  inhibition?: Inhibition;
  /** Why no user has been notified yet; absent once one was. */
  waits_for?: Suppression;
  /** The highest severity of this episode that was notified; absent before the first notification. */
  notified_severity?: Severity;
}

export interface IncidentRow {
  id: string;
  organization_id: string;
  rule_id: string | null;
  fingerprint: string;
  status: IncidentStatus;
  severity: Severity;
  details: IncidentDetails;
  started_at: Date;
  created_at: Date;
  reopened_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  resolved_reason: string | null;
  assignee: string | null;
  feedback: (typeof FEEDBACKS)[number] | null;
  snoozed_until: Date | null;
  paged_at: Date | null;
  is_told: boolean;
  waits: boolean;
  events: number;
  current_step: number;
  current_loop: number;
  current_step_started_at: Date;
  /** Null: opened before there were groups. */
  group_id: string | null;
  /** When it is looked at again whether it can be notified; null: after each step. */
  tell_at: Date | null;
}

/** A user is notified once nothing suppresses it any more, and of nothing that is acknowledged. */
export const waitingFor = (row: IncidentRow, held: Suppression): IncidentRow => ({
  ...row,
  details: { ...row.details, waits_for: held },
  waits: row.status === 'open',
  tell_at: row.status === 'open' && held.reason === 'group_wait' ? new Date(held.until / 1_000) : null,
});

export function withoutInhibition({ inhibition: _, ...details }: IncidentDetails): IncidentDetails {
  return details;
}

export function withInhibition(row: IncidentRow, inhibition: Inhibition | undefined): IncidentRow {
  const details = withoutInhibition(row.details);
  if (inhibition === undefined) return { ...row, details };
  const waits =
    details.waits_for?.reason === 'inhibited'
      ? { waits_for: { reason: 'inhibited' as const, service: inhibition.root_service } }
      : {};
  return { ...row, details: { ...details, ...waits, inhibition } };
}

const MAX_SHOWN = 20;

/** Microseconds; what has not happened is absent. */
const moments = <Name extends string>(times: Record<Name, Date | null>): Partial<Record<Name, number>> =>
  Object.fromEntries(
    Object.entries<Date | null>(times).flatMap(([name, time]) => (time === null ? [] : [[name, microsOf(time)]])),
  ) as Partial<Record<Name, number>>;

export function incidentView(row: IncidentRow): Incident {
  const { details } = row;
  return {
    id: row.id,
    org_id: row.organization_id,
    ...(row.rule_id !== null && { rule_id: row.rule_id }),
    rule_name: details.rule_name,
    ...(details.rule_version !== undefined && { rule_version: details.rule_version }),
    escalation_policy_id: details.escalation_policy_id,
    status: row.status,
    severity: row.severity,
    summary: details.summary,
    fingerprint: row.fingerprint,
    current_step: row.current_step,
    current_loop: row.current_loop,
    current_step_started_at: microsOf(row.current_step_started_at),
    assignees: row.assignee === null ? [] : [row.assignee],
    labels: details.labels,
    annotations: details.annotations,
    trace_ids: details.trace_ids,
    host_ids: [],
    affected_services: details.affected_services,
    triggering_query: details.query === undefined ? null : { ...details.query, sample_values: details.samples },
    started_at: microsOf(row.started_at),
    created_at: microsOf(row.created_at),
    ...moments({
      reopened_at: row.reopened_at,
      acknowledged_at: row.acknowledged_at,
      resolved_at: row.resolved_at,
      snoozed_until: row.snoozed_until,
    }),
    ...(row.acknowledged_by !== null && { acknowledged_by: row.acknowledged_by }),
    ...(row.resolved_by !== null && { resolved_by: row.resolved_by }),
    ...(row.resolved_reason !== null && { resolved_reason: row.resolved_reason }),
    ...(row.feedback !== null && { feedback: row.feedback }),
    ...(row.group_id !== null && { group_id: row.group_id }),
    ...(details.faults !== undefined && { faults: details.faults }),
    ...(details.values !== undefined && {
      values: { ...details.values, ...(details.unit !== undefined && { unit: details.unit }) },
    }),
    ...causeView(row),
  };
}

/** What is kept of an incident that is the cause itself names that incident as the root: it follows from nothing. */
function causeView({ id, details: { inhibition } }: IncidentRow): Partial<Incident> {
  if (inhibition === undefined) return {};
  const { by, root, root_service, held, through } = inhibition;
  if (root === id) return { notified_through: through ?? by };
  return {
    inhibited_by: by,
    root_incident_id: root,
    root_service,
    ...(held === 'inhibited' && { suppressed_by: root, notified_through: through ?? root }),
  };
}

/** What was seen when it fired comes first. */
export const withEvidence = (incident: Incident, evidence: AlertEvidence): Incident => ({
  ...incident,
  trace_ids: [...new Set([...incident.trace_ids, ...evidence.trace_ids])].slice(0, MAX_SHOWN),
  affected_services: [...new Set([...incident.affected_services, ...evidence.affected_services])],
  evidence,
});

/** In a list only the first of each kind of handle. */
export function listedIncident(row: IncidentRow): Incident {
  const incident = incidentView(row);
  return {
    ...incident,
    trace_ids: incident.trace_ids.slice(0, 1),
    affected_services: incident.affected_services.slice(0, 1),
    triggering_query: null,
  };
}

/** Of one about a service. */
export function serviceIncident({ id, severity, details, started_at: startedAt }: IncidentRow): ServiceIncident {
  const { service, namespace, environment } = details.labels;
  return {
    id,
    rule_name: details.rule_name,
    severity,
    since_micros: microsOf(startedAt),
    service: {
      name: service!,
      ...(namespace !== undefined && { namespace }),
      ...(environment !== undefined && { environment }),
    },
  };
}
