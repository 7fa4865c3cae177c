/** What belongs together, as an organization says (ALERT-124): pure. */
import type { SemanticGroupBody } from '@spanwise/contracts/alerting/grouping';
import type { LabelMatcher } from '@spanwise/contracts/alerting/silences';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { matchAll, matcherFault, type Labels } from '../silences/label-matchers.js';
import { checkedName } from '../../channels/providers/checked-name.js';

/** A semantic group as it is kept. */
export interface SemanticGroup {
  name: string;
  enabled: boolean;
  matchers: LabelMatcher[];
  group_by: string[];
}

/** Throws `invalid_argument` naming the member, which is in `place`. */
export function semanticGroupOf(body: SemanticGroupBody, place = ''): SemanticGroup {
  for (const [at, matcher] of body.matchers.entries()) {
    const fault = matcherFault(matcher);
    if (fault === undefined) continue;
    const field = `${place}matchers.${at}.value`;
    throw invalidArgument(`The semantic group is invalid: ${field} ${fault}.`, [{ field, reason: fault }]);
  }
  return {
    name: checkedName(body.name),
    enabled: body.enabled,
    matchers: body.matchers.map(({ label, op, value }) => ({ label, op, value })),
    group_by: body.group_by.map((label) => label.trim()),
  };
}

/** The first one that the labels match. */
export const semanticGroupFor = <Group extends SemanticGroup>(
  groups: readonly Group[],
  labels: Labels,
): Group | undefined => groups.find(({ enabled, matchers }) => enabled && matchAll(matchers, labels));

/** Labels that distinguish groups; one that is missing is an empty text. */
export const commonLabels = ({ group_by: names }: SemanticGroup, labels: Labels): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, Object.hasOwn(labels, name) ? labels[name]! : '']));
