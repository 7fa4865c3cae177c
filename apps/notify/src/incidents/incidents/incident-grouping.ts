/** Which group an incident is in, and when a group speaks for it (ALERT-124, ALERT-125): pure. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import { microsOf } from '@spanwise/contracts/base/micros';
import { commonLabels, semanticGroupFor } from '../grouping-rules/semantic-group-rules.js';
import type { SemanticGroupRow } from '../grouping-rules/semantic-groups.store.js';
import type { GroupMember, IncidentGroupKey } from './incident-groups.store.js';
import { silenceableLabels } from './incident-rules.js';
import type { Suppression, IncidentRow } from './incident-rows.js';
import { canInhibit } from './inhibition.js';

/** The first of a group waits so long for others, so that one message has them all. */
const GROUP_WAIT_MS = 30_000;

/** A semantic group comes first; without one that matches the label set of the rule is a group of its own. */
export function groupOf(row: IncidentRow, semantic: readonly SemanticGroupRow[]): IncidentGroupKey {
  const labels = silenceableLabels(row);
  const groups = semantic.map((one) => ({ ...one, ...one.definition }));
  const found = semanticGroupFor(groups, labels);
  if (found === undefined) {
    const { rule_name: name } = row.details;
    const ofRule = { ruleId: row.rule_id, semanticGroupId: null, name, labels: row.details.labels };
    return { fingerprint: row.fingerprint, ...ofRule };
  }
  const common = commonLabels(found, labels);
  return {
    fingerprint: createHash('sha256')
      .update(canonicalJson([found.id, common]))
      .digest('hex'),
    ruleId: null,
    semanticGroupId: found.id,
    name: found.name,
    labels: common,
  };
}

/** Whether another incident of the semantic group speaks for this one, or it waits for others; undefined: it is notified. */
export function suppressionByGroup(
  { id, severity, is_told: isNotified }: Pick<IncidentRow, 'id' | 'severity' | 'is_told'>,
  group: string,
  members: readonly GroupMember[],
  at: Date,
): Suppression | undefined {
  if (isNotified) return undefined;
  const notified = members.filter((one) => one.is_told && one.id !== id);
  if (notified.some((one) => canInhibit(one.severity, severity))) return { reason: 'grouped', group };
  if (notified.length > 0) return undefined;
  const first = Math.min(at.getTime(), ...members.map(({ opened_at: opened }) => opened.getTime()));
  const until = new Date(first + GROUP_WAIT_MS);
  return at < until ? { reason: 'group_wait', group, until: microsOf(until) } : undefined;
}
