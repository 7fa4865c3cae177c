/** What an incident shows beside its values (ALERT-33), and what says which caused which (ALERT-120). Between notify and apm alone. */
import { ArrayMaxSize, IsInt, IsObject, IsString, IsUUID, Max, Min } from 'class-validator';
import { AsSent } from '../base/as-sent.js';
import type { Integer } from '../base/integer.js';
import { IsListOf, Optional } from '../base/members.js';
import { READS, rpc } from '../authz/rpc.js';

const EVIDENCE_TIMEOUT_MS = 10_000;
const CAUSES_TIMEOUT_MS = 10_000;
/** Services of one question. */
export const MAX_CAUSE_SERVICES = 200;
export const MAX_CAUSE_MINUTES = 60;
/** Calls between a service and what it is inhibited by. */
export const MAX_CAUSE_HOPS = 3;

export class AlertEvidenceAsked {
  @IsUUID() organization_id: string;
  /** Of the incident; `service`, `namespace`, `environment` and `version` narrow what is shown, others do not. */
  @IsObject() @AsSent() labels: Record<string, string>;
  /** The range, at most `SPANWISE_APM_MAX_RANGE` long. */
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) from_micros: number;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) to_micros: number;
}

export interface AlertEvidence {
  /** The five with the most occurrences in the range. */
  error_groups: { fingerprint: string; service: string; error_type: string; message?: string; occurrences: Integer }[];
  /** From half an hour before the range to half an hour after it, newest first; of an event, or of a version first seen. */
  deployments: { service: string; version: string; at: Integer; source: 'event' | 'first_seen' }[];
  /** Of failed requests, then of the slowest ones; at most ten. */
  trace_ids: string[];
  /** Callers and callees of the labels' service in the range, itself not; by name. */
  affected_services: string[];
}

export const alertEvidence = rpc<AlertEvidence>()('svc.apm.alerts.evidence', AlertEvidenceAsked, 'internal', {
  ...READS,
  timeoutMs: EVIDENCE_TIMEOUT_MS,
});

/** A service as labels of alerts name it: without a namespace, or an environment, it is that of all of them. */
export class LabelledService {
  @IsString() service: string;
  @Optional() @IsString() namespace?: string;
  @Optional() @IsString() environment?: string;
}

/** Of the minutes that end with the step. */
export class AlertCausesAsked {
  @IsUUID() organization_id: string;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) step: number;
  @IsInt() @Min(1) @Max(MAX_CAUSE_MINUTES) window_minutes: number;
  @ArrayMaxSize(MAX_CAUSE_SERVICES)
  @IsListOf(() => LabelledService)
  services: LabelledService[];
}

export interface ServiceNode {
  namespace: string;
  service: string;
  environment: string;
}

/** Calls of one service to another in the window, whatever their operations. */
export interface CallFigures {
  from: ServiceNode;
  to: ServiceNode;
  calls: Integer;
  errors: Integer;
  /** Absent without a call. */
  p95_micros?: Integer;
  /** Of the half hour before the window; absent where there was no call. */
  usual_p95_micros?: Integer;
}

/** Services are identified by their index in the request. */
export interface FailedTraces {
  service: Integer;
  /** Those of the window that hold an error span of the service. */
  traces: Integer;
  /** How many of these hold one of another service too; those without any are left out. */
  shared: { service: Integer; traces: Integer }[];
}

export interface AlertCauses {
  /** Those on ways of at most three calls from one of the services to another; at most 1,000, those with the most errors. */
  calls: CallFigures[];
  failed_traces: FailedTraces[];
  /** Why the traces are not known; `failed_traces` is empty then. */
  traces_unknown?: string;
}

export const alertCauses = rpc<AlertCauses>()('svc.apm.alerts.causes', AlertCausesAsked, 'internal', {
  ...READS,
  timeoutMs: CAUSES_TIMEOUT_MS,
});
