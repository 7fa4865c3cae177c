/** What opens an incident, and what it shows of it (ALERT-30). Pure. */
import type { PlatformFault } from '@spanwise/contracts/alerting/incidents';
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { withoutInhibition, type IncidentDetails, type IncidentRow } from './incident-rows.js';

const MAX_SAMPLES = 20;
const MAX_TRACES = 20;
const MAX_SUMMARY = 1_024;

export type ResolveReason =
  'recovered' | 'missing_series' | 'rule_changed' | 'rule_disabled' | 'rule_deleted' | 'platform_healthy';

/** The rule as far as its incidents say it. */
export interface RuleOfIncident {
  id: string;
  version: number;
  name: string;
  escalation_policy_id: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  silence_secs: number;
  query: { language: string; statement: string };
  /** Of its values, a UCUM code; absent where that is not known. */
  unit?: string;
}

export interface Opening {
  /** Absent: the platform itself is at fault. */
  rule?: RuleOfIncident;
  severity: Severity;
  /** Of the instance alone. */
  labels: Record<string, string>;
  value: number | null;
  /** Step whose verdict it was. */
  step: number;
  traceIds?: readonly string[];
  /** Beside the one of the label `service`. */
  affectedServices?: readonly string[];
  /** End of the first step that breached. */
  startedAtMicros: number;
  /** Absent: of the rule's annotation `summary`, or made from its name, the labels and the value. */
  summary?: string;
  /** Of the platform's own incident: what is wrong. */
  faults?: readonly PlatformFault[];
}

export interface Opened {
  incident: IncidentRow;
  outcome: 'opened' | 'reopened' | 'merged';
}

export interface Measurement {
  step: number;
  value: number | null;
  labels: Record<string, string>;
}

/** `pagedAt`: when a user was last notified of the same label set. */
export function newIncident(
  organizationId: string,
  fingerprint: string,
  opening: Opening,
  at: Date,
  pagedAt: Date | null,
): IncidentRow {
  return {
    id: uuidv7(),
    organization_id: organizationId,
    rule_id: opening.rule?.id ?? null,
    fingerprint,
    status: 'open',
    severity: opening.severity,
    details: detailsOf(opening),
    started_at: new Date(opening.startedAtMicros / 1_000),
    created_at: at,
    reopened_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    resolved_reason: null,
    assignee: null,
    feedback: null,
    snoozed_until: null,
    paged_at: pagedAt,
    is_told: false,
    waits: false,
    events: 0,
    current_step: 0,
    current_loop: 0,
    current_step_started_at: at,
    group_id: null,
    tell_at: null,
  };
}

/** Open, and not notified yet. */
export const reopenedRow = (row: IncidentRow, at: Date): IncidentRow => ({
  ...row,
  details: withoutInhibition(row.details),
  status: 'open',
  reopened_at: at,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  resolved_by: null,
  resolved_reason: null,
  is_told: false,
});

export const resolvedRow = (row: IncidentRow, at: Date, reason: string, by?: string): IncidentRow => ({
  ...row,
  status: 'resolved',
  resolved_at: at,
  resolved_by: by ?? null,
  resolved_reason: reason,
  snoozed_until: null,
});

export const seen = ({ severity, value, step }: Opening) => ({ severity, value, step });

const valuesAt = (value: number, step: number): IncidentDetails['values'] => ({
  opening: value,
  peak: value,
  now: value,
  at: step * STEP_MICROS,
});

const sampleOf = ({ step, value, labels }: Measurement) => ({ ts: step * STEP_MICROS, value, labels });

export function withSample(row: IncidentRow, measured: Measurement & { traceIds?: readonly string[] }): IncidentRow {
  const { details } = row;
  const samples = [...details.samples, sampleOf(measured)].slice(-MAX_SAMPLES);
  const traceIds = [...new Set([...(measured.traceIds ?? []), ...details.trace_ids])].slice(0, MAX_TRACES);
  return { ...row, details: { ...details, samples, trace_ids: traceIds } };
}

/** What is wrong now, in place of what was; with nothing left, the words of what was last stay. */
export function withFaults(
  row: IncidentRow,
  faults: readonly PlatformFault[] | undefined,
  summary?: string,
): IncidentRow {
  if (faults === undefined) return row;
  const said = faults.length === 0 || summary === undefined ? row.details.summary : cutText(summary, MAX_SUMMARY);
  return { ...row, details: { ...row.details, summary: said, faults: [...faults] } };
}

function detailsOf(opening: Opening): IncidentDetails {
  const { rule, labels } = opening;
  const name = rule?.name ?? 'Platform';
  const services = [...(labels.service === undefined ? [] : [labels.service]), ...(opening.affectedServices ?? [])];
  return {
    rule_name: name,
    ...(rule !== undefined && { rule_version: rule.version, query: rule.query }),
    ...(rule?.unit !== undefined && { unit: rule.unit }),
    ...(opening.value !== null && { values: valuesAt(opening.value, opening.step) }),
    escalation_policy_id: rule?.escalation_policy_id ?? 'default',
    silence_secs: rule?.silence_secs ?? 0,
    summary: cutText(opening.summary ?? rule?.annotations.summary ?? inWords(name, opening), MAX_SUMMARY),
    labels: { ...rule?.labels, ...labels },
    annotations: rule?.annotations ?? {},
    trace_ids: [...(opening.traceIds ?? [])].slice(0, MAX_TRACES),
    affected_services: [...new Set(services)],
    samples: [sampleOf(opening)],
    ...(opening.faults !== undefined && { faults: [...opening.faults] }),
  };
}

function inWords(name: string, { labels, value }: Opening): string {
  const of = Object.entries(labels).map(([label, text]) => `${label}=${text}`);
  const measured = value === null ? '' : `: the value is ${Number(value.toPrecision(6))}`;
  return `${name}${of.length === 0 ? '' : ` (${of.join(', ')})`}${measured}`;
}
