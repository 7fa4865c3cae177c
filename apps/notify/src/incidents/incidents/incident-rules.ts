/** Which transitions an incident has, which of them are notified, and when it is the same as one before (ALERT-30 to ALERT-36). Pure. */
import { createHash } from 'node:crypto';
import { SEVERITIES, type Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { IncidentStatus } from '@spanwise/contracts/alerting/incidents';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import { conflict } from '@spanwise/contracts/base/errors';
import { microsOf } from '@spanwise/contracts/base/micros';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { incidentPage, linkTo } from '@spanwise/contracts/base/page-links';
import type { Suppression, IncidentRow } from './incident-rows.js';

export const REOPENED_WITHIN_MS = 600_000;

const MOVES = {
  acknowledge: { from: ['open'], done: 'acknowledged' },
  resolve: { from: ['open', 'acknowledged'], done: 'resolved' },
  assign: { from: ['open', 'acknowledged'], done: 'assigned' },
  snooze: { from: ['open', 'acknowledged'], done: 'snoozed' },
  silence: { from: ['open', 'acknowledged'], done: 'silenced' },
} as const satisfies Record<string, { from: readonly IncidentStatus[]; done: string }>;
export type Move = keyof typeof MOVES;

/** Throws `conflict` for a move that an incident of this status does not have. */
export function requireMove(move: Move, status: IncidentStatus): void {
  const { from, done } = MOVES[move];
  if ((from as readonly IncidentStatus[]).includes(status)) return;
  throw conflict(`An incident that is ${status} cannot be ${done}.`);
}

/** One label set of one rule, whatever its rule is called. Without a rule: of the platform. */
export const fingerprintOf = (ruleId: string | undefined, labels: Record<string, string>): string =>
  createHash('sha256')
    .update(canonicalJson([ruleId ?? 'platform', labels]))
    .digest('hex');

export const isWorse = (one: Severity, other: Severity): boolean => SEVERITIES.indexOf(one) > SEVERITIES.indexOf(other);

/** The highest of the episode that was notified; since before this was kept, a severity never fell. */
export const notifiedSeverity = ({ severity, details }: Pick<IncidentRow, 'severity' | 'details'>): Severity =>
  details.notified_severity ?? severity;

/** What ended so lately is the same fault. */
export const isSameTrouble = ({ resolved_at: resolved }: Pick<IncidentRow, 'resolved_at'>, at: Date): boolean =>
  resolved !== null && at.getTime() - resolved.getTime() <= REOPENED_WITHIN_MS;

/** What the matchers of silences are compared with. */
export const silenceableLabels = ({
  id,
  severity,
  details,
}: Pick<IncidentRow, 'id' | 'severity' | 'details'>): Record<string, string> => ({
  ...details.labels,
  severity,
  incident_id: id,
});

export interface SuppressionFacts {
  /** What keeps everything quiet that has these labels. */
  silenced?: Suppression | undefined;
  isInhibited: boolean;
  /** Service of a cause that may fire in the next step. */
  awaited?: string | undefined;
  /** It is more severe than when a user was notified. */
  isWorse: boolean;
}

/** Undefined where a user is notified at once. */
export function suppressionOf(
  row: Pick<IncidentRow, 'snoozed_until' | 'paged_at' | 'details'>,
  at: Date,
  { silenced, isInhibited, awaited, isWorse: worse }: SuppressionFacts,
): Suppression | undefined {
  if (silenced !== undefined) return silenced;
  if (isInhibited) return { reason: 'inhibited' };
  if (awaited !== undefined) return { reason: 'awaiting_cause', service: awaited };
  if (row.snoozed_until !== null && row.snoozed_until > at) return { reason: 'snoozed' };
  if (worse || row.paged_at === null) return undefined;
  const isTooSoon = at.getTime() - row.paged_at.getTime() < row.details.silence_secs * 1_000;
  return isTooSoon ? { reason: 'silence_secs' } : undefined;
}

/** What a silence of one incident is called. */
export const silenceName = ({ details }: Pick<IncidentRow, 'details'>): string =>
  cutText(`Incident of ${details.rule_name}`, 255);

/** Why it is notified only now, as a sentence; undefined where that says nothing. */
export function lateNotificationReason({
  details: { waits_for: held },
}: Pick<IncidentRow, 'details'>): string | undefined {
  if (held?.reason === 'muted') return `The silence ${held.silence} is over, and it goes on.`;
  if (held?.reason === 'snoozed') return 'It is no longer snoozed, and it goes on.';
  if (held?.reason === 'grouped') return `Others of ${held.group} are over, and it goes on.`;
  if (held?.reason === 'awaiting_cause') return `${held.service}, which it seems to follow from, has no incident.`;
  if (held?.reason !== 'inhibited') return undefined;
  return `It no longer follows from ${held.service ?? 'something else'}.`;
}

export type IncidentEventType = 'alert.triggered' | 'alert.acknowledged' | 'alert.resolved';

const MAX_EVENT_BYTES = 15_000;
const MAX_LABEL_BYTES = 4_096;
const TITLES: Record<IncidentEventType, string> = {
  'alert.triggered': '',
  'alert.acknowledged': 'Acknowledged: ',
  'alert.resolved': 'Resolved: ',
};

/** What policies and templates find in the event. */
export function eventAttributes(
  row: IncidentRow,
  eventType: IncidentEventType,
  baseUrl: string,
  /** A sentence that says why it is notified now. */
  because?: string,
): Record<string, unknown> {
  const { details } = row;
  const value = details.samples.at(-1)?.value;
  const attributes = {
    title: `${TITLES[eventType]}${details.rule_name}`,
    incident_id: row.id,
    fingerprint: row.fingerprint,
    severity: row.severity,
    status: row.status,
    ...(row.rule_id !== null && { rule_id: row.rule_id, rule: { id: row.rule_id, name: details.rule_name } }),
    rule_name: details.rule_name,
    summary: because === undefined ? details.summary : `${because} ${details.summary}`,
    ...(because !== undefined && { told_because: because }),
    incident: { id: row.id, fingerprint: row.fingerprint, status: row.status, summary: details.summary },
    url: linkTo(baseUrl, incidentPage(row.id)),
    labels: details.labels,
    annotations: details.annotations,
    affected_services: details.affected_services,
    ...(details.labels.service !== undefined && { service: details.labels.service }),
    ...(details.labels.environment !== undefined && { environment: details.labels.environment }),
    ...(value != null && { value }),
    started_at_micros: microsOf(row.started_at),
    evaluated_at_micros: details.samples.at(-1)?.ts ?? microsOf(row.started_at),
    ...(row.assignee !== null && { assignee_user_ids: [row.assignee], owner_user_id: row.assignee }),
    ...(row.acknowledged_by !== null && { acknowledged_by: row.acknowledged_by }),
    ...(row.resolved_by !== null && { resolved_by: row.resolved_by }),
    ...(row.resolved_reason !== null && { resolved_reason: row.resolved_reason }),
  };
  // An event holds 16 KiB; who is notified needs the labels more than the annotations.
  if (bytesOf(attributes) <= MAX_EVENT_BYTES) return attributes;
  return { ...attributes, labels: fitting(details.labels), annotations: {}, affected_services: [] };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** As many of the labels as have room; those of a statement may be many. */
function fitting(labels: Record<string, string>): Record<string, string> {
  let left = MAX_LABEL_BYTES;
  return Object.fromEntries(Object.entries(labels).filter((entry) => (left -= bytesOf(entry)) >= 0));
}
