/** Incidents: what fires, until it is resolved (ALERT-30 to ALERT-39). Times are microseconds since the epoch. */
import 'reflect-metadata';
import { IsIn, IsInt, IsString, IsUUID, Length, Max, MaxLength, Min } from 'class-validator';
import type { AlertEvidence } from './evidence.js';
import { SILENCES_WRITE, type SilenceView } from './silences.js';
import type { Severity } from './alert-conditions.js';
import type { Fault } from '../base/fault.js';
import type { Integer } from '../base/integer.js';
import { Nullable, NullAsAbsent, Optional } from '../base/members.js';
import { READS, rpc } from '../authz/rpc.js';

/** The platform's administrator reads and acknowledges those of the platform itself, in `_sys` (ALERT-140). */
export const INCIDENTS_READ = { organization: 'alerts.read', system: 'sys.telemetry.read' } as const;
export const INCIDENTS_TAKE = { organization: 'alerts.acknowledge', system: 'sys.telemetry.manage' } as const;

export const INCIDENT_STATUSES = ['open', 'acknowledged', 'resolved'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

export class IncidentsAsked {
  @Optional() @IsIn(['active', 'all']) scope?: 'active' | 'all';
  /** One hour to 365 days. */
  @Optional() @IsInt() @Min(3_600) @Max(31_536_000) window_secs?: number;
}

export class InsightsAsked {
  @Optional() @IsInt() @Min(3_600) @Max(31_536_000) window_secs?: number;
}

export class IncidentId {
  @IsUUID() id: string;
}

export class SilenceIncidentBody {
  @NullAsAbsent() @IsInt() @Min(60) @Max(2_592_000) duration_secs?: number;
  @NullAsAbsent() @IsString() @MaxLength(1_024) comment?: string;
}

export class SilenceIncident extends SilenceIncidentBody {
  @IsUUID() id: string;
}

export class AssignBody {
  /** An active member of the organization; null takes the assignment away. */
  @Optional() @Nullable() @IsUUID() user_id?: string | null;
}

export class AssignIncident extends AssignBody {
  @IsUUID() id: string;
}

export class CommentBody {
  @IsString() @Length(1, 4_096) text: string;
}

export class CommentOnIncident extends CommentBody {
  @IsUUID() id: string;
}

export class SnoozeBody {
  @IsInt() @Min(60) @Max(604_800) duration_secs: number;
}

export class SnoozeIncident extends SnoozeBody {
  @IsUUID() id: string;
}

export const FEEDBACKS = ['useful', 'noise', 'duplicate'] as const;

export class FeedbackBody {
  @IsIn(FEEDBACKS) verdict: (typeof FEEDBACKS)[number];
  @NullAsAbsent() @IsString() @MaxLength(1_024) comment?: string;
}

export class FeedbackOnIncident extends FeedbackBody {
  @IsUUID() id: string;
}

export interface IncidentSample {
  ts: Integer;
  value: number | null;
  labels: Record<string, string>;
}

/** What the rule measured of the label set of an incident. */
export interface IncidentValues {
  /** When it was opened. */
  opening: number;
  /** The worst since then: the lowest where low values breach, else the highest. */
  peak: number;
  /** In the last step in which it could be measured, or in that in which it was resolved. */
  now: number;
  /** End of that step. */
  at: Integer;
  /** UCUM code (`us`, `1`, `{request}`, `{request}/s`); absent where the rule does not say it. */
  unit?: string;
}

export interface Incident {
  id: string;
  org_id: string;
  /** Absent for an incident of the platform itself. */
  rule_id?: string;
  rule_name: string;
  rule_version?: Integer;
  escalation_policy_id: string;
  status: IncidentStatus;
  severity: Severity;
  summary: string;
  fingerprint: string;
  current_step: Integer;
  current_loop: Integer;
  current_step_started_at: Integer;
  assignees: string[];
  labels: Record<string, string>;
  annotations: Record<string, string>;
  trace_ids: string[];
  host_ids: string[];
  affected_services: string[];
  triggering_query: { language: string; statement: string; sample_values: IncidentSample[] } | null;
  /** Absent where nothing was measured (no data, errors, the platform), and of older incidents. */
  values?: IncidentValues;
  /** End of the first step that breached. */
  started_at: Integer;
  created_at: Integer;
  /** Where it was opened again. */
  reopened_at?: Integer;
  acknowledged_at?: Integer;
  acknowledged_by?: string;
  resolved_at?: Integer;
  resolved_by?: string;
  /** Why it ended: `recovered`, `missing_series`, `rule_changed`, `rule_disabled`, `rule_deleted`, `platform_healthy`, `by_hand`. */
  resolved_reason?: string;
  snoozed_until?: Integer;
  feedback?: (typeof FEEDBACKS)[number];
  /** Absent for those that were opened before there were groups. */
  group_id?: string;
  /** Incident that it follows from directly, and the one that is the cause; absent where it stands for itself. */
  inhibited_by?: string;
  root_incident_id?: string;
  /** Service of that cause. */
  root_service?: string;
  /** Incident because of which none of its notifications is sent; its cause. */
  suppressed_by?: string;
  /** Incident whose notification stands for it: its cause, or what follows from it where that was notified before. */
  notified_through?: string;
  /** How many active incidents follow from it; absent for none, and in answers to changes. */
  cause_of?: Integer;
  /** What became of its notifications, of one that is read by itself; absent where none was due yet. */
  notified?: 'delivered' | 'pending' | 'failed' | 'no_recipient';
  /** Of one that is read by itself: the organization has no connector that can be used, so no notification can arrive. */
  no_channel?: true;
  /** Of the platform's own incident in `_sys`: what is wrong at the moment, the oldest first (ALERT-140). */
  faults?: PlatformFault[];
  /** The last internal error (ALERT-150); absent while there is none. */
  fault?: Fault;
  /** What is around it, of one that is read by itself; absent where it is of no service, or it is unknown at the moment. */
  evidence?: AlertEvidence;
}

export const PLATFORM_REASONS = [
  'lag',
  'replay',
  'unreachable',
  'no_gateway',
  'refusing',
  'gap',
  'standstill',
] as const;
export type PlatformReason = (typeof PLATFORM_REASONS)[number];

/** Why telemetry of the installation cannot be trusted at the moment, and of what (ALERT-140). */
export interface PlatformFault {
  reason: PlatformReason;
  /** Process of a gateway. */
  gateway_id?: string;
  /** Of the log. */
  shard?: Integer;
  since_micros: Integer;
}

/** Root cause of an incident. */
export interface RootCause {
  incident_id: string;
  /** The same where the incident is the cause itself. */
  root_incident_id: string;
  root_service: string;
  /** A sentence. */
  reason: string;
  /** The same, by the name that clients of the alert API read. */
  summary: string;
  /** When the incident of the cause was opened, in microseconds. */
  created_at: Integer;
  /** Services from that of the incident to that of the cause; one for the cause itself. */
  path: string[];
  /** Of the failed traces of the incident's service how many there were, and in how many the one it follows from failed too. */
  failed_traces?: Integer;
  shared_traces?: Integer;
  /** Active incidents of which it is the cause; at most 100. */
  inhibited: { id: string; service: string }[];
  /** Of the service of the cause, while the incident lasted. */
  error_groups: AlertEvidence['error_groups'];
  /** From half an hour before to half an hour after, newest first. */
  deployments: AlertEvidence['deployments'];
  trace_ids: string[];
}

export const TIMELINE_KINDS = [
  'opened',
  'reopened',
  'severity_raised',
  'severity_lowered',
  'breached',
  'recovering',
  'revised',
  'flapping',
  'silenced',
  'snoozed',
  'acknowledged',
  'assigned',
  'commented',
  'feedback',
  'notified',
  'paged',
  'delivery',
  'merged',
  'inhibited',
  'held',
  'fault_found',
  'fault_over',
  'failed',
  'resolved',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export interface TimelineEntry {
  id: string;
  at: Integer;
  kind: TimelineKind;
  /** User who did it; absent for what the product did. */
  actor?: string;
  details: Record<string, unknown>;
}

export interface IncidentInsights {
  window_secs: Integer;
  total: Integer;
  active: Integer;
  closed: Integer;
  /** Mean time to resolve, as clients of the alert API expect it. */
  mttr_secs: number;
  mtta_p50_secs?: number;
  mtta_p95_secs?: number;
  mttr_p50_secs?: number;
  mttr_p95_secs?: number;
  /** Share of the closed ones that ended within a minute. */
  noise_rate: number;
  by_hour: Integer[];
  by_severity: Record<string, Integer>;
  top_services: { key: string; count: Integer }[];
  top_rules: { key: string; count: Integer }[];
}

/** Incidents about services that were open at a time: of apm, which says by them how services are (APM-17). */
export class ServiceIncidentsAsked {
  @IsUUID() organization_id: string;
  /** Absent: those that are open now. */
  @Optional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) at_micros?: number;
}

export interface ServiceIncident {
  id: string;
  rule_name: string;
  severity: Severity;
  /** Beginning of what it is about. */
  since_micros: Integer;
  /** Without a label it is about every namespace or environment that the service is in. */
  service: { name: string; namespace?: string; environment?: string };
}

/** The most severe first; at most 1,000. */
export const incidentsOfServices = rpc<{ incidents: ServiceIncident[] }>()(
  'svc.notify.incidents.of_services',
  ServiceIncidentsAsked,
  'internal',
  { ...READS, timeoutMs: 1_000 },
);

export const listIncidents = rpc<Incident[]>()('svc.notify.incidents.list', IncidentsAsked, INCIDENTS_READ);
export const readIncident = rpc<Incident>()('svc.notify.incidents.read', IncidentId, INCIDENTS_READ);
export const acknowledgeIncident = rpc<Incident>()('svc.notify.incidents.ack', IncidentId, INCIDENTS_TAKE, {
  audit: 'recorded',
});
export const resolveIncident = rpc<Incident>()('svc.notify.incidents.resolve', IncidentId, INCIDENTS_TAKE, {
  audit: 'recorded',
});
export const assignIncident = rpc<Incident>()('svc.notify.incidents.assign', AssignIncident, INCIDENTS_TAKE, {
  audit: 'recorded',
});
export const snoozeIncident = rpc<Incident>()('svc.notify.incidents.snooze', SnoozeIncident, INCIDENTS_TAKE, {
  audit: 'recorded',
});
/** The silence, which is listed with the others. */
export const silenceIncident = rpc<SilenceView>()('svc.notify.incidents.silence', SilenceIncident, SILENCES_WRITE, {
  audit: 'recorded',
});
export const commentOnIncident = rpc<TimelineEntry>()(
  'svc.notify.incidents.comment',
  CommentOnIncident,
  INCIDENTS_TAKE,
  { audit: 'recorded' },
);
export const feedbackOnIncident = rpc<Incident>()('svc.notify.incidents.feedback', FeedbackOnIncident, INCIDENTS_TAKE, {
  audit: 'recorded',
});
export const incidentTimeline = rpc<TimelineEntry[]>()('svc.notify.incidents.timeline', IncidentId, INCIDENTS_READ);
export const incidentRca = rpc<RootCause>()('svc.notify.incidents.rca', IncidentId, INCIDENTS_READ);
export const alertInsights = rpc<IncidentInsights>()('svc.notify.incidents.insights', InsightsAsked, INCIDENTS_READ);
