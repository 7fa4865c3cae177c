/** The instances of a rule, in one order and within their limit; pure. */
import { canonicalJson } from '@spanwise/contracts/base/canonical-json';
import { MAX_INSTANCES, type MeasuredInstance, type MeasuredSpec } from '@spanwise/contracts/alerting/measure';

/** Of too many the ones first seen stay: those that a rule has known for longest (ALERT-8). */
export function limited(instances: MeasuredInstance[]): Pick<MeasuredSpec, 'instances' | 'refused'> {
  const named = instances
    .map((instance) => ({ instance, name: canonicalJson(instance.labels) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const refused = named.length - MAX_INSTANCES;
  if (refused <= 0) return { instances: named.map(({ instance }) => instance) };
  const firstSeen = ({ instance }: (typeof named)[number]) => instance.first_seen_micros ?? 0;
  const kept = new Set(named.toSorted((one, other) => firstSeen(one) - firstSeen(other)).slice(0, MAX_INSTANCES));
  return { instances: named.filter((one) => kept.has(one)).map(({ instance }) => instance), refused };
}
