/** What is known of the cause of an incident (ALERT-127): pure. */
import type { AlertEvidence } from '@spanwise/contracts/alerting/evidence';
import type { RootCause } from '@spanwise/contracts/alerting/incidents';
import { notFound } from '@spanwise/contracts/base/errors';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { IncidentRow } from './incident-rows.js';

/** `root` is the incident itself where it follows from nothing. Throws `not_found` where nothing is known. */
export function rootCauseOf(
  row: IncidentRow,
  root: IncidentRow,
  inhibited: readonly IncidentRow[],
  evidence: AlertEvidence | undefined,
): RootCause {
  const { inhibition } = row.details;
  const { error_groups = [], deployments = [], trace_ids = [] } = evidence ?? {};
  const isKnown = inhibition !== undefined || inhibited.length > 0 || error_groups.length > 0 || deployments.length > 0;
  if (!isKnown) throw notFound('Nothing is known of the cause of this incident.');
  const service = root.details.labels.service ?? '';
  const isOther = root.id !== row.id && inhibition !== undefined;
  const reason = isOther ? sentenceOf(inhibition, service) : ownSentence(service, inhibited.length, evidence);
  return {
    incident_id: row.id,
    root_incident_id: root.id,
    root_service: service,
    reason,
    summary: reason,
    created_at: microsOf(root.created_at),
    path: isOther ? inhibition.path : [service],
    ...(isOther && { failed_traces: inhibition.traces, shared_traces: inhibition.shared }),
    inhibited: inhibited.map(({ id, details }) => ({ id, service: details.labels.service ?? '' })),
    error_groups,
    deployments,
    trace_ids,
  };
}

function sentenceOf(
  { traces, shared, path }: { traces: number; shared: number; path: string[] },
  root: string,
): string {
  const by = path.at(-1) ?? root;
  const calls =
    path.length < 2 ? '' : ` Its calls lead there by ${path.join(' > ')}, and each of them fails or is slow.`;
  const beyond = by === root ? '' : ` What follows from ${by} follows from ${root}.`;
  return `${by} failed too in ${shared} of ${traces} failed traces.${calls}${beyond}`;
}

function ownSentence(service: string, inhibited: number, evidence: AlertEvidence | undefined): string {
  const [group] = evidence?.error_groups ?? [];
  const [deployed] = evidence?.deployments ?? [];
  return [
    inhibited > 0
      ? `${inhibited} other incidents follow from ${service}.`
      : `It follows from nothing else that is known.`,
    ...(group === undefined ? [] : [`Most of its failures are ${group.error_type}.`]),
    ...(deployed === undefined ? [] : [`Version ${deployed.version} of ${deployed.service} was deployed around it.`]),
  ].join(' ');
}
